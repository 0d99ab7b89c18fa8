import { SOURCE_NAMES, type SourceName } from '../../contract/source-names.ts';
import { groupBy } from '../../lib/groups.ts';
import { foldForIdentity } from '../analysis/fold.ts';
import { isDerivedKey, type Paper } from '../paper.ts';
import { groupSameWorks, versionRank } from './clusters.ts';
import { editedProvenance, whoDecides } from './edited-fields.ts';
import type { Finding, FoundWork } from './found-work.ts';
import { isPreprint } from './identity.ts';
import { rankSource } from './source-precedence.ts';
import { listFollowers, MERGED_FIELDS, type Member, type MergedField, SURVIVORSHIP } from './survivorship.ts';

/**
 * Merges two records of one work under the first key. If the keys are equal, the second is newer and wins; if the key
 * is its own and its title is different, it replaces the first. Otherwise the published version comes first, then one
 * with a DOI, then the first.
 */
export function mergeRecords(first: Paper, second: Paper): Paper {
  if (first.key === second.key && !isDerivedKey(second) && isOtherTitle(first, second)) return second;
  const isSecondMain = first.key === second.key || versionRank(second) > versionRank(first);
  const records = isSecondMain ? [second, first] : [first, second];
  const members = records.map((record) => ({ record, isPreprint: isPreprint(record) }));
  return withProvenance(records, { ...blankPaper(first.key), ...survivors('inList', () => members).fields });
}

export function isOtherTitle(a: Paper, b: Paper): boolean {
  return a.title !== '' && b.title !== '' && foldForIdentity(a.title) !== foldForIdentity(b.title);
}

/**
 * The merged record with sources and provenance. A field's provenance comes from the first of `parts` with its value.
 * The user's own fields have none; those that the user edited keep theirs.
 */
export function withProvenance(parts: readonly Paper[], merged: Paper): Paper {
  const { foundIn: _, provenance: __, ...record } = merged;
  const foundIn = [...new Set(parts.flatMap((part) => part.foundIn ?? []))];
  const hasProvenance = parts.some((part) => part.provenance !== undefined);
  const learned = Object.entries(hasProvenance ? record : {}).flatMap(([name, value]) => {
    const json = JSON.stringify(value);
    const source = parts.find((part) => JSON.stringify(part[name as keyof Paper]) === json) ?? parts[0];
    const from = source?.provenance?.[name];
    return from === undefined ? [] : [[name, from] as const];
  });
  const provenance = { ...Object.fromEntries(learned), ...editedProvenance(parts) };
  return {
    ...record,
    ...(foundIn.length > 0 && { foundIn }),
    ...(Object.keys(provenance).length > 0 && { provenance }),
  };
}

/**
 * Merges records of several sources into works (`matching.ts`, `survivorship.ts`). The result does not depend on the
 * order of sources or records; works are sorted by best rank, number of sources, and key. `onDuplicate` as in
 * `groupSameWorks`.
 */
export function mergeFound(records: readonly FoundWork[], onDuplicate?: (evidence: string) => void): FoundWork[] {
  const ordered = inCanonicalOrder(records);
  // A key is only unique within one source, or is derived from a title: it proves nothing across sources.
  const papers = ordered.map(({ record }) => ({ ...record, key: '' }));
  const firsts = groupSameWorks(papers, 'cross-source', onDuplicate);
  const works = groupBy(ordered.keys(), (index) => firsts[index]).values();
  const merged = [...works].map((indexes) => mergeWork(indexes.map((index) => ordered[index] as FoundWork)));
  return withUniqueKeys(merged.sort(compareWorks));
}

function mergeWork(works: readonly FoundWork[]): FoundWork {
  const members = works.flatMap(({ record, findings }) =>
    findings.map((finding) => ({ record, isPreprint: isPreprint(record), ...finding })),
  );
  const { fields, fieldSources } = survivors('acrossSources', (field) => inPrecedence(members, field));
  const [leader] = inPrecedence(members, 'title');
  return {
    record: { ...blankPaper(leader?.record.key ?? ''), ...fields },
    findings: members.map(({ source, rank }) => ({ source, rank })).sort(byRank),
    fieldSources,
  };
}

/** Every record has lists and `downloadable`, known or not. */
function blankPaper(key: string): Paper {
  return { key, title: '', authors: [], fieldsOfStudy: [], downloadable: false };
}

/** Chooses each field's value among the records that have it, in their order, and returns its origin. */
function survivors(merge: 'inList' | 'acrossSources', membersFor: (field: MergedField) => readonly Member[]) {
  const fields: Record<string, unknown> = {};
  const fieldSources: Partial<Record<MergedField, SourceName>> = {};
  for (const [name, survival] of MERGED_FIELDS) {
    const members = whoDecides(membersFor(name), name);
    const isOfPublished = survival.ofVersion === true && members[0]?.isPreprint === false;
    const choice = survival[merge](isOfPublished ? members.filter((one) => !one.isPreprint) : members, name);
    if (choice === undefined) continue;
    const { record, source } = choice.member;
    fields[name] = choice.value;
    if (source !== undefined) fieldSources[name] = source;
    for (const follower of listFollowers(name)) if (record[follower] !== undefined) fields[follower] = record[follower];
  }
  return { fields: fields as Partial<Paper>, fieldSources };
}

/** Published versions first, then by source precedence for the field, then by rank; the sort is stable. */
function inPrecedence<Each extends Member & Finding>(members: readonly Each[], field: MergedField): readonly Each[] {
  if (members.length === 1) return members;
  const { precedence } = SURVIVORSHIP[field];
  return [...members].sort(
    (a, b) =>
      Number(a.isPreprint) - Number(b.isPreprint) ||
      rankSource(precedence, a.source) - rankSource(precedence, b.source) ||
      a.rank - b.rank,
  );
}

/** An order that depends only on the records, so that the result does not depend on their order. */
function inCanonicalOrder(works: readonly FoundWork[]): FoundWork[] {
  return works
    .map((work) => {
      const { abstract = '', ...rest } = work.record;
      return { work, abstract, text: JSON.stringify(Object.entries(rest).sort(([a], [b]) => compare(a, b))) };
    })
    .sort(
      (a, b) =>
        compare(a.text, b.text) || compare(a.abstract, b.abstract) || byRank(chooseBest(a.work), chooseBest(b.work)),
    )
    .map(({ work }) => work);
}

function chooseBest({ findings }: FoundWork): Finding {
  return findings[0] as Finding;
}

function byRank(a: Finding, b: Finding): number {
  return a.rank - b.rank || SOURCE_NAMES.indexOf(a.source) - SOURCE_NAMES.indexOf(b.source);
}

function compareWorks(a: FoundWork, b: FoundWork): number {
  const countSources = ({ findings }: FoundWork) => new Set(findings.map(({ source }) => source)).size;
  return (
    chooseBest(a).rank - chooseBest(b).rank ||
    countSources(b) - countSources(a) ||
    compare(a.record.key, b.record.key) ||
    compare(JSON.stringify(a), JSON.stringify(b))
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Gives each work a unique key from its best identifier. Works may share a wrong identifier. */
function withUniqueKeys(works: readonly FoundWork[]): FoundWork[] {
  const usedKeys = new Set<string>();
  return works.map((work) => {
    const names = listKeys(work.record);
    let key = names.find((name) => !usedKeys.has(name)) ?? (names[0] as string);
    for (let number = 2; usedKeys.has(key); number += 1) key = `${names.at(-1)}:${number}`;
    usedKeys.add(key);
    return { ...work, record: { ...work.record, key } };
  });
}

function listKeys({ doi, arxivId, pmid, openAlexId, corpusId, key }: Paper): string[] {
  const numbers = { doi, arxiv: arxivId, pmid, openalex: openAlexId, corpus: corpusId };
  const named = Object.entries(numbers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]));
  return [...named, key];
}

import { SOURCE_NAMES, type SourceName } from '../contract/source-names.ts';
import { arxivKey } from '../papers/arxiv.ts';
import { type Paper, type PaperInput, toPaper } from '../papers/paper.ts';
import { toWire } from '../papers/wire.ts';
import { groupSameWorks, isPreprint } from './matching.ts';
import type { MergedField } from './source-precedence.ts';
import { bestRecordOf, type SourcedRecord } from './survivorship.ts';

/** A record that a source gave, at its place (from 1) in the source's own order. */
export type FoundRecord = { source: SourceName; rank: number; record: Paper };

/** Of a work that a source knows, but did not find. */
export const NO_RANK = Number.POSITIVE_INFINITY;

/** Whether the source found the work, and did not only know it. */
export function isRanked({ rank }: { rank: number }): boolean {
  return rank !== NO_RANK;
}

/** One work, of all the records that are of it. */
export type MergedWork = {
  record: Paper;
  /** Where it was found; of a source that has several records of it each one, the best rank first. */
  found: { source: SourceName; rank: number }[];
  /** Whose word each known fact is. */
  provenance: Partial<Record<MergedField, SourceName>>;
};

/**
 * The records of some facts, ranked from `firstRank` in their order, and how many of them could not be used (neither
 * title nor abstract); these keep their rank, so that those after them keep theirs.
 */
export function readFound(
  source: SourceName,
  facts: readonly PaperInput[],
  firstRank = 1,
): { found: FoundRecord[]; unusable: number } {
  const found = facts.flatMap((each, place) => {
    const record = toPaper(each);
    return typeof record === 'string' ? [] : [{ source, rank: firstRank + place, record }];
  });
  return { found, unusable: facts.length - found.length };
}

/**
 * Puts together what several sources found: one work for all records of it, by the rules of `papers/identity.ts`, each
 * fact by the best source that knows it (`field-orders.ts`). Every record is in exactly one work. Neither the order of
 * sources nor that of records changes anything; works come by their best rank, then by how many sources had them, then
 * by their key.
 */
export function mergeFound(found: readonly FoundRecord[]): MergedWork[] {
  const ordered = inOwnOrder(found);
  const papers = ordered.map(({ record }) => {
    // A key is what one source calls a record, or made of a title: it says nothing across sources.
    return { ...toWire(record, null), id: null };
  });
  const groups = new Map<number, SourcedRecord[]>();
  groupSameWorks(papers, 'cross-source').forEach((group, place) => {
    const paper = papers[place] as (typeof papers)[number];
    const one = ordered[place] as FoundRecord;
    const member = { ...one, isPreprint: isPreprint(paper), arxivId: arxivKey(paper) };
    const members = groups.get(group);
    if (members) members.push(member);
    else groups.set(group, [member]);
  });
  const works = [...groups.values()].map((members) => ({
    ...bestRecordOf(members),
    found: members.map(({ source, rank }) => ({ source, rank })).sort(byRank),
  }));
  return withOwnKeys(works.sort(byPlace));
}

/** Evidence is weighed in an order that nothing but the records themselves decides. */
function inOwnOrder(found: readonly FoundRecord[]): FoundRecord[] {
  return found
    .map((one) => {
      const { abstract = '', ...rest } = one.record;
      return { one, abstract, text: JSON.stringify(Object.entries(rest).sort(([a], [b]) => compare(a, b))) };
    })
    .sort((a, b) => compare(a.text, b.text) || compare(a.abstract, b.abstract) || byRank(a.one, b.one))
    .map(({ one }) => one);
}

type Found = { source: SourceName; rank: number };

function byRank(a: Found, b: Found): number {
  return a.rank - b.rank || SOURCE_NAMES.indexOf(a.source) - SOURCE_NAMES.indexOf(b.source);
}

function byPlace(a: MergedWork, b: MergedWork): number {
  const rank = (work: MergedWork) => work.found[0]?.rank ?? 0;
  const sources = ({ found }: MergedWork) => new Set(found.map(({ source }) => source)).size;
  return (
    rank(a) - rank(b) ||
    sources(b) - sources(a) ||
    compare(a.record.key, b.record.key) ||
    compare(JSON.stringify(a), JSON.stringify(b))
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Gives each work a key of its own, made of what identifies it best; works may share a wrong identifier. */
function withOwnKeys(works: MergedWork[]): MergedWork[] {
  const taken = new Set<string>();
  return works.map((work) => {
    const names = keysOf(work.record);
    let key = names.find((name) => !taken.has(name));
    for (let number = 2; key === undefined; number += 1) {
      const numbered = `${names.at(-1)}:${number}`;
      if (!taken.has(numbered)) key = numbered;
    }
    taken.add(key);
    return { ...work, record: { ...work.record, key } };
  });
}

function keysOf({ doi, arxivId, pmid, openAlexId, corpusId, key }: Paper): string[] {
  const numbers = { doi, arxiv: arxivId, pmid, openalex: openAlexId, corpus: corpusId };
  const named = Object.entries(numbers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]));
  return [...named, key];
}

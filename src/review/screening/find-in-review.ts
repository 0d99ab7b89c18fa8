import { freeFailure } from '../../contract/errors.ts';
import type { Screening } from '../../formats/decisions/screening.ts';
import { findPaper, LIBRARY, readPaperRef } from '../../jobs/job-refs.ts';
import type { ReviewRecord } from '../../jobs/ports/reviews.ts';
import type { StoredJobs } from '../../jobs/ports/store.ts';
import { groupBy } from '../../lib/groups.ts';
import { once } from '../../lib/once.ts';
import { shown } from '../../lib/shown.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import type { Paper } from '../../papers/paper.ts';
import { takeIds } from '../../papers/references/reference-ids.ts';
import { findRecord, type NamedRecords, nameOfReview } from '../review-state.ts';
import type { OpenReview } from './review-log.ts';

/** An entry of a file, with its number in it. */
export type FileRecord = { row: number; paper: Paper; screening: Screening };

/**
 * Maps rows of a file to the records of a review that they name: by the review's reference or citation key, or by the
 * position in a project file of the same review. Another review may have the same reference, so title, year, first
 * author and DOI must agree if both have them. In a file of decisions, an entry without a reference or key is matched
 * by its title and authors or abstract, if exactly one record has them.
 */
export function findInReview(
  review: OpenReview,
  entries: readonly FileRecord[],
  { project, hasDecisions }: { project?: string | undefined; hasDecisions: boolean },
): Map<number, string> {
  const records = [...review.records.values()];
  const isOwnProject = project === nameOfReview(review);
  const keys = citationKeys(records.map(({ paper }) => paper));
  const byKey = new Map(keys.map((key, index) => [key, records[index]?.ref]));
  const byTitle = groupBy(records, ({ paper }) => plain(paper.title));
  const found = new Map<number, string>();
  const byContent = new Map<string, number[]>();
  for (const { row, paper, screening } of entries) {
    const { ref, key } = screening.record ?? {};
    const named = [
      ref && findRecord(review.state, ref)?.ref,
      key && byKey.get(key),
      isOwnProject && records[row - 1]?.ref,
    ];
    const same = named
      .map((each) => (each ? review.records.get(each) : undefined))
      .find((record) => {
        return record && agrees(paper, record.paper);
      });
    if (same) found.set(row, same.ref);
    else if (hasDecisions) {
      const like = byTitle.get(plain(paper.title))?.filter((record) => isAlike(paper, record.paper)) ?? [];
      const [only] = like;
      if (only && like.length === 1) byContent.set(only.ref, [...(byContent.get(only.ref) ?? []), row]);
    }
  }
  for (const [ref, [row, ...others]] of byContent) if (row !== undefined && others.length === 0) found.set(row, ref);
  return found;
}

/** Returns a resolver of names to references of a review's records; undefined if a text names none or several. */
export type NamesIn = (review: Nameable) => (name: string) => string | undefined;

type Nameable = { state: NamedRecords<{ ref: string }>; records: ReadonlyMap<string, ReviewRecord> };

/**
 * Finds the record that a text names: by its reference in the review, a DOI or other identifier, its citation key, or a
 * reference of the library or of a search.
 */
export function namesIn(store: Pick<StoredJobs, 'byNumber' | 'papers' | 'libraryPaper'>): NamesIn {
  const stored = (name: string) => {
    const { job = LIBRARY } = readPaperRef(name) ?? {};
    if (job !== LIBRARY && store.byNumber(job)?.removedAt !== undefined) return undefined;
    return findPaper(store, name) || store.libraryPaper?.(name)?.paper;
  };
  return (review) => findByName(review, stored);
}

/** The reference that the resolver returns. Throws JOB_NOT_FOUND if there is none. */
export function mustName(find: (name: string) => string | undefined, name: string): string {
  const ref = find(name);
  if (ref !== undefined) return ref;
  throw freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'no-such-record', given: shown(name) }],
    advice: [{ kind: 'name-record' }],
  });
}

function findByName(
  review: Nameable,
  stored: (name: string) => Paper | undefined,
): (name: string) => string | undefined {
  const index = once(() => {
    const records = [...review.records.values()];
    const keys = citationKeys(records.map(({ paper }) => paper));
    const names = records.flatMap(({ ref, paper }, at) =>
      [keys[at] ?? '', ...namesOf(paper)].map((name): [string, string] => [folded(name), ref]),
    );
    return groupBy(names, ([name]) => name);
  });
  return (name) => {
    const byRef = findRecord(review.state, name);
    if (byRef) return byRef.ref;
    const { ids, rest } = takeIds(name);
    const identified = rest === '' ? namesOf({ key: '', ...ids }) : [];
    const named = [name.replace(/^\s*@/, ''), ...identified, ...namesOf(stored(name.trim()))];
    const refs = new Set(named.flatMap((each) => index().get(folded(each)) ?? []).map(([, ref]) => ref));
    const [only] = refs;
    return refs.size === 1 ? only : undefined;
  };
}

/** Normalises a name: citation keys have no accents, and their case does not matter. */
const folded = (name: string) => name.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The unique names of a paper: its key in searches and the library, and its identifiers. */
function namesOf(
  paper: Pick<Paper, 'key' | 'doi' | 'arxivId' | 'pmid' | 'pmcid' | 'openAlexId'> | undefined,
): string[] {
  if (!paper) return [];
  const { key, doi, arxivId, pmid, pmcid, openAlexId } = paper;
  const given = Object.entries({ doi, arxivId, pmid, pmcid, openAlexId }).filter(([, id]) => id !== undefined);
  return [key, ...given.map(([kind, id]) => `${kind} ${id}`)];
}

/** Whether two descriptions do not contradict each other, so that they may be of one record. */
function agrees(one: Paper, other: Paper): boolean {
  const isSame = (a: string | number | undefined, b: string | number | undefined) =>
    a === undefined || b === undefined || plain(String(a)) === plain(String(b));
  const [first, second] = [one, other].map(({ authors: [name = ''] }) => new Set(plain(name).split(' ')));
  const haveAuthors = one.authors.length > 0 && other.authors.length > 0;
  return (
    plain(one.title) === plain(other.title) &&
    isSame(one.year, other.year) &&
    isSame(one.doi, other.doi) &&
    (!haveAuthors || [...(first ?? [])].some((word) => word.length > 1 && second?.has(word)))
  );
}

/** Whether two records are certainly the same: abstract and publication details must agree, too. */
function isAlike(one: Paper, other: Paper): boolean {
  const isSame = (field: 'abstract' | 'venue' | 'volume' | 'pages') =>
    !one[field] || !other[field] || plain(one[field]) === plain(other[field]);
  const hasSame = (one.authors.length > 0 && other.authors.length > 0) || (one.abstract && other.abstract);
  const fields = ['abstract', 'venue', 'volume', 'pages'] as const;
  return Boolean(hasSame) && agrees(one, other) && fields.every(isSame);
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

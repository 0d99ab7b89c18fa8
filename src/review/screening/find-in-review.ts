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
 * The records of a review that entries of a file name, by the entries' rows: by the review's reference or citation key,
 * or by the position in a project file of the same review. A reference of another review may be the same, so title,
 * year, first author and DOI must agree as far as both have them. In a file of decisions, which is about records that
 * somebody has, an entry without these is the one record whose title and authors or abstract are its own.
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

/** What names the records of a review: the reference of the one that a text names; undefined for none and several. */
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

/** As the resolver says, or JOB_NOT_FOUND. */
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
    const own = findRecord(review.state, name);
    if (own) return own.ref;
    const { ids, rest } = takeIds(name);
    const identified = rest === '' ? namesOf({ key: '', ...ids }) : [];
    const named = [name.replace(/^\s*@/, ''), ...identified, ...namesOf(stored(name.trim()))];
    const refs = new Set(named.flatMap((each) => index().get(folded(each)) ?? []).map(([, ref]) => ref));
    const [only] = refs;
    return refs.size === 1 ? only : undefined;
  };
}

/** Citation keys have no accents, and no case that counts. */
const folded = (name: string) => name.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What names a paper and no other: its key, as searches and the library have it, and its identifiers. */
function namesOf(
  paper: Pick<Paper, 'key' | 'doi' | 'arxivId' | 'pmid' | 'pmcid' | 'openAlexId'> | undefined,
): string[] {
  if (!paper) return [];
  const { key, doi, arxivId, pmid, pmcid, openAlexId } = paper;
  const given = Object.entries({ doi, arxivId, pmid, pmcid, openAlexId }).filter(([, id]) => id !== undefined);
  return [key, ...given.map(([kind, id]) => `${kind} ${id}`)];
}

/** Whether nothing in two descriptions speaks against their being of one record. */
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

/** Whether the records are certainly the same without a reference: the place of publication must agree, too. */
function isAlike(one: Paper, other: Paper): boolean {
  const isSame = (of: 'venue' | 'volume' | 'pages') => !one[of] || !other[of] || plain(one[of]) === plain(other[of]);
  const hasSame = (one.authors.length > 0 && other.authors.length > 0) || (one.abstract && other.abstract);
  const isSaid = !one.abstract || !other.abstract || plain(one.abstract) === plain(other.abstract);
  return Boolean(hasSame) && agrees(one, other) && isSaid && isSame('venue') && isSame('volume') && isSame('pages');
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

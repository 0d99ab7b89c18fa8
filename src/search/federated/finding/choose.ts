import type { LookUpMatch } from '../../../jobs/ports/paper-finder.ts';
import { omitUndefined } from '../../../lib/omit-undefined.ts';
import { arxivKey } from '../../../papers/arxiv-number.ts';
import type { Paper } from '../../../papers/paper.ts';
import type { AuthorCandidate, AuthorQuery } from '../../../papers/references/author-query.ts';
import { isNameOfAuthor } from '../../../papers/references/name-of-author.ts';
import { shorten } from '../../../papers/text.ts';
import { groupSameWorks } from '../../../papers/works/clusters.ts';
import { PUBLICATION_DETAILS, type PublicationDetail } from '../../../papers/works/compare-publication.ts';
import type { ReferenceMatch } from '../../../papers/works/match-reference.ts';
import { type PreparedReference, prepareRecord } from '../../../papers/works/prepare-match.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import { matchCandidate, RANKS } from './candidates.ts';
import type { PapersOfName } from './papers-of-author.ts';

/** Maximum matching records of one reference that are grouped into works. */
const MAX_MATCHES = 30;
const MAX_TITLE_CHARACTERS = 120;
/** Maximum works shown for a reference that means several equally, such as a bare title. */
const MAX_EQUALS = 3;

type Match = ReferenceMatch & { record: Paper };

/**
 * The best papers for a reference among `records`, one per work. Among equals, earlier ones come first. Without `count`
 * it is the best one, with those that the reference means as exactly: one of two works of a title may be withdrawn.
 */
export function chooseForReference(
  reference: PreparedReference,
  records: readonly Paper[],
  count?: number,
): LookUpMatch {
  const matches = records
    .map((record): Match => ({ record, ...matchCandidate(reference, prepareRecord(record)) }))
    .filter(({ found }) => found !== 'none')
    .sort((a, b) => RANKS[a.found] - RANKS[b.found] || a.differs.length - b.differs.length)
    .slice(0, MAX_MATCHES);
  const [best] = matches;
  if (best === undefined) return { found: 'none', papers: [], ...noteOnId(reference, records) };
  const works = eachWorkOnce(reference, matches);
  const exact = works.filter(({ found }) => found === 'exact').length;
  const papers = works.slice(0, count ?? Math.max(1, Math.min(exact, MAX_EQUALS)));
  const others = records.filter((record) => !papers[0]?.records.includes(record));
  return {
    found: papers[0]?.found ?? best.found,
    ...(papers[0]?.class && { class: papers[0].class }),
    papers: papers.map(({ record, differs, notCompared }) => ({
      paper: record,
      differs,
      ...(notCompared.length > 0 && { notCompared }),
    })),
    // Importing a bibliography with an invented entry adds that entry to the library, which confirms nothing.
    ...(matches.every(({ record }) => record.foundIn === undefined) && { note: { kind: 'unconfirmed' } }),
    ...noteOnId(reference, others),
  };
}

/** The best record of each work, marked as retracted if any of its `records` is. */
function eachWorkOnce(
  reference: PreparedReference,
  matches: readonly Match[],
): (Match & { records: readonly Paper[] })[] {
  const firsts = groupSameWorks(
    // Keys of different services may be equal by chance; an arXiv number may stand in the key alone.
    matches.map(({ record }) => ({ ...record, arxivId: arxivKey(record), key: '' })),
    'cross-source',
  );
  return matches.flatMap((match, index) => {
    if (firsts[index] !== index) return [];
    const all = matches.filter((_, at) => firsts[at] === index).map(({ record }) => record);
    const isRetracted = all.some((record) => record.isRetracted === true);
    const record = isRetracted ? { ...match.record, isRetracted } : match.record;
    return [{ ...checkByAll(reference, match, all), record, records: all }];
  });
}

/** Compares details that one record of a work lacks with those of its other records. */
function checkByAll(reference: PreparedReference, match: Match, records: readonly Paper[]): ReferenceMatch {
  if (match.notCompared.length === 0) return match;
  const known = (detail: PublicationDetail) =>
    records.map((record) => record[detail]).find((each) => each !== undefined);
  const details = PUBLICATION_DETAILS.map((detail) => [detail, match.record[detail] ?? known(detail)] as const);
  const whole = { ...match.record, ...omitUndefined(Object.fromEntries(details)) };
  return matchCandidate(reference, prepareRecord(whole));
}

/** Invented references often carry the DOI of another paper. */
function noteOnId({ parsed }: PreparedReference, records: readonly Paper[]): { note?: SearchNote } {
  const { doi } = parsed.ids;
  const owner = doi && records.find((record) => record.doi === doi);
  if (!doi || !owner) return {};
  return { note: { kind: 'doi-of-another', doi, title: shorten(owner.title, MAX_TITLE_CHARACTERS) } };
}

const NO_AUTHOR_SOURCE: SearchNote = { kind: 'no-author-source', setting: 'PAPERQUEUE_SOURCES', source: 'openalex' };
/** Default number of library papers shown for a name. */
const DEFAULT_PAPERS_OF_NAME = 20;
const MAX_SPELLINGS = 15;
const NO_PAPERS: PapersOfName = { authors: [], papers: [] };

/**
 * People for an item that asks for one: certain by identifier, likely by name. `authors` come from sources, if any
 * source knows people. The library's come first.
 */
export function chooseAuthors(
  parsed: AuthorQuery,
  authors: AuthorCandidate[] | undefined,
  stored: PapersOfName = NO_PAPERS,
  count = DEFAULT_PAPERS_OF_NAME,
): LookUpMatch {
  const note = authors === undefined ? { note: NO_AUTHOR_SOURCE } : {};
  const people = authors ?? [];
  if (!('name' in parsed))
    return { found: people.length > 0 ? 'exact' : 'none', papers: [], ...(authors && { authors }), ...note };
  const matching = people.filter(({ name }) => isNameOfAuthor(parsed.name, name));
  const others = people.filter((author) => !matching.includes(author));
  const papers = stored.papers.slice(0, count);
  const candidates = [...stored.authors.slice(0, MAX_SPELLINGS), ...matching, ...others];
  return {
    found: stored.authors.length + matching.length > 0 ? 'likely' : 'none',
    papers: papers.map((record) => ({ paper: record, differs: [] })),
    ...(papers.length < stored.papers.length && { papersInLibrary: stored.papers.length }),
    ...(stored.authors.length > MAX_SPELLINGS && { namesInLibrary: stored.authors.length }),
    ...((authors || candidates.length > 0) && { authors: candidates }),
    ...note,
  };
}

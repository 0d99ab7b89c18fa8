import type { Paper } from '../contract/paper.ts';
import { arxivKey } from './arxiv.ts';
import { readDoi, titleFingerprint } from './identifiers.ts';
import { authorNames, titleOf, venueOf } from './present.ts';
import { cleanLine } from './text.ts';
import { readPublicationType } from './vocabulary.ts';

/**
 * Which records are of one work. Equal arXiv number: the same work. Equal DOI, number at PubMed, OpenAlex or Semantic Scholar, or the service's own id: the same work, unless the
 * titles contradict it (placeholders and wrong DOIs are common). Equal title and first author: the same work when the years are equal, or when one of
 * the two is a preprint and they lie close together. Two published versions with different DOIs (a conference paper and the
 * journal article made of it) are never one, also not by way of a third record, nor does a title make different arXiv numbers
 * one. Rather a duplicate too many than a paper hidden: what is not known (a year, an author) equals only what is not known either.
 */

/** Years between a preprint and its published version, at most. */
const PREPRINT_YEARS = 3;
/** Shorter titles ("Introduction", "Editorial") are shared by different works, also of one author and year. */
const LEAST_TITLE = 13;
const LEAST_TITLE_WITHOUT_AUTHOR = 25;
const WORD_CHARACTERS = 5;
/** How much of an abstract is compared where a record names no author. */
const ABSTRACT_CHARACTERS = 200;
/** Of the shorter title's words so many have to occur in the other for the two to be of one work. */
const LEAST_SHARED_WORDS = 0.5;

/** DOIs of preprint servers; some registrants also publish journals, hence the second part. */
const PREPRINT_DOI =
  /^10\.(?:48550\/arxiv\.|1101\/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,}|21203\/rs|20944\/preprints|26434\/chemrxiv|31234\/|31219\/|36227\/techrxiv|2139\/ssrn)/;
const PREPRINT_VENUE = /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|ssrn|research square|preprints)\b/i;

/** What a record's identity is judged by. */
type Identity = {
  /** Of the published version; a preprint's own DOI is no obstacle to being one with it. */
  publishedDoi: string | undefined;
  isPreprint: boolean;
  year: number | undefined;
  titleWords: Set<string>;
  abstractStart: string;
  hasAuthor: boolean;
  /** Equal for two records of one work: their DOI, arXiv number, id, or title with first author. */
  doi: string | undefined;
  arxiv: string | undefined;
  id: string | undefined;
  /** Numbers of PubMed, OpenAlex and Semantic Scholar. */
  numbers: {
    pmid: string | undefined;
    pmcid: string | undefined;
    openAlex: string | undefined;
    corpus: string | undefined;
  };
  titleAndAuthor: string | undefined;
};

/** Whether the record is of a version before peer review: by its own word, its type, its DOI or where it lies. */
export function isPreprint(paper: Paper): boolean {
  const type = readPublicationType(paper.publicationType);
  if (paper.isPrePrint === true || type === 'preprint' || type === 'posted content') return true;
  const doi = readDoi(paper.doi);
  if (doi !== undefined) return PREPRINT_DOI.test(doi);
  return PREPRINT_VENUE.test(venueOf(paper) ?? '');
}

function identityOf(paper: Paper): Identity {
  const doi = readDoi(paper.doi);
  const preprint = isPreprint(paper);
  return {
    doi,
    publishedDoi: preprint ? undefined : doi,
    isPreprint: preprint,
    year: paper.year ?? undefined,
    arxiv: arxivKey(paper),
    id: paper.id || undefined,
    numbers: {
      pmid: paper.pmid || undefined,
      pmcid: paper.pmcid || undefined,
      openAlex: paper.openAlexId || undefined,
      corpus: paper.corpusId || undefined,
    },
    titleWords: wordsOf(cleanLine(paper.title ?? '')),
    abstractStart: titleFingerprint((paper.abstract ?? '').slice(0, ABSTRACT_CHARACTERS)),
    hasAuthor: authorNames(paper).length > 0,
    titleAndAuthor: titleAndAuthor(paper),
  };
}

/** The beginnings of a title's words: plurals and spellings differ at the end. */
function wordsOf(title: string): Set<string> {
  return new Set(
    title
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => titleFingerprint(word).slice(0, WORD_CHARACTERS))
      .filter((word) => word !== ''),
  );
}

function titleAndAuthor(paper: Paper): string | undefined {
  const title = titleFingerprint(titleOf(paper));
  const author = familyName(authorNames(paper)[0] ?? '');
  // A letter outside ASCII says more (one of Chinese is a word), so that it counts twice.
  const length = title.length + title.replace(/[a-z0-9]/g, '').length;
  if (length < (author === '' ? LEAST_TITLE_WITHOUT_AUTHOR : LEAST_TITLE)) return undefined;
  return `${title} ${author}`;
}

const SUFFIX = /^(?:[js]r|i{2,3}|iv)$/i;

/** The family name as far as records agree on it: equal for `A. Vaswani`, `Ashish Vaswani`, `Vaswani A` and `VASWANI A.` */
function familyName(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => word !== '' && !SUFFIX.test(word));
  const isMixed = words.some((word) => /\p{Ll}/u.test(word));
  const isInitials = (word: string) => word.length === 1 || (isMixed && /^\p{Lu}{2,3}$/u.test(word));
  return titleFingerprint(words.findLast((word) => !isInitials(word)) ?? words.join(''));
}

/** Whether two records of equal DOI may be of one work by their titles; one without a title may be anything. */
function titlesAgree(a: Identity, b: Identity): boolean {
  const [fewer, more] = [a.titleWords, b.titleWords].sort((x, y) => x.size - y.size) as [Set<string>, Set<string>];
  const shared = [...fewer].filter((word) => more.has(word)).length;
  return shared >= fewer.size * LEAST_SHARED_WORDS;
}

/** Whether two records of equal title and first author may be of one work by their years. */
function yearsAgree(a: Identity, b: Identity): boolean {
  // A title alone says little: series of reports are called alike.
  if (!a.hasAuthor && a.abstractStart !== b.abstractStart) return false;
  if (a.year === b.year) return true;
  if (!a.isPreprint && !b.isPreprint) return false;
  return a.year !== undefined && b.year !== undefined && Math.abs(a.year - b.year) <= PREPRINT_YEARS;
}

/**
 * For each paper the place of the first one that is the same work; a paper's own place when it is the first. Depends on
 * nothing but the papers and their order.
 */
export function groupSameWorks(papers: readonly Paper[]): number[] {
  const identities = papers.map(identityOf);
  const groups = identities.map((_, place) => place);
  const dois = identities.map(({ publishedDoi }) => publishedDoi);
  const numbers = identities.map(({ arxiv }) => arxiv);
  const first = (place: number): number => {
    let root = place;
    while (groups[root] !== root) root = groups[root] as number;
    groups[place] = root;
    return root;
  };
  const unite = (a: number, b: number, byTitle: boolean) => {
    const [early, late] = [first(a), first(b)].sort((x, y) => x - y) as [number, number];
    if (early === late || contradict(dois, early, late)) return;
    if (byTitle && contradict(numbers, early, late)) return;
    groups[late] = early;
    dois[early] ??= dois[late];
    numbers[early] ??= numbers[late];
  };
  // The certain evidence first, so that it decides which published version a preprint belongs to.
  const certainly = (a: number, b: number) => unite(a, b, false);
  uniteEqual(identities, ({ doi }) => doi, titlesAgree, certainly);
  uniteEqual(
    identities,
    ({ arxiv }) => arxiv,
    () => true,
    certainly,
  );
  uniteEqual(identities, ({ id }) => id, titlesAgree, certainly);
  for (const name of ['pmid', 'pmcid', 'openAlex', 'corpus'] as const) {
    uniteEqual(identities, ({ numbers: known }) => known[name], titlesAgree, certainly);
  }
  uniteEqual(
    identities,
    ({ titleAndAuthor }) => titleAndAuthor,
    yearsAgree,
    (a, b) => unite(a, b, true),
  );
  return groups.map((_, place) => first(place));
}

/** Whether both groups have a value, and different ones. */
function contradict(values: readonly (string | undefined)[], one: number, other: number): boolean {
  return values[one] !== undefined && values[other] !== undefined && values[one] !== values[other];
}

function uniteEqual(
  identities: readonly Identity[],
  keyOf: (identity: Identity) => string | undefined,
  agreed: (a: Identity, b: Identity) => boolean,
  unite: (a: number, b: number) => void,
): void {
  const seen = new Map<string, number[]>();
  identities.forEach((identity, place) => {
    const key = keyOf(identity);
    if (key === undefined) return;
    const equal = seen.get(key) ?? [];
    for (const other of equal) if (agreed(identities[other] as Identity, identity)) unite(other, place);
    seen.set(key, [...equal, place]);
  });
}

/** Of several records of one work the one to show: a published version before a preprint, then one with a DOI, then the first. */
export function bestRecord<T>(records: readonly [T, ...T[]], paperOf: (record: T) => Paper): T {
  const rank = (record: T) => {
    const paper = paperOf(record);
    return (isPreprint(paper) ? 0 : 2) + (readDoi(paper.doi) === undefined ? 0 : 1);
  };
  return records.reduce((best, record) => (rank(record) > rank(best) ? record : best));
}

import type { WirePaper } from '../contract/paper.ts';
import { once } from '../lib/once.ts';
import { arxivKey } from '../papers/arxiv.ts';
import { readDoi } from '../papers/identifiers.ts';
import { cleanLine } from '../papers/text.ts';
import { authorNames, venueOf } from '../papers/view.ts';
import { readPublicationType } from '../papers/vocabulary.ts';
import { createGroups } from './clusters.ts';
import {
  abstractStart,
  abstractsAgree,
  abstractsDiffer,
  familyName,
  isRubric,
  isTellingTitle,
  titleKey,
  titleOnly,
  wordsOf,
} from './evidence.ts';
import type { Identity, MatchPolicy } from './identity.ts';

/**
 * Which records are of one work. Equal arXiv number: the same work. Equal DOI, number at PubMed, OpenAlex or Semantic
 * Scholar, or the service's own id: the same work, unless the titles contradict it (placeholders and wrong DOIs are
 * common). Equal title and first author: the same work when the years are equal, or when one of the two is a preprint
 * and they lie close together. Two published versions with different DOIs (a conference paper and the journal article
 * made of it) are never one, also not by way of a third record, nor does a title make different arXiv numbers one.
 * Rather a duplicate too many than a paper hidden: what is not known (a year, an author) equals only what is not known
 * either.
 *
 * Records of several sources differ in more ways than those of one list do, and each source has its own gaps. There
 * (`cross-source`) a telling title and one more doubt are enough: the year is off by one (online, then in print), or
 * one of the two does not say it, or one names no author; but only where all that such evidence connects is without
 * contradiction. In return titles that tell little (short, `Editorial`, `Part II`) need an identifier, or equal authors
 * and abstracts; and numbers at PubMed or abstracts that differ speak against a title.
 */

/** Years between a preprint and its published version, at most. */
const PREPRINT_YEARS = 3;
/** Years between what two sources say of one published version, at most. */
const SOURCE_YEARS = 1;
/** Of the shorter title's words so many have to occur in the other for the two to be of one work. */
const MIN_SHARED_WORDS_SHARE = 0.5;

/** DOIs of preprint servers; some registrants also publish journals, hence the second part. */
const PREPRINT_DOI =
  /^10\.(?:48550\/arxiv\.|1101\/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,}|64898\/|21203\/rs|20944\/preprints|26434\/chemrxiv|31234\/|31219\/|36227\/techrxiv|2139\/ssrn)/;
/**
 * Deposits (Zenodo, figshare, OSF), which give each version a DOI: no obstacle to being one with the published version.
 */
const DEPOSIT_DOI = /^10\.(?:5281\/zenodo|6084\/m9\.figshare|17605\/osf)/;
const PREPRINT_VENUE = /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|ssrn|research square|preprints)\b/i;

/** Whether the record is of a version before peer review: by its own word, its type, its DOI or where it lies. */
export function isPreprint(paper: WirePaper): boolean {
  const type = readPublicationType(paper.publicationType);
  if (paper.isPrePrint === true || type === 'preprint' || type === 'posted content') return true;
  const doi = readDoi(paper.doi);
  if (doi !== undefined) return PREPRINT_DOI.test(doi);
  return PREPRINT_VENUE.test(venueOf(paper) ?? '');
}

/**
 * The DOI of the version after peer review that the record names, in its plain form; undefined when it names none. Also
 * arXiv's records name it; what any other preprint names is its own.
 */
export function publishedDoiOf(paper: WirePaper): string | undefined {
  const doi = readDoi(paper.doi);
  if (doi === undefined || PREPRINT_DOI.test(doi) || DEPOSIT_DOI.test(doi)) return undefined;
  return isPreprint(paper) && arxivKey(paper) === undefined ? undefined : doi;
}

/** Whether a venue is a preprint server, by its name. */
export function isPreprintVenue(venue: string): boolean {
  return PREPRINT_VENUE.test(venue);
}

function identityOf(paper: WirePaper): Identity {
  const authors = authorNames(paper).map(familyName);
  const title = titleOnly(paper);
  return {
    doi: readDoi(paper.doi),
    publishedDoi: publishedDoiOf(paper),
    isPreprint: isPreprint(paper),
    year: paper.year ?? undefined,
    arxiv: arxivKey(paper),
    id: paper.id || undefined,
    numbers: {
      pmid: paper.pmid || undefined,
      pmcid: paper.pmcid || undefined,
      openAlex: paper.openAlexId || undefined,
      corpus: paper.corpusId || undefined,
    },
    titleWords: once(() => wordsOf(cleanLine(paper.title ?? ''))),
    abstract: paper.abstract ?? '',
    abstractStart: abstractStart(paper.abstract),
    authors,
    title: title === '' ? undefined : title,
    titleAndAuthor: titleKey(title, authors[0] ?? ''),
    isTelling: isTellingTitle(paper),
    isRubric: isRubric(paper),
  };
}

/** Whether two records of equal DOI may be of one work by their titles; one without a title may be anything. */
function titlesAgree(a: Identity, b: Identity): boolean {
  const [fewer, more] = [a.titleWords(), b.titleWords()].sort((x, y) => x.size - y.size) as [Set<string>, Set<string>];
  const shared = [...fewer].filter((word) => more.has(word)).length;
  return shared >= fewer.size * MIN_SHARED_WORDS_SHARE;
}

/** Whether two records of equal title and first author may be of one work by their years. */
function yearsAgree(a: Identity, b: Identity): boolean {
  // A title alone says little: series of reports are called alike.
  if (a.authors.length === 0 && a.abstractStart !== b.abstractStart) return false;
  if (a.year === b.year) return true;
  if (!a.isPreprint && !b.isPreprint) return false;
  return a.year !== undefined && b.year !== undefined && Math.abs(a.year - b.year) <= PREPRINT_YEARS;
}

/** The same of records of different sources: what tells little has to be confirmed. */
function confirmed(a: Identity, b: Identity): boolean {
  if (!yearsAgree(a, b) || abstractsDiffer(a.abstract, b.abstract)) return false;
  if (a.isTelling) return true;
  if (abstractsAgree(a.abstractStart, b.abstractStart)) return true;
  if (a.isRubric) return false;
  return a.year !== undefined && a.authors.length > 1 && String(a.authors) === String(b.authors);
}

/** Whether two records of equal title may be of one work though one thing is missing or off. */
function nearlyAgree(a: Identity, b: Identity): boolean {
  if (abstractsDiffer(a.abstract, b.abstract)) return false;
  const sameAbstract = abstractsAgree(a.abstractStart, b.abstractStart);
  if (!a.isTelling && !sameAbstract) return false;
  const oneNamesNoAuthor = a.authors.length === 0 || b.authors.length === 0;
  if (!oneNamesNoAuthor && a.authors[0] !== b.authors[0]) return false;
  if (!yearsMayBeOne(a, b)) return false;
  return sameAbstract || a.year === b.year || !oneNamesNoAuthor;
}

function yearsMayBeOne(a: Identity, b: Identity): boolean {
  if (a.year === undefined || b.year === undefined) return true;
  return Math.abs(a.year - b.year) <= (a.isPreprint || b.isPreprint ? PREPRINT_YEARS : SOURCE_YEARS);
}

/**
 * For each paper the place of the first one that is the same work; a paper's own place when it is the first. Depends on
 * nothing but the papers, their order and the policy.
 */
export function groupSameWorks(papers: readonly WirePaper[], policy: MatchPolicy = 'trusted-list'): number[] {
  const identities = papers.map(identityOf);
  const groups = createGroups(identities, policy);
  // The certain evidence first, so that it decides which published version a preprint belongs to.
  const certainly = (a: number, b: number) => groups.unite(a, b, false);
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
  const byTitle = (a: number, b: number) => groups.unite(a, b, true);
  const agreed = policy === 'trusted-list' ? yearsAgree : confirmed;
  // The nearest year first: a preprint belongs to the version that followed it soonest.
  for (let years = 0; years <= PREPRINT_YEARS; years += 1) {
    const lieSo = (a: Identity, b: Identity) => Math.abs((a.year ?? 0) - (b.year ?? 0)) === years && agreed(a, b);
    uniteEqual(identities, ({ titleAndAuthor }) => titleAndAuthor, lieSo, byTitle);
  }
  if (policy === 'cross-source') {
    const links: [number, number][] = [];
    uniteEqual(
      identities,
      ({ title }) => title,
      nearlyAgree,
      (a, b) => links.push([a, b]),
    );
    groups.uniteWhereAllAgree(links);
  }
  return identities.map((_, place) => groups.first(place));
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
    if (equal.push(place) === 1) seen.set(key, equal);
  });
}

/**
 * Of several records of one work the one to show: a published version before a preprint, then one with a DOI, then the
 * first.
 */
export function bestRecord<T>(records: readonly [T, ...T[]], paperOf: (record: T) => WirePaper): T {
  const rank = (record: T) => {
    const paper = paperOf(record);
    return (isPreprint(paper) ? 0 : 2) + (readDoi(paper.doi) === undefined ? 0 : 1);
  };
  return records.reduce((best, record) => (rank(record) > rank(best) ? record : best));
}

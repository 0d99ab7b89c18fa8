import { once } from '../../lib/once.ts';
import { arxivKey } from '../arxiv-number.ts';
import { isDerivedKey, type Paper } from '../paper.ts';
import { isThesisType } from '../source-words.ts';
import { abstractStart } from './abstracts.ts';
import { comparedTitle, partsOfTitle } from './compared-title.ts';
import { type Place, placeKey, placeOf } from './place.ts';
import { familyName, isDistinctiveTitle, isPart, isRubric, readRelease, splitWords, titleKey } from './title-key.ts';

/** The fields by which two records are compared. A blank key is not evidence. */
export type Identity = {
  /** The DOI of the published version. A preprint's own DOI may differ from it. */
  publishedDoi: string | undefined;
  isPreprint: boolean;
  /** Whether its type alone makes it a thesis, or an article (of a journal, proceedings or book). */
  isThesis: boolean;
  isArticle: boolean;
  year: number | undefined;
  abstract: string;
  /** Family names in order, normalised so that records agree on them. */
  authors: string[];
  /** The first author's name as given in the record. */
  firstAuthor: string | undefined;
  /** Where it was published; undefined for a preprint. */
  place: Place | undefined;
  /** Equal for records of one volume, first page and first author. */
  placeAndAuthor: string | undefined;
  /** Undefined if it only identifies the record within its list, or is made of the other fields. */
  key: string | undefined;
  doi: string | undefined;
  arxiv: string | undefined;
  pmid: string | undefined;
  pmcid: string | undefined;
  openAlex: string | undefined;
  corpus: string | undefined;
  givenTitle: string;
  /** The title's letters and digits; undefined without a title. */
  title: string | undefined;
  titleAndAuthor: string | undefined;
  /** The program's version at the end of the title, if any. */
  release: string | undefined;
  // Computed on demand: most records are never compared by these.
  titleWords: () => Set<string>;
  titleParts: () => ReturnType<typeof partsOfTitle>;
  abstractStart: () => string;
  isDistinctive: () => boolean;
  isRubric: () => boolean;
  isPart: () => boolean;
};

export function toIdentity(paper: Paper): Identity {
  const { abstract = '' } = paper;
  const authors = paper.authors.map(familyName);
  const compared = comparedTitle(paper.title);
  const title = compared.letters;
  const place = isPreprint(paper) ? undefined : placeOf(paper);
  return {
    doi: paper.doi,
    publishedDoi: readPublishedDoi(paper),
    isPreprint: isPreprint(paper),
    isThesis: isThesisType(paper.publicationType),
    isArticle: !isPreprint(paper) && ARTICLE.test(paper.publicationType ?? ''),
    year: paper.year,
    arxiv: arxivKey(paper),
    key: isDerivedKey(paper) ? undefined : paper.key || undefined,
    firstAuthor: paper.authors[0],
    place,
    placeAndAuthor: place && placeKey(place, authors[0] || title),
    pmid: paper.pmid,
    pmcid: paper.pmcid,
    openAlex: paper.openAlexId,
    corpus: paper.corpusId,
    abstract,
    authors,
    givenTitle: paper.title,
    title: title === '' ? undefined : title,
    titleAndAuthor: titleKey(title, authors[0] ?? ''),
    release: readRelease(compared.text),
    titleWords: once(() => splitWords(compared.text)),
    titleParts: once(() => partsOfTitle(compared)),
    abstractStart: once(() => abstractStart(abstract)),
    isDistinctive: once(() => isDistinctiveTitle(compared.text)),
    isRubric: once(() => isRubric(compared.text)),
    isPart: once(() => isPart(compared.text)),
  };
}

/** DOIs of preprint servers; some registrants also publish journals, hence the second part. */
const PREPRINT_DOI =
  /^10\.(?:48550\/arxiv\.|1101\/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,}|64898\/|21203\/rs|20944\/preprints|26434\/chemrxiv|31234\/|31219\/|36227\/techrxiv|2139\/ssrn)/;
/** DOIs of deposits, one per version: the published version may have another DOI. */
const DEPOSIT_DOI = /^10\.(?:5281\/zenodo|6084\/m9\.figshare|17605\/osf)/;
const ARTICLE = /^(?:journal|conference|book series|review|letter|editorial)$/;
const PREPRINT_VENUE = /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|ssrn|research square|preprints)\b/i;

/** Whether the record is a version before peer review, by its own statement, type, DOI or venue. */
export function isPreprint({ isPrePrint, publicationType, doi, venue }: Paper): boolean {
  if (isPrePrint === true || publicationType === 'preprint' || publicationType === 'posted content') return true;
  return doi === undefined ? isPreprintVenue(venue ?? '') : PREPRINT_DOI.test(doi);
}

/** The DOI of the peer-reviewed version; a preprint's DOI counts only if arXiv names it. */
export function readPublishedDoi(paper: Paper): string | undefined {
  const { doi } = paper;
  if (doi === undefined || PREPRINT_DOI.test(doi) || DEPOSIT_DOI.test(doi)) return undefined;
  return isPreprint(paper) && arxivKey(paper) === undefined ? undefined : doi;
}

/** Whether a DOI is of a preprint or deposit. The published version then has a different DOI. */
export function isPreprintDoi(doi: string): boolean {
  return PREPRINT_DOI.test(doi) || DEPOSIT_DOI.test(doi);
}

export function isPreprintVenue(venue: string): boolean {
  return PREPRINT_VENUE.test(venue);
}

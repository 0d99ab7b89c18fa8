import { type Fields, fieldsOf, flagOf, idOf, listOf, numberOf, textOf, textsOf } from '../../lib/json.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { Format } from '../format.ts';
import { NO_OBJECT, type ParsedEntry } from '../parsed-entry.ts';

/** Semantic Scholar: answers of its Graph API (`citationCount`) and lines of its data sets (`citationcount`). */

/** Venues that are servers for preprints (SSRN has its eJournals); the data sets do not mark them otherwise. */
const PREPRINT_VENUE =
  /^(?:arxiv(?:\.org)?|biorxiv|medrxiv|ssrn.*|social science research network|.*\bejournal|research square|chemrxiv|psyarxiv|preprints.*)$/i;

function isSemanticScholar(json: Fields): boolean {
  return 'corpusid' in json || 'paperId' in json;
}

/** An entry as an import reads it: a paper, or its abstract or one-sentence summary, which have files of their own. */
export function readSemanticScholar(json: unknown): ParsedEntry {
  const entry = fieldsOf(json);
  if (entry !== json) return NO_OBJECT;
  const metadata = metadataFromSemanticScholar(entry);
  const { corpusId } = metadata;
  const isPart = !('title' in entry) && ('abstract' in entry || 'text' in entry);
  if (isPart && corpusId) {
    const abstract = textOf(entry.abstract);
    const summary = textOf(entry.text);
    if (!abstract && !summary) return { passedOver: 'an empty text' };
    return { completes: { corpusId, ...(abstract && { abstract }), ...(summary && { summary }) } };
  }
  return metadata.key ? { metadata } : { problem: 'it has neither a corpusid nor a paperId' };
}

/** The metadata of a paper in either spelling; everything may be missing or null, in references even the numbers. */
export function metadataFromSemanticScholar(paper: Fields): PaperInput {
  const ids = fieldsOf(paper.externalIds ?? paper.externalids);
  const journal = fieldsOf(paper.journal);
  const place = fieldsOf(paper.publicationVenue);
  const venue = textOf(journal.name) ?? textOf(place.name) ?? textOf(paper.venue);
  const openPdf = fieldsOf(paper.openAccessPdf);
  const types = textsOf(paper.publicationTypes ?? paper.publicationtypes);
  const arxivId = idOf(ids.ArXiv);
  const doi = idOf(ids.DOI);
  const corpusId = idOf(paper.corpusId ?? paper.corpusid ?? ids.CorpusId);
  const pmcid = idOf(ids.PubMedCentral)?.replace(/^PMC/i, '');
  const publishedAt = textOf(paper.publicationDate ?? paper.publicationdate);
  // A paper that is nowhere but on arXiv, or that only a server for preprints has.
  const isPrePrint =
    [textOf(paper.venue), venue].some((name) => PREPRINT_VENUE.test(name ?? '')) || (!venue && !!arxivId && !doi);
  const number = corpusId ?? idOf(paper.paperId);
  return {
    ...(number && { key: `s2:${number}` }),
    title: textOf(paper.title),
    abstract: textOf(paper.abstract),
    summary: textOf(fieldsOf(paper.tldr).text),
    authors: textsOf(listOf(paper.authors).map((author) => fieldsOf(author).name)),
    year: numberOf(paper.year),
    publishedAt,
    venue,
    volume: idOf(journal.volume),
    pages: idOf(journal.pages),
    issns: textsOf(place.issn).concat(textsOf(place.alternate_issns)),
    publicationType: isPrePrint ? 'preprint' : (venueType(textOf(place.type)) ?? typeOf(types)),
    studyTypes: types,
    fieldsOfStudy: [
      ...textsOf(listOf(paper.s2FieldsOfStudy ?? paper.s2fieldsofstudy).map((field) => fieldsOf(field).category)),
      ...textsOf(paper.fieldsOfStudy),
    ],
    citationCount: numberOf(paper.citationCount ?? paper.citationcount),
    influentialCitationCount: numberOf(paper.influentialCitationCount ?? paper.influentialcitationcount),
    referenceCount: numberOf(paper.referenceCount ?? paper.referencecount),
    isOpenAccess: flagOf(paper.isOpenAccess ?? paper.isopenaccess),
    isPrePrint,
    doi,
    arxivId,
    pmid: idOf(ids.PubMed),
    pmcid: pmcid && `PMC${pmcid}`,
    corpusId,
    link: textOf(paper.url),
    // Where it is on arXiv, its PDF is, too.
    pdfLink: pdfOf(openPdf.url) ?? (arxivId && `https://arxiv.org/pdf/${arxivId}`),
  };
}

/** The address of an open PDF; a DOI leads to the publisher's page instead. */
function pdfOf(url: unknown): string | undefined {
  const address = textOf(url);
  return address && /^https?:\/\/(?:dx\.|www\.)?doi\.org\//i.test(address) ? undefined : address;
}

function venueType(type: string | undefined): string | undefined {
  return type === 'journal' || type === 'conference' || type === 'book series' ? type : undefined;
}

/** The most telling of several types: a review in a journal is marked as both. */
function typeOf(types: readonly string[]): string | undefined {
  const mainType = ['Conference', 'JournalArticle', 'BookSection', 'Book'].find((type) => types.includes(type));
  if (mainType === 'BookSection') return 'book chapter';
  // Words run together: `ClinicalTrial` is `clinical trial`.
  return (mainType ?? types[0])?.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

export const format: Format = {
  name: 'semantic-scholar',
  title: 'Semantic Scholar',
  place: 170,
  read: {
    what: 'the data sets `papers`, and after it `abstracts` and `tldrs`, which complete the papers; saved API answers',
    json: { is: isSemanticScholar, signature: /"(?:corpusid|paperId)"\s*:/, read: readSemanticScholar },
  },
};

import { asFields, asFlag, asId, asList, asNumber, asText, asTexts, type Fields } from '../../lib/json.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { mostSpecificType } from '../../papers/source-words.ts';
import type { Format } from '../format.ts';
import { objectReader } from '../parsed-entry.ts';

/** Semantic Scholar: answers of its Graph API (`citationCount`) and lines of its data sets (`citationcount`). */

/** Venues that are preprint servers (SSRN has its eJournals); the data sets do not mark them otherwise. */
const PREPRINT_VENUE =
  /^(?:arxiv(?:\.org)?|biorxiv|medrxiv|ssrn.*|social science research network|.*\bejournal|research square|chemrxiv|psyarxiv|preprints.*)$/i;

/** Parses an entry for an import: a paper, or its abstract or one-sentence summary, which are in separate files. */
export const readSemanticScholar = objectReader((entry) => {
  const metadata = metadataFromSemanticScholar(entry);
  const { corpusId } = metadata;
  const isPart = !('title' in entry) && ('abstract' in entry || 'text' in entry);
  if (isPart && corpusId) {
    const abstract = asText(entry.abstract);
    const summary = asText(entry.text);
    if (!abstract && !summary) return { passedOver: 'an empty text' };
    return { completes: { corpusId, ...(abstract && { abstract }), ...(summary && { summary }) } };
  }
  return metadata.key ? { metadata } : { problem: 'it has neither a corpusid nor a paperId' };
});

/** The metadata of a paper in either spelling; everything may be missing or null, in references even the ids. */
export function metadataFromSemanticScholar(paper: Fields): PaperInput {
  const ids = asFields(paper.externalIds ?? paper.externalids);
  const journal = asFields(paper.journal);
  const publicationVenue = asFields(paper.publicationVenue);
  const venue = asText(journal.name) ?? asText(publicationVenue.name) ?? asText(paper.venue);
  const openPdf = asFields(paper.openAccessPdf);
  const types = asTexts(paper.publicationTypes ?? paper.publicationtypes);
  const arxivId = asId(ids.ArXiv);
  const doi = asId(ids.DOI);
  const corpusId = asId(paper.corpusId ?? paper.corpusid ?? ids.CorpusId);
  const pmcid = asId(ids.PubMedCentral)?.replace(/^PMC/i, '');
  const publishedAt = asText(paper.publicationDate ?? paper.publicationdate);
  // A paper that is only on arXiv, or only on a preprint server.
  const isPrePrint =
    [asText(paper.venue), venue].some((name) => PREPRINT_VENUE.test(name ?? '')) || (!venue && !!arxivId && !doi);
  const number = corpusId ?? asId(paper.paperId);
  return {
    ...(number && { key: `s2:${number}` }),
    title: asText(paper.title),
    abstract: asText(paper.abstract),
    summary: asText(asFields(paper.tldr).text),
    authors: asTexts(asList(paper.authors).map((author) => asFields(author).name)),
    dated: asId(paper.year) ?? publishedAt,
    year: asNumber(paper.year),
    publishedAt,
    venue,
    volume: asId(journal.volume),
    pages: asId(journal.pages),
    issns: asTexts(publicationVenue.issn).concat(asTexts(publicationVenue.alternate_issns)),
    publicationType: isPrePrint ? 'preprint' : (venueType(asText(publicationVenue.type)) ?? mostSpecificType(types)),
    studyTypes: types,
    fieldsOfStudy: [
      ...asTexts(asList(paper.s2FieldsOfStudy ?? paper.s2fieldsofstudy).map((field) => asFields(field).category)),
      ...asTexts(paper.fieldsOfStudy),
    ],
    citationCount: asNumber(paper.citationCount ?? paper.citationcount),
    influentialCitationCount: asNumber(paper.influentialCitationCount ?? paper.influentialcitationcount),
    referenceCount: asNumber(paper.referenceCount ?? paper.referencecount),
    isOpenAccess: asFlag(paper.isOpenAccess ?? paper.isopenaccess),
    isPrePrint,
    doi,
    arxivId,
    pmid: asId(ids.PubMed),
    pmcid: pmcid && `PMC${pmcid}`,
    corpusId,
    link: asText(paper.url),
    // A paper on arXiv always has a PDF there.
    pdfLink: readPdfLink(openPdf.url) ?? (arxivId && `https://arxiv.org/pdf/${arxivId}`),
  };
}

/** The URL of an open PDF; a DOI leads to the publisher's page instead. */
function readPdfLink(url: unknown): string | undefined {
  const address = asText(url);
  return address && /^https?:\/\/(?:dx\.|www\.)?doi\.org\//i.test(address) ? undefined : address;
}

function venueType(type: string | undefined): string | undefined {
  return type === 'journal' || type === 'conference' || type === 'book series' ? type : undefined;
}

export const format: Format = {
  name: 'semantic-scholar',
  title: 'Semantic Scholar',
  place: 170,
  read: {
    what: 'the data sets `papers`, and after it `abstracts` and `tldrs`, which complete the papers; saved API answers',
    json: {
      is: (json) => 'corpusid' in json || 'paperId' in json,
      signature: /"(?:corpusid|paperId)"\s*:/,
      read: readSemanticScholar,
    },
  },
};

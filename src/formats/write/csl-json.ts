import { omitEmpty } from '../../lib/omit-undefined.ts';
import { type Citation, type Kind, toCitation } from '../../papers/citation.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { Person } from '../../papers/people.ts';
import { quartileSourceName } from '../../papers/vocabulary.ts';
import type { ExportedPaper } from './export-formats.ts';

/** Item types of CSL 1.0.2, which has no type of its own for preprints but tells them by their genre. */
const TYPES: Record<Kind, string> = {
  article: 'article-journal',
  'conference paper': 'paper-conference',
  chapter: 'chapter',
  book: 'book',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  preprint: 'article',
  other: 'document',
};

/**
 * CSL-JSON, one item a line, for Zotero, Pandoc and CSL styles. What CSL has no variable for is under `custom`; commas
 * in keywords become blanks.
 */
export function writeCslJson(papers: readonly ExportedPaper[]): string {
  return papers.length === 0 ? '[]\n' : `[\n${papers.map((paper) => JSON.stringify(itemOf(paper))).join(',\n')}\n]\n`;
}

function itemOf({ ref, key, paper, sameAs }: ExportedPaper): Record<string, unknown> {
  const citation = toCitation(paper);
  const { kind, people, issued, doi, link, arxiv } = citation;
  return omitEmpty({
    id: key,
    'citation-key': key,
    type: TYPES[kind],
    genre: kind === 'preprint' ? 'preprint' : undefined,
    title: citation.title,
    author: people.map(nameOf),
    issued: issued.length > 0 ? { 'date-parts': [issued] } : undefined,
    'container-title': citation.venue,
    volume: citation.volume,
    issue: citation.issue,
    page: citation.pages,
    editor: citation.editorPeople.map(nameOf),
    ISBN: citation.isbns?.join(', '),
    language: citation.language,
    publisher: citation.publisher,
    DOI: doi,
    URL: doi === undefined ? link : doiLink(doi),
    PMID: citation.pmid,
    PMCID: citation.pmcid,
    ISSN: citation.issns?.join(', '),
    status: citation.isRetracted ? 'retracted' : undefined,
    note: citation.retractionNote,
    number: kind === 'preprint' && arxiv ? `arXiv:${arxiv.id}` : undefined,
    abstract: citation.abstract,
    keyword: citation.fieldsOfStudy.map((field) => field.replaceAll(',', ' ').replaceAll(/ +/g, ' ').trim()).join(', '),
    custom: omitEmpty({ ref, sameAs, ...customFields(citation) }),
  });
}

function customFields(citation: Citation): Record<string, unknown> {
  return {
    publicationType: citation.publicationType,
    quartile: citation.quartile,
    quartileSource: quartileSourceName(citation.quartileSource, citation.quartileYear),
    citations: citation.citationCount,
    influentialCitations: citation.influentialCitationCount,
    references: citation.referenceCount,
    openAccess: citation.isOpenAccess,
    preprint: citation.isPrePrint,
    downloadable: citation.downloadable,
    link: citation.link,
    pdfLink: citation.pdfLink,
    summary: citation.summary,
    country: citation.country,
    score: citation.score,
    engine: citation.engine,
    retracted: citation.isRetracted,
    retraction: citation.retraction,
    arxivId: citation.arxiv?.id,
    openAlexId: citation.openAlexId,
    corpusId: citation.corpusId,
  };
}

function nameOf(person: Person): Record<string, unknown> {
  if (person.family === undefined) return { literal: person.literal };
  const { family, given, particle, suffix } = person;
  return omitEmpty({ family, given, 'non-dropping-particle': particle, suffix });
}

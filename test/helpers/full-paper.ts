import type { Paper } from '../../src/papers/paper.ts';

/** A paper with every field set, each to a value of its own; `npm run types` fails when one is forgotten. */
export function fullPaper(changes: Partial<Paper> = {}): Required<Paper> {
  return {
    key: 'key-1',
    title: 'Frozen lakes remember winds',
    abstract: 'Ice keeps traces. They last.',
    summary: 'Ice remembers.',
    authors: ['Ada Lovelace', 'Alan Turing'],
    year: 2021,
    publishedAt: '2021-03-04',
    venue: 'Journal of Ice',
    publisher: 'North Press',
    country: 'Norway',
    quartile: 'Q2',
    quartileSource: 'scimago',
    quartileYear: 2020,
    publicationType: 'journal',
    fieldsOfStudy: ['Physics', 'Geology'],
    citationCount: 17,
    influentialCitationCount: 3,
    referenceCount: 41,
    isOpenAccess: true,
    isPrePrint: false,
    downloadable: true,
    doi: '10.1234/ice.5',
    arxivId: '2101.00001',
    pmid: '31452104',
    pmcid: 'PMC6712345',
    openAlexId: 'W2741809807',
    corpusId: '215416146',
    issns: ['1234-5679', '2434-561X'],
    isRetracted: true,
    link: 'https://example.org/ice',
    pdfLink: 'https://example.org/ice.pdf',
    foundIn: ['openalex', 'crossref'],
    provenance: {
      title: { from: 'crossref', on: '2026-11-20' },
      isRetracted: { from: 'openalex', on: '2026-11-21' },
    },
    ...changes,
  };
}

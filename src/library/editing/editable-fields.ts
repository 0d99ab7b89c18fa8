/** The fields of a paper that a user can edit. */
export const EDITABLE_FIELDS = [
  ...(['title', 'abstract', 'summary', 'authors', 'editors', 'year', 'publishedAt', 'venue'] as const),
  ...([
    'publisher',
    'publisherPlace',
    'edition',
    'series',
    'seriesNumber',
    'volume',
    'issue',
    'pages',
    'isbns',
    'issns',
    'language',
    'type',
  ] as const),
  ...(['doi', 'arxivId', 'pmid', 'pmcid', 'link', 'pdfLink', 'citationKey', 'tags', 'notes'] as const),
] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];

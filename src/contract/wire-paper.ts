import * as z from 'zod';

const text = z.string().nullish().catch(undefined);
const number = z.number().nullish().catch(undefined);
const flag = z.boolean().nullish().catch(undefined);

/**
 * A paper as the service sends it (part B). Tolerant, as part C asks: any field may be missing, null or of another
 * type (then it counts as missing), and unknown fields are kept.
 */
export const wirePaperSchema = z.looseObject({
  id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(undefined),
  title: text,
  abstract: text,
  /** One sentence about the paper's content. */
  tldr: text,
  doi: text,
  journalName: text,
  publicationType: text,
  publishedAt: text,
  /** Names, separated by commas. */
  authors: text,
  /** Family names by whole name, if readers would get them wrong: an addition of the embedded service. */
  familyNames: z.record(z.string(), z.string()).nullish().catch(undefined),
  year: number,
  /** 0 to 1 in the embedded service. */
  score: number,
  fieldsOfStudy: z.array(z.string()).nullish().catch(undefined),
  impactFactor: z
    .looseObject({ citationCount: number, influentialCitationCount: number, referenceCount: number })
    .nullish()
    .catch(undefined),
  isOpenAccess: flag,
  isPrePrint: flag,
  hasMoreAuthors: flag,
  downloadable: flag,
  link: text,
  pdfLink: text,
  titleLink: text,
  semanticLink: text,
  engine: text,
  /** Identifiers of the work elsewhere: an addition of the embedded service. */
  arxivId: text,
  pmid: text,
  pmcid: text,
  openAlexId: text,
  corpusId: text,
  /** ISSNs of the venue as `1234-567X`: an addition of the embedded service. */
  issns: z.array(z.string()).nullish().catch(undefined),
  /** Study designs reported by sources (`systematic-review`): an addition of the embedded service. */
  studyTypes: z.array(z.string()).nullish().catch(undefined),
  /**
   * Keywords and notes, and the databases that the user's files came from: additions of the embedded service, for
   * papers of the user's library.
   */
  keywords: z.array(z.string()).nullish().catch(undefined),
  notes: z.array(z.string()).nullish().catch(undefined),
  databases: z
    .array(z.looseObject({ name: text, accessionNumber: text }))
    .nullish()
    .catch(undefined),
  publisherPlace: text,
  edition: text,
  series: text,
  seriesNumber: text,
  /** Volume, issue and pages in a journal or book, with editors: additions of the embedded service. */
  volume: text,
  issue: text,
  pages: text,
  editors: z.array(z.string()).nullish().catch(undefined),
  isbns: z.array(z.string()).nullish().catch(undefined),
  language: text,
  isRetracted: flag,
  /** Notices, concerns and corrections, with source, day and reason: an addition of the embedded service. */
  retraction: z.looseObject({ kind: text, from: text, date: text, asOf: text }).nullish().catch(undefined),
  /** The works it cites in the same answer (`openalex:W1`, `doi:10.1234/a`): an addition of the embedded service. */
  referencedWorks: z.array(z.string()).nullish().catch(undefined),
  /** Citation key, type and fields of its imported BibTeX entry. */
  bibtex: z
    .looseObject({ key: text, type: text, fields: z.record(z.string(), z.string()).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  /** The source and day of each field. */
  provenance: z
    .record(z.string(), z.looseObject({ from: z.string(), on: z.string() }))
    .nullish()
    .catch(undefined),
  v_country: text,
  v_journal_name: text,
  v_publisher: text,
  /** Q1 to Q4. */
  v_quartile_ranking: text,
  /**
   * `scimago` (a file of the user) or `openalex-computed` (ours), and the year of the ranking: an addition of the
   * embedded service.
   */
  quartileSource: text,
  quartileYear: number,
});

export type WirePaper = z.output<typeof wirePaperSchema>;

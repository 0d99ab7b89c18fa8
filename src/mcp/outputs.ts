import * as z from 'zod';
import { POOLS } from '../contract/credits.ts';
import { LIVE_SOURCE_NAMES } from '../contract/source-facts.ts';
import { DESIGNS } from '../papers/design/designs.ts';
import { MATCH_CLASSES } from '../papers/relevance/match-classes.ts';
import { RETRACTION_KINDS } from '../papers/retraction/notes.ts';

/**
 * Types that several tools return in `structuredContent`. test/e2e/answer-schemas.slow.test.ts checks real answers of
 * all tools against their schemas: a returned field without a description fails.
 */

export const text = z.string();
export const texts = z.array(z.string());
export const count = z.int();
export const counts = z.record(z.string(), z.number());
const named = z.record(z.string(), z.string());

export const mode = z.enum(['hosted', 'embedded']);
export const remarks = { notes: texts.optional(), next: text.optional() };

const job = z.object({
  ref: text,
  jobId: text.nullable(),
  operation: text,
  status: text,
  createdAt: text,
  reused: z.boolean(),
  ageSeconds: count.optional(),
  serviceProgress: z.record(z.string(), z.union([text, z.number()])).optional(),
  askAgainSeconds: count.optional(),
});

export const credits = z.object({
  cost: count,
  pool: z.enum(POOLS),
  charged: z.enum(['no', 'yes', 'unknown']),
  balance: z.number().optional(),
});

export const page = z.object({ offset: count, count, total: count, nextOffset: count.nullable() });

export const marks = {
  retracted: z.literal(true).optional(),
  retraction: z
    .object({
      kind: z.enum(RETRACTION_KINDS),
      from: text,
      date: text.optional(),
      asOf: text.optional(),
      reasons: texts.optional(),
    })
    .optional(),
};

/** A paper in searches and look-ups. */
const compactPaper = {
  ref: text,
  ...marks,
  match: z.enum(MATCH_CLASSES).optional(),
  title: text.optional(),
  authors: text.optional(),
  moreAuthors: count.optional(),
  year: z.number().optional(),
  venue: text.optional(),
  citations: z.number().optional(),
  design: z.enum(DESIGNS).optional(),
  doi: text.optional(),
  openAccess: z.boolean().optional(),
  link: text.optional(),
  summary: text.optional(),
  removedCharacters: count.optional(),
};

/** Fields that a page of a job adds to a paper. */
const pagePaper = {
  ...compactPaper,
  citedWithin: count.optional(),
  inLibrary: z.boolean().optional(),
  decision: text.optional(),
  suggested: text.optional(),
  sameAs: texts.optional(),
  leftOut: texts.optional(),
};

/** Of several jobs, those that found a paper. */
const foundBy = texts.optional();

/** All fields: views `abstract` and `full`. */
const wholePaper = {
  ...pagePaper,
  foundBy,
  /** Keywords of the search, not of the paper. */
  searchKeywordsMet: texts.optional(),
  abstract: text.optional(),
  id: text.optional(),
  type: text.optional(),
  publishedAt: text.optional(),
  fieldsOfStudy: texts.optional(),
  influentialCitations: z.number().optional(),
  references: z.number().optional(),
  quartile: text.optional(),
  quartileSource: text.optional(),
  retractionStatus: text.optional(),
  keywords: texts.optional(),
  notes: texts.optional(),
  databases: texts.optional(),
  publisher: text.optional(),
  publisherPlace: text.optional(),
  edition: text.optional(),
  series: text.optional(),
  seriesNumber: text.optional(),
  volume: text.optional(),
  issue: text.optional(),
  pages: text.optional(),
  editors: text.optional(),
  isbns: texts.optional(),
  language: text.optional(),
  country: text.optional(),
  preprint: z.boolean().optional(),
  downloadable: z.boolean().optional(),
  pdfLink: text.optional(),
  semanticLink: text.optional(),
  doiLink: text.optional(),
  score: z.number().optional(),
  engine: text.optional(),
  arxivId: text.optional(),
  pmid: text.optional(),
  pmcid: text.optional(),
  openAlexId: text.optional(),
  corpusId: text.optional(),
  issns: texts.optional(),
  citationKey: text.optional(),
  bibtex: named.optional(),
  sources: texts.optional(),
  ledBy: texts.optional(),
  provenance: named.optional(),
  enriched: named.optional(),
  explanation: z
    .object({ words: counts.optional(), similarity: z.number().optional(), ranks: counts.optional() })
    .optional(),
};

export const known = z.object({ retraction: count, of: count, tableOf: text.optional() });

function answerWith(paper: z.ZodRawShape) {
  return {
    mode,
    job,
    credits: credits.optional(),
    relevance: z
      .object({
        ...(Object.fromEntries(MATCH_CLASSES.map((name) => [name, count])) as Record<
          (typeof MATCH_CLASSES)[number],
          typeof count
        >),
        keywords: counts.optional(),
      })
      .optional(),
    known: known.optional(),
    whereRead: text.optional(),
    page: page.extend({ folded: count.optional() }).optional(),
    papers: z.array(z.object(paper)).optional(),
    facets: z.record(z.string(), counts).optional(),
    ...remarks,
  };
}

/** Of several jobs, what each contributes. */
const searches = z
  .array(
    z.object({
      job: text,
      about: text,
      status: text.optional(),
      papers: count.optional(),
      of: count.optional(),
      onlyHere: count.optional(),
      added: count.optional(),
    }),
  )
  .optional();

/** Only a job's papers. */
export const jobOutput = z.object({ ...answerWith(wholePaper), searches });

/** Papers found by a search, or related to another paper. */
export const foundOutput = z.object(answerWith(pagePaper));

/** Papers found by the parts of a question. */
export const fusedOutput = z.object({ ...answerWith({ ...pagePaper, foundBy }), searches });

export const lookUpItem = z.object({
  item: text,
  found: z.enum(['exact', 'likely', 'none', 'unchecked', 'not-a-reference']).optional(),
  mayBeInvented: z.literal(true).optional(),
  class: text.optional(),
  papers: z.array(z.object({ ...compactPaper, differs: texts.optional(), notCompared: texts.optional() })),
  papersInLibrary: count.optional(),
  namesInLibrary: count.optional(),
  authors: z
    .array(
      z.object({
        id: text,
        name: text,
        affiliation: text.optional(),
        works: count.optional(),
        citations: count.optional(),
        orcid: text.optional(),
      }),
    )
    .optional(),
  note: text.optional(),
});

/** A row of the check of a draft: a reference, a quotation or a sentence. */
const draftRow = z.object({
  kind: z.enum(['reference', 'quotation', 'statement']),
  at: count.optional(),
  cited: text.optional(),
  reference: text.optional(),
  verdict: text.optional(),
  class: text.optional(),
  mayBeInvented: z.literal(true).optional(),
  isUncited: z.literal(true).optional(),
  ref: text.optional(),
  ...marks,
  title: text.optional(),
  differs: texts.optional(),
  notCompared: texts.optional(),
  note: text.optional(),
  quote: text.optional(),
  place: text.optional(),
  text: text.optional(),
  differences: z.array(z.object({ quote: text, document: text })).optional(),
  sentence: text.optional(),
  passage: text.optional(),
  numbers: z.object({ agree: texts, absent: texts }).optional(),
});
const tallies = z.record(z.string(), count);

/** Of items, or of a draft (`rows`). */
export const lookUpOutput = z.object({
  mode: mode.optional(),
  job: job.optional(),
  credits: credits.optional(),
  items: z.array(lookUpItem).optional(),
  unit: text.optional(),
  counts: z
    .object({
      citations: count,
      references: tallies,
      quotations: tallies,
      statements: z.object({ all: count, withPassage: count }),
      addresses: count,
    })
    .optional(),
  rows: z.array(draftRow).optional(),
  page: z.object({ offset: count, total: count, nextOffset: count.nullable() }).optional(),
  jobs: texts.optional(),
  asked: z
    .array(
      z.object({
        source: z.enum(['library', ...LIVE_SOURCE_NAMES]),
        outcome: z.enum(['answered', 'failed', 'not-asked']),
        works: count.optional(),
      }),
    )
    .optional(),
  ...remarks,
});

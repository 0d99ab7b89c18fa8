import { createHash } from 'node:crypto';
import type { ChoosingRow } from '../../contract/filter-table.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { IndexedPaper } from '../../library/engine/index/index-reader.ts';
import { toIndexed } from '../../library/engine/index/indexed-paper.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { ANALYSIS_VERSION, forEachToken } from '../../papers/analysis/tokenizer.ts';
import { hasPdf } from '../../papers/open-access.ts';
import type { Paper } from '../../papers/paper.ts';

/** How papers are stored in the engine: our own terms as words, the fields for filters, and the record. */

/** A word in the title counts as this many in the abstract. */
const TITLE_TIMES = 3;
/** The engine's tokeniser would split longer words. */
const MAX_WORD_LENGTH = 255;

/** The version that searches require of an index. Other versions must be reloaded. */
export const INDEX_VERSION = { schema: 2, analysis: ANALYSIS_VERSION, titleTimes: TITLE_TIMES };

type FilterField = {
  name: string;
  mapping: { type: string };
  read: (paper: Paper, indexed: IndexedPaper) => unknown;
};

/** The document field of each filter field. An unknown value is absent. */
export const FILTER_FIELDS: Record<ChoosingRow['field'], FilterField> = {
  year: { name: 'year', mapping: { type: 'short' }, read: (_, { year }) => year },
  citationCount: { name: 'citations', mapping: { type: 'integer' }, read: (_, { citations }) => citations },
  publicationType: {
    name: 'type',
    mapping: { type: 'keyword' },
    read: (_, { publicationType }) => publicationType,
  },
  fieldsOfStudy: {
    name: 'fields',
    mapping: { type: 'keyword' },
    read: ({ fieldsOfStudy }) => (fieldsOfStudy.length > 0 ? fieldsOfStudy : undefined),
  },
  // 1 for Q1.
  quartile: { name: 'quartile', mapping: { type: 'byte' }, read: (_, { quartile }) => quartile },
  isOpenAccess: { name: 'openAccess', mapping: { type: 'boolean' }, read: (_, { isOpenAccess }) => isOpenAccess },
  downloadable: { name: 'downloadable', mapping: { type: 'boolean' }, read: hasPdf },
};

function ofFields<Value>(value: (field: FilterField) => Value): Record<string, Value> {
  return Object.fromEntries(Object.values(FILTER_FIELDS).map((field) => [field.name, value(field)]));
}

/** Settings and mappings of the index of papers. */
export const PAPERS_INDEX = {
  settings: {
    index: {
      refresh_interval: '30s',
      similarity: { words: { type: 'BM25', k1: 1.2, b: 0.75 } },
    },
  },
  mappings: {
    dynamic: 'strict',
    _meta: { paperqueue: INDEX_VERSION },
    _source: { excludes: ['words'] },
    properties: {
      words: { type: 'text', analyzer: 'whitespace', similarity: 'words', index_options: 'freqs' },
      ...ofFields(({ mapping }) => mapping),
      // A random number: the first papers in its order are a sample of all papers.
      sample: { type: 'integer' },
      record: { type: 'object', enabled: false },
    },
  },
};

/** The document of a paper. An unknown field is absent, and so passes no filter. */
export function toDocument(paper: Paper): Record<string, unknown> {
  const indexed = toIndexed(paper, 1);
  const { title, abstract, summary } = indexed;
  const words = [...Array(TITLE_TIMES).fill(title), abstract, summary].join('\n');
  return omitUndefined({
    words: termsOf(words),
    ...ofFields(({ read }) => read(paper, indexed)),
    sample: createHash('sha1').update(paper.key).digest().readUInt32LE() >>> 1,
    record: paper,
  });
}

function termsOf(text: string): string {
  const terms: string[] = [];
  forEachTerm(text, (term) => terms.push(term));
  return terms.join(' ');
}

/** Calls `call` with each term of a text in the engine's form; returns the number of words. */
export function forEachTerm(text: string, call: (term: string) => void): number {
  return forEachToken(text, (word) => {
    const term = cachedStem(word);
    if (term.length <= MAX_WORD_LENGTH) call(term);
  });
}

/** A cache of stems: stemming takes most of the loading time, and few words make up most of all texts. */
const stems = new Map<string, string>();
const MAX_CACHED_STEMS = 100_000;

function cachedStem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  const term = stem(word);
  stems.set(word, term);
  return term;
}

/** The engine's id of a paper, at most 512 bytes. */
export function documentId({ key }: Pick<Paper, 'key'>): string {
  return Buffer.byteLength(key) <= 512 ? key : createHash('sha256').update(key).digest('hex');
}

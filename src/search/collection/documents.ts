import { createHash } from 'node:crypto';
import type { ChoosingRow } from '../../contract/filter-table.ts';
import type { IndexedPaper } from '../../library/engine/index/index-reader.ts';
import { toIndexed } from '../../library/engine/index/indexed-paper.ts';
import { createVectorWriter } from '../../library/engine/index/segment/vector-segment.ts';
import { ANALYSIS_VERSION } from '../../papers/analysis/tokenizer.ts';
import type { Paper } from '../../papers/paper.ts';
import { writeVector } from './stored-vector.ts';

/** How papers are stored in the engine: our own terms as words, the fields for filters, and the record. */

/** A word in the title counts as this many in the abstract. */
const TITLE_TIMES = 3;

/** The version that searches require of an index. Other versions must be reloaded. */
export const INDEX_VERSION = { schema: 3, analysis: ANALYSIS_VERSION, titleTimes: TITLE_TIMES };

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
  downloadable: {
    name: 'downloadable',
    mapping: { type: 'boolean' },
    // As `hasPdf` of the paper. A paper that is not open certainly has none.
    read: (_, { isDownloadable, isOpenAccess }) => isDownloadable || (isOpenAccess === false ? false : undefined),
  },
};
const FIELDS = Object.values(FILTER_FIELDS);

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
    // Stored as it was sent: an engine that has to leave something out stores the rest a second time.
    properties: {
      words: { type: 'text', analyzer: 'whitespace', similarity: 'words', index_options: 'freqs' },
      vector: { type: 'binary', doc_values: true },
      ...Object.fromEntries(FIELDS.map(({ name, mapping }) => [name, mapping])),
      // A random number: the first papers in its order are a sample of all papers.
      sample: { type: 'integer' },
      record: { type: 'object', enabled: false },
    },
  },
};

type PaperDocument = { id: string; document: Record<string, unknown> };

/** Makes the document of a paper. An unknown field is absent, and so passes no filter. */
export type DocumentWriter = (paper: Paper) => PaperDocument;

export function createDocumentWriter(): DocumentWriter {
  const vectors = createVectorWriter();
  return (paper) => {
    const id = documentId(paper);
    const indexed = toIndexed(paper, 1);
    const { vector, words } = vectors.write(indexed, TITLE_TIMES);
    const document: Record<string, unknown> = { words, vector: writeVector({ id, vector }) };
    // JSON leaves out what is undefined.
    for (const { name, read } of FIELDS) document[name] = read(paper, indexed);
    document.sample = createHash('sha1').update(paper.key).digest().readUInt32LE() >>> 1;
    document.record = paper;
    return { id, document };
  };
}

/** The engine's id of a paper, at most 512 bytes. */
function documentId({ key }: Pick<Paper, 'key'>): string {
  return Buffer.byteLength(key) <= 512 ? key : createHash('sha256').update(key).digest('hex');
}

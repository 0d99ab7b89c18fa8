import { type MetadataColumns, MetadataFlag } from '../../../../src/library/engine/index/index-columns.ts';
import {
  type FieldTotals,
  type IndexedPaper,
  type IndexSnapshot,
  packFrequencies,
  type SegmentReader,
} from '../../../../src/library/engine/index/index-reader.ts';
import {
  MAX_INDEXED_WORDS,
  MAX_TITLE_STAND_IN_WORDS,
} from '../../../../src/library/engine/index/segment/segment-format.ts';
import { stem } from '../../../../src/papers/analysis/stem.ts';
import { FUNCTION_STEMS } from '../../../../src/papers/analysis/stop-words.ts';
import { forEachToken } from '../../../../src/papers/analysis/tokenizer.ts';

/** A word of a paper: where it stands and in which field that counts. */
type Occurrence = { term: string; position: number; field: keyof Lengths | 'fullText' };
type Lengths = { title: number; abstract: number; summary: number };
type Entry = { term: string; frequencies: number };
type ReadPaper = { paper: IndexedPaper; lengths: Lengths; entries: Entry[] };

/** Papers that are read once, however often they are asked about; a paper never changes, it is replaced. */
const read = new WeakMap<IndexedPaper, ReadPaper>();

/**
 * The simplest possible index, over plain lists: one segment, nothing deleted, every answer from the papers themselves.
 * It shares only the tokens and the numbers of the form with the real one.
 */
export function naiveSnapshot(papers: Iterable<IndexedPaper>): IndexSnapshot {
  return { segments: [naiveSegment([...papers].sort((a, b) => a.id - b.id).map(readPaper))] };
}

function naiveSegment(papers: readonly ReadPaper[]): SegmentReader {
  const postings = new Map<string, { slot: number; entry: Entry }[]>();
  papers.forEach(({ entries }, docId) => {
    for (const entry of entries) {
      const known = postings.get(entry.term);
      if (known) known.push({ slot: docId, entry });
      else postings.set(entry.term, [{ slot: docId, entry }]);
    }
  });
  const terms = [...postings.keys()].sort(byBytes);
  const termIds = new Map(terms.map((term, termId) => [term, termId]));
  const of = (termId: number) => postings.get(terms[termId] as string) ?? [];
  const count = (field: keyof Lengths) => papers.reduce((sum, { lengths }) => sum + lengths[field], 0);
  const having = (field: keyof Lengths) => papers.filter(({ lengths }) => lengths[field] > 0).length;
  const totals: FieldTotals = {
    title: count('title'),
    abstract: count('abstract'),
    summary: count('summary'),
    withTitle: having('title'),
    withAbstract: having('abstract'),
    withSummary: having('summary'),
  };
  return {
    maxDoc: papers.length,
    papers: papers.length,
    totals,
    ids: Int32Array.from(papers, ({ paper }) => paper.id),
    metadata: metadataOf(papers.map(({ paper }) => paper)),
    lengths: {
      title: Uint16Array.from(papers, ({ lengths }) => lengths.title),
      abstract: Uint16Array.from(papers, ({ lengths }) => lengths.abstract),
      summary: Uint16Array.from(papers, ({ lengths }) => lengths.summary),
    },
    contentTerms: Uint16Array.from(papers, ({ entries }) => entries.filter(isContentTerm).length),
    contentTitleTerms: Uint16Array.from(
      papers,
      ({ entries }) => entries.filter(isContentTerm).filter(isInTitle).length,
    ),
    isDeleted: () => false,
    isCounted: () => true,
    hasDeleted: false,
    terms: terms.length,
    findTerm: (term) => termIds.get(term) ?? -1,
    termAt: (termId) => terms[termId] as string,
    documentFrequency: (termId) => of(termId).length,
    fullTextFrequency: (termId) => of(termId).filter(({ entry }) => entry.frequencies === 0).length,
    postings: (termId) => ({
      count: of(termId).length,
      docIds: Int32Array.from(of(termId), ({ slot: docId }) => docId),
      frequencies: Uint8Array.from(of(termId), ({ entry }) => entry.frequencies),
    }),
    termVector(docId) {
      const entries = (papers[docId] as ReadPaper).entries
        .map(({ term, frequencies }) => ({ number: termIds.get(term) as number, frequencies }))
        .sort((a, b) => a.number - b.number);
      return {
        count: entries.length,
        terms: Int32Array.from(entries, ({ number: termId }) => termId),
        frequencies: Uint8Array.from(entries, ({ frequencies }) => frequencies),
      };
    },
  };
}

function readPaper(paper: IndexedPaper): ReadPaper {
  const known = read.get(paper);
  if (known) return known;
  const title = wordsOf(paper.title, 0);
  const abstract = wordsOf(paper.abstract, title.end);
  const summary = wordsOf(paper.summary, abstract.end);
  const fullText = wordsOf(paper.fullText ?? '', summary.end);
  // The beginning of an abstract stands for the title that is missing.
  const standIn = title.length > 0 ? 0 : Math.min(MAX_TITLE_STAND_IN_WORDS, Math.floor(abstract.length / 2));
  const titleEnd = abstract.start + standIn;
  const all: Occurrence[] = [
    ...title.words.map((word): Occurrence => ({ ...word, field: 'title' })),
    ...abstract.words.map((word): Occurrence => ({ ...word, field: word.position < titleEnd ? 'title' : 'abstract' })),
    ...summary.words.map((word): Occurrence => ({ ...word, field: 'summary' })),
    ...fullText.words.map((word): Occurrence => ({ ...word, field: 'fullText' })),
  ];
  const byTerm = new Map<string, Occurrence[]>();
  for (const occurrence of all) {
    const known = byTerm.get(occurrence.term);
    if (known) known.push(occurrence);
    else byTerm.set(occurrence.term, [occurrence]);
  }
  const made: ReadPaper = {
    paper,
    lengths: { title: title.length + standIn, abstract: abstract.length - standIn, summary: summary.length },
    entries: [...byTerm].map(([term, occurrences]) => entryOf(term, occurrences)),
  };
  read.set(paper, made);
  return made;
}

function entryOf(term: string, occurrences: readonly Occurrence[]): Entry {
  const inField = (name: Occurrence['field']) => occurrences.filter(({ field }) => field === name).length;
  return {
    term,
    frequencies: packFrequencies(inField('title'), inField('abstract'), inField('summary')),
  };
}

/** The words of a field that begins at this place, as far as a paper's words count. */
function wordsOf(text: string, start: number) {
  const words: { term: string; position: number }[] = [];
  if (start >= MAX_INDEXED_WORDS) return { words, start, length: 0, end: start };
  const positions = forEachToken(text, (word, position) => {
    if (start + position < MAX_INDEXED_WORDS) words.push({ term: stem(word), position: start + position });
  });
  const length = Math.min(positions, MAX_INDEXED_WORDS - start);
  return { words, start, length, end: start + length };
}

function metadataOf(papers: readonly IndexedPaper[]): MetadataColumns {
  const publicationTypes = [...new Set(['', ...papers.map(({ publicationType = '' }) => publicationType)])];
  return {
    year: Int16Array.from(papers, ({ year = 0 }) => year),
    citations: Int32Array.from(papers, ({ citations = -1 }) => citations),
    influentialCitations: Int32Array.from(papers, ({ influentialCitations = -1 }) => influentialCitations),
    references: Int32Array.from(papers, ({ references = -1 }) => references),
    publicationType: Uint16Array.from(papers, ({ publicationType = '' }) => publicationTypes.indexOf(publicationType)),
    publicationTypes,
    fieldBits: Int32Array.from(papers, ({ fieldBits }) => fieldBits),
    quartile: Uint8Array.from(papers, ({ quartile = 0 }) => quartile),
    flags: Uint8Array.from(papers, ({ isOpenAccess, isDownloadable }) => {
      const known = isOpenAccess === undefined ? 0 : MetadataFlag.openAccessKnown;
      return known + (isOpenAccess ? MetadataFlag.openAccess : 0) + (isDownloadable ? MetadataFlag.downloadable : 0);
    }),
  };
}

function isContentTerm({ term, frequencies }: Entry): boolean {
  return frequencies !== 0 && !FUNCTION_STEMS.has(term);
}

function isInTitle({ frequencies }: Entry): boolean {
  // The two lowest bits.
  return frequencies % 4 > 0;
}

function byBytes(a: string, b: string): number {
  return Buffer.from(a).compare(Buffer.from(b));
}

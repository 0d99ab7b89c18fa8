import type { IndexSnapshot, SegmentReader } from '../../../../src/library/engine/index/index-reader.ts';

/**
 * All facts in a snapshot, by papers' ids and by terms, whatever its segments, docIds and term ids: two snapshots of
 * the same papers have equal descriptions. Throws if a snapshot contradicts itself.
 */
export function describeSnapshot({ segments }: IndexSnapshot): string {
  const papers = new Map<number, unknown>();
  const terms = new Map<string, { documentFrequency: number; postings: Map<number, unknown> }>();
  const totals: Record<string, number> = {};
  for (const segment of segments) {
    describePapers(segment, papers);
    describeTerms(segment, terms);
    for (const [name, value] of Object.entries(segment.totals)) totals[name] = (totals[name] ?? 0) + value;
  }
  for (const [term, { documentFrequency, postings }] of terms) {
    if (documentFrequency !== postings.size)
      throw new Error(`${term} is in ${postings.size} papers, not ${documentFrequency}`);
    // What only deleted papers hold is there until a merge.
    if (documentFrequency === 0) terms.delete(term);
  }
  const sorted = <T>(map: Map<number, T>) => [...map].sort(([a], [b]) => a - b);
  return JSON.stringify({
    totals: segments.length > 0 ? totals : undefined,
    papers: sorted(papers),
    terms: [...terms]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([term, { documentFrequency, postings }]) => [term, documentFrequency, sorted(postings)]),
  });
}

/** No segment at all and one without papers tell the same. */
export function isEmpty({ segments }: IndexSnapshot): boolean {
  return segments.every(({ papers }) => papers === 0);
}

function describePapers(segment: SegmentReader, papers: Map<number, unknown>): void {
  let there = 0;
  for (let docId = 0; docId < segment.maxDoc; docId += 1) {
    if (segment.isDeleted(docId)) continue;
    there += 1;
    const id = segment.ids[docId] as number;
    if (papers.has(id)) throw new Error(`paper ${id} is there twice`);
    const { metadata: facts, lengths } = segment;
    papers.set(id, {
      year: facts.year[docId],
      citations: [facts.citations[docId], facts.influentialCitations[docId], facts.references[docId]],
      type: facts.publicationTypes[facts.publicationType[docId] as number],
      bits: [facts.fieldBits[docId], facts.quartile[docId], facts.flags[docId]],
      lengths: [lengths.title[docId], lengths.abstract[docId], lengths.summary[docId]],
      telling: [segment.contentTerms[docId], segment.contentTitleTerms[docId]],
      vector: vectorOf(segment, docId),
    });
  }
  if (there !== segment.papers) throw new Error(`${there} papers are there, not ${segment.papers}`);
  if (segment.hasDeleted !== there < segment.maxDoc)
    throw new Error('hasDeleted does not say whether papers are deleted');
}

function vectorOf(segment: SegmentReader, docId: number): unknown[] {
  const { count, terms, frequencies } = segment.termVector(docId);
  return Array.from({ length: count }, (_, at) => {
    if (at > 0 && (terms[at] as number) <= (terms[at - 1] as number)) throw new Error('a term vector does not ascend');
    return [segment.termAt(terms[at] as number), frequencies[at]];
  });
}

function describeTerms(
  segment: SegmentReader,
  terms: Map<string, { documentFrequency: number; postings: Map<number, unknown> }>,
) {
  let before: Buffer | undefined;
  for (let termId = 0; termId < segment.terms; termId += 1) {
    const term = segment.termAt(termId);
    const bytes = Buffer.from(term);
    if (before && before.compare(bytes) >= 0) throw new Error(`the term ${term} is out of order`);
    before = bytes;
    if (segment.findTerm(term) !== termId) throw new Error(`the term ${term} is not found`);
    const known = terms.get(term) ?? { documentFrequency: 0, postings: new Map() };
    known.documentFrequency += segment.documentFrequency(termId);
    const postings = postingsOf(segment, termId);
    const inTexts = postings.filter(([, frequency]) => frequency === 0).length;
    if (segment.fullTextFrequency(termId) !== inTexts)
      throw new Error(
        `${inTexts} papers have ${term} in the full text alone, not ${segment.fullTextFrequency(termId)}`,
      );
    for (const [id, posting] of postings) known.postings.set(id, posting);
    terms.set(term, known);
  }
}

/** Of the papers that are there. */
function postingsOf(segment: SegmentReader, termId: number): [number, unknown][] {
  const { count, docIds, frequencies } = segment.postings(termId);
  const held = Array.from({ length: count }, (_, at) => ({ slot: docIds[at] as number, frequency: frequencies[at] }));
  return held.flatMap(({ slot: docId, frequency }): [number, unknown][] => {
    if (segment.isDeleted(docId)) return [];
    return [[segment.ids[docId] as number, frequency]];
  });
}

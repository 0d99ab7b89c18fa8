import type { IndexPart, IndexSnapshot } from '../../../src/engine/index/index-reader.ts';

/**
 * Everything that a snapshot tells, by papers' ids and by terms, whatever its parts, slots and term numbers are: two
 * snapshots of the same papers have equal descriptions. Throws where a snapshot contradicts itself.
 */
export function describeSnapshot({ parts }: IndexSnapshot): string {
  const papers = new Map<number, unknown>();
  const terms = new Map<string, { papersWith: number; postings: Map<number, unknown> }>();
  const totals: Record<string, number> = {};
  for (const part of parts) {
    describePapers(part, papers);
    describeTerms(part, terms);
    for (const [name, value] of Object.entries(part.totals)) totals[name] = (totals[name] ?? 0) + value;
  }
  for (const [term, { papersWith, postings }] of terms) {
    if (papersWith !== postings.size) throw new Error(`${term} is in ${postings.size} papers, not ${papersWith}`);
    // What only deleted papers hold is there until a merge.
    if (papersWith === 0) terms.delete(term);
  }
  const sorted = <T>(map: Map<number, T>) => [...map].sort(([a], [b]) => a - b);
  return JSON.stringify({
    totals: parts.length > 0 ? totals : undefined,
    papers: sorted(papers),
    terms: [...terms]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([term, { papersWith, postings }]) => [term, papersWith, sorted(postings)]),
  });
}

/** No part at all and one without papers tell the same. */
export function isEmpty({ parts }: IndexSnapshot): boolean {
  return parts.every(({ papers }) => papers === 0);
}

function describePapers(part: IndexPart, papers: Map<number, unknown>): void {
  let there = 0;
  for (let slot = 0; slot < part.slots; slot += 1) {
    if (part.isDeleted(slot)) continue;
    there += 1;
    const id = part.ids[slot] as number;
    if (papers.has(id)) throw new Error(`paper ${id} is there twice`);
    const { facts, lengths } = part;
    papers.set(id, {
      year: facts.year[slot],
      citations: [facts.citations[slot], facts.influentialCitations[slot], facts.references[slot]],
      type: facts.publicationTypes[facts.publicationType[slot] as number],
      bits: [facts.fieldBits[slot], facts.quartile[slot], facts.flags[slot]],
      lengths: [lengths.title[slot], lengths.abstract[slot], lengths.summary[slot]],
      telling: [part.tellingTerms[slot], part.tellingTitleTerms[slot]],
      vector: vectorOf(part, slot),
    });
  }
  if (there !== part.papers) throw new Error(`${there} papers are there, not ${part.papers}`);
  if (part.hasDeleted !== there < part.slots) throw new Error('hasDeleted does not say whether papers are deleted');
}

function vectorOf(part: IndexPart, slot: number): unknown[] {
  const { count, terms, frequencies } = part.vector(slot);
  return Array.from({ length: count }, (_, at) => {
    if (at > 0 && (terms[at] as number) <= (terms[at - 1] as number)) throw new Error('a term vector does not ascend');
    return [part.termAt(terms[at] as number), frequencies[at]];
  });
}

function describeTerms(part: IndexPart, terms: Map<string, { papersWith: number; postings: Map<number, unknown> }>) {
  let before: Buffer | undefined;
  for (let number = 0; number < part.terms; number += 1) {
    const term = part.termAt(number);
    const bytes = Buffer.from(term);
    if (before && before.compare(bytes) >= 0) throw new Error(`the term ${term} is out of order`);
    before = bytes;
    if (part.findTerm(term) !== number) throw new Error(`the term ${term} is not found`);
    const known = terms.get(term) ?? { papersWith: 0, postings: new Map() };
    known.papersWith += part.papersWith(number);
    for (const [id, posting] of postingsOf(part, number)) known.postings.set(id, posting);
    terms.set(term, known);
  }
}

/** Of the papers that are there. */
function postingsOf(part: IndexPart, number: number): [number, unknown][] {
  const { count, slots, frequencies } = part.postings(number);
  const held = Array.from({ length: count }, (_, at) => ({ slot: slots[at] as number, frequency: frequencies[at] }));
  return held.flatMap(({ slot, frequency }): [number, unknown][] => {
    if (part.isDeleted(slot)) return [];
    return [[part.ids[slot] as number, frequency]];
  });
}

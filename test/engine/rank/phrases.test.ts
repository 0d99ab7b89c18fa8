import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/engine/analysis/stem.ts';
import type { IndexedPaper, IndexPart } from '../../../src/engine/index/port.ts';
import { findPhrase } from '../../../src/engine/rank/phrases.ts';
import { placedWords } from '../analysis/words-of.ts';
import { indexed, partOf, titled } from './indexed-papers.ts';

type Word = { term: string; offset: number };

/** What the index finds, as the ids of papers with how often each holds the phrase. */
function found(part: IndexPart, words: readonly Word[]): [id: number, count: number][] {
  const phrase = words.map(({ term, offset }) => ({ number: part.findTerm(stem(term)), offset }));
  return findPhrase(part, phrase).map(({ slot, count }) => [part.ids[slot] as number, count]);
}

/** The same by looking at every place of every field. */
function scan(papers: readonly IndexedPaper[], words: readonly Word[]): [id: number, count: number][] {
  return papers.flatMap(({ id, title, abstract, summary }): [number, number][] => {
    let count = 0;
    for (const field of [title, abstract, summary]) {
      const held = new Set(placedWords(field).map(({ word, place }) => `${word} ${place}`));
      for (let begin = -20; begin < 40; begin += 1) {
        if (words.every(({ term, offset }) => held.has(`${term} ${begin + offset}`))) count += 1;
      }
    }
    return count > 0 ? [[id, count]] : [];
  });
}

const inOrder = (...terms: string[]) => terms.map((term, offset) => ({ term, offset }));

describe('a phrase', () => {
  const titles = ['red blood cell', 'blood red cell', 'red cell of blood', 'red blood red blood', 'blood'];

  it('is found where its words stand in their order, as often as they do', () => {
    const part = partOf(titled(...titles));
    expect(found(part, inOrder('red', 'blood'))).toEqual([
      [1, 1],
      [4, 2],
    ]);
    expect(found(part, inOrder('red', 'blood', 'cell'))).toEqual([[1, 1]]);
    expect(found(part, inOrder('blood'))).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 1],
    ]);
  });

  it('may have other words between its own', () => {
    const part = partOf(titled(...titles));
    const words = [
      { term: 'cell', offset: 0 },
      { term: 'blood', offset: 2 },
    ];
    expect(found(part, words)).toEqual([[3, 1]]);
  });

  it('of no words, or of one that nobody has, is nowhere', () => {
    const part = partOf(titled(...titles));
    expect(found(part, [])).toEqual([]);
    expect(found(part, inOrder('red', 'zyzzyva'))).toEqual([]);
  });

  it('does not reach from one field into the next', () => {
    const both = partOf([indexed({ id: 1, title: 'red', abstract: 'blood', summary: 'cell' })]);
    expect(found(both, inOrder('red', 'blood'))).toEqual([]);
    expect(found(both, inOrder('blood', 'cell'))).toEqual([]);
  });

  it('is found in the parts of compounds and in their joined forms', () => {
    const compounds = partOf(titled('beta-block drug', 'beta block drug', 'betablock drug'));
    expect(found(compounds, inOrder('beta', 'block', 'drug'))).toEqual([
      [1, 1],
      [2, 1],
    ]);
    // The joined form has the place of its first part.
    expect(found(compounds, inOrder('betablock', 'drug'))).toEqual([[3, 1]]);
  });
});

it('a scan of all places finds the same', () => {
  const WORDS = ['red', 'blood', 'cell', 'red-cell', '深度红', 'x'];
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 9 }).map((words) => words.join(' '));
  const texts = fc.array(fc.record({ title: text, abstract: text, summary: text }), { minLength: 1, maxLength: 8 });
  const terms = ['red', 'blood', 'cell', 'redcell', '深度', '度红', 'x', 'zyzzyva'];
  const word = fc.record({ term: fc.constantFrom(...terms), offset: fc.integer({ min: 0, max: 4 }) });
  const phrases = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, phrases, (all, asked) => {
      const papers = all.map((facts, at) => indexed({ id: at + 1, ...facts, title: `cell ${facts.title}` }));
      const part = partOf(papers);
      for (const words of asked) expect(found(part, words)).toEqual(scan(papers, words));
    }),
    { seed: 14, numRuns: 60 },
  );
});

import { expect, it } from 'vitest';
import { AGREEMENTS, CONTRADICTIONS } from '../../src/papers/works/matching.ts';

/** The rules as a reader sees them: changing one is a decision, which shows here. */

it('agreements, in the order in which they are applied, with the verdict in a trusted list and across sources', () => {
  expect(AGREEMENTS.map(({ evidence, kind, verdict }) => [evidence, kind, ...Object.values(verdict)])).toEqual([
    ['equal DOI', 'identifier', 'same', 'same'],
    ['equal arXiv number', 'identifier', 'same', 'same'],
    ['equal key', 'identifier', 'same', 'same'],
    ['equal number at PubMed', 'identifier', 'same', 'same'],
    ['equal number at PubMed Central', 'identifier', 'same', 'same'],
    ['equal number at OpenAlex', 'identifier', 'same', 'same'],
    ['equal number at Semantic Scholar', 'identifier', 'same', 'same'],
    ['title and first author, the years agree', 'title', 'same', 'undecided'],
    [
      'title and first author, the years agree, and the title is distinctive or something else confirms it',
      'title',
      'undecided',
      'same',
    ],
    ['distinctive title or abstract, one thing is missing or off by a little', 'near-title', 'undecided', 'same'],
    ['volume, first page and first author, one title is part of the other', 'place', 'undecided', 'same'],
    ['equal title, authors, year and abstract, whatever the identifiers', 'copy', 'same', 'undecided'],
  ]);
});

it('contradictions, with the verdict against an identifier and against a title', () => {
  const rows = CONTRADICTIONS.map(({ evidence, verdict: { identifier, title } }) => [
    evidence,
    ...Object.values(identifier),
    ...Object.values(title),
  ]);
  expect(rows).toEqual([
    ['different DOIs of published versions', 'different', 'different', 'different', 'different'],
    ['different arXiv numbers', 'undecided', 'undecided', 'different', 'different'],
    [
      'a thesis on one side, an article or a DOI that the thesis lacks on the other',
      ...['undecided', 'undecided', 'different', 'different'],
    ],
    ['different numbers at PubMed', 'undecided', 'undecided', 'undecided', 'different'],
    ['a first author whom the other does not have', 'undecided', 'undecided', 'undecided', 'different'],
    ['abstracts that have little in common', 'undecided', 'undecided', 'undecided', 'different'],
    ['another volume, page, venue or kind of publication', 'undecided', 'undecided', 'different', 'different'],
    ['years of published versions that lie apart', 'undecided', 'undecided', 'undecided', 'different'],
  ]);
});

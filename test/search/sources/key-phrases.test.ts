import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUERY } from '../../../src/contract/rules.ts';
import { stem } from '../../../src/papers/analysis/stem.ts';
import { ACADEMIC_WORDS, FUNCTION_WORDS } from '../../../src/papers/analysis/stop-words.ts';
import { keyPhrases, type TermStats } from '../../../src/search/sources/key-phrases.ts';

/** A collection in which these words stand in so many of 1,000 papers, any other in one. */
function collection(counts: Record<string, number> = {}): TermStats {
  const byStem = new Map(Object.entries(counts).map(([word, count]) => [stem(word), count]));
  return { papers: 1_000, documentFrequency: (term) => byStem.get(term) ?? 1 };
}

const phrasesOf = (text: string, counts: Record<string, number> = {}, most = 24) =>
  keyPhrases(text, collection(counts), most);
const wordsOf = (phrases: readonly string[]) => phrases.filter((phrase) => !phrase.includes(' '));

describe('the words of a text', () => {
  it('come by how rare they are', () => {
    expect(wordsOf(phrasesOf('wind, mussel, shore', { wind: 500, shore: 90 }))).toEqual(['mussel', 'shore', 'wind']);
  });

  it('come by how often the text has them, which soon says no more', () => {
    const padding = 'x1, '.repeat(60);
    const text = `${padding} raft, ${'shore, '.repeat(3)} mussel`;
    expect(wordsOf(phrasesOf(text, { x1: 999 })).slice(0, 1)).toEqual(['shore']);
    const often = `${padding} ${'shore, '.repeat(40)} ${'mussel, '.repeat(4)}`;
    expect(wordsOf(phrasesOf(often, { x1: 999, shore: 300 }))[0]).toBe('mussel');
  });

  it('count more where the text begins', () => {
    const rest = 'and '.repeat(80);
    expect(wordsOf(phrasesOf(`raft, ${rest} mussel`))).toEqual(['raft', 'mussel']);
    expect(wordsOf(phrasesOf(`mussel, ${rest} raft`))).toEqual(['mussel', 'raft']);
  });

  it('are one in whatever form, in the form that comes first', () => {
    expect(wordsOf(phrasesOf('Mussels, mussel; MUSSEL. Rafts'))).toEqual(['mussels', 'rafts']);
  });

  it('are no boilerplate, function words, numbers or single letters', () => {
    const boilerplate = [...FUNCTION_WORDS, ...ACADEMIC_WORDS].join(' ');
    expect(phrasesOf(`${boilerplate}. 2020, 3.5, 1999-2004, a b c`)).toEqual([]);
    expect(phrasesOf('This study aims to examine the effects of barnacles on 12 hulls')).toEqual(
      expect.arrayContaining(['barnacles', 'hulls']),
    );
  });

  it('are no parts of addresses, DOIs and arXiv numbers', () => {
    const text =
      'Owls as in https://www.owls.example/wings?a=b, doi:10.5555/feathers.17, arXiv:2101.00001 and www.owls.example';
    expect(keyPhrases(text, { papers: 10, documentFrequency: () => 1 }, 10)).toEqual(['owls']);
  });

  it('may hold signs within', () => {
    expect(phrasesOf('CRISPR-Cas9; node.js; l’eau; co-2 O’Brien')).toEqual(
      expect.arrayContaining(['crispr-cas9', 'node.js', 'l’eau', 'co-2', 'o’brien']),
    );
  });
});

describe('the phrases of a text', () => {
  it('are words that stand together, two for one phrase', () => {
    expect(phrasesOf('blue mussel')).toEqual(['blue', 'mussel', 'blue mussel']);
  });

  it.each([
    ['a function word', 'mussel of shore'],
    ['boilerplate', 'mussel results shore'],
    ['a comma', 'mussel, shore'],
    ['the end of a sentence', 'mussel. Shore'],
    ['a line of dashes', 'mussel -- shore'],
    ['a bracket', 'mussel (shore'],
    ['a number', 'mussel 2020 shore'],
  ])('do not reach over %s', (_what, text) => {
    expect(phrasesOf(text).filter((phrase) => phrase.includes(' '))).toEqual([]);
  });

  it('have up to three words, and none is part of another', () => {
    const phrases = phrasesOf('blue mussel larvae settlement').filter((phrase) => phrase.includes(' '));
    expect(phrases.length).toBeGreaterThan(0);
    for (const phrase of phrases) {
      expect(phrase.split(' ').length).toBeLessThanOrEqual(3);
      expect(phrases.filter((other) => other !== phrase && other.includes(phrase))).toEqual([]);
    }
  });

  it('that the text repeats come first', () => {
    const text = 'Rock pools, kelp forests, rock pools, salt marsh, rock pools';
    expect(phrasesOf(text).filter((phrase) => phrase.includes(' '))[0]).toBe('rock pools');
  });
});

describe('scripts without spaces', () => {
  it('give what stands between their signs', () => {
    expect(phrasesOf('水質監測。感測器網絡、')).toEqual(expect.arrayContaining(['水質監測', '感測器網絡']));
  });

  it.each(['การตรวจสอบคุณภาพน้ำ', 'रोग का प्रसार', 'دراسة جودة المياه', '水'])('are no failure: %s', (text) => {
    const phrases = phrasesOf(text);
    expect(phrases.every((phrase) => phrase.trim() !== '')).toBe(true);
  });
});

/** What a sigma becomes depends on what follows it, also across signs. */
const withoutFinalForms = (text: string) => text.replaceAll('ς', 'σ');

describe('any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(fc.constantFrom('mussel', 'beds', 'of', 'the', 'study', 'Shore', ',', '.', '12', 'x-ray', '水質'), {
        maxLength: 80,
      })
      .map((words) => words.join(' ')),
  );

  it('gives at most so many phrases, each once, in lower case, out of its own words, and always the same', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 24 }), (given, most) => {
        const phrases = phrasesOf(given, {}, most);
        expect(phrases.length).toBeLessThanOrEqual(most);
        expect(new Set(phrases).size).toBe(phrases.length);
        const lower = withoutFinalForms(given.toLowerCase().replace(/\s+/g, ' '));
        for (const phrase of phrases) {
          expect(phrase).toBe(phrase.toLowerCase());
          expect(lower).toContain(withoutFinalForms(phrase));
          for (const word of phrase.split(' '))
            expect(FUNCTION_WORDS.has(word) || ACADEMIC_WORDS.has(word)).toBe(false);
        }
        expect(phrasesOf(given, {}, most)).toEqual(phrases);
      }),
    );
  });

  it('with fewer wanted gives the first of those', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 10 }), (given, most) => {
        expect(phrasesOf(given, {}, most)).toEqual(phrasesOf(given).slice(0, most));
      }),
    );
  });

  it.each(['', ' \n', '?!', '.'.repeat(QUERY.max)])('that says nothing gives nothing: %j', (given) => {
    expect(phrasesOf(given)).toEqual([]);
  });

  it('as long as a request may have gives no more than what is asked for, whatever it is made of', () => {
    const words = Array.from({ length: QUERY.max / 5 }, (_, place) => `w${place.toString(36)}x`).join(' ');
    for (const given of [words, '水'.repeat(QUERY.max), 'mussel '.repeat(QUERY.max / 7), 'a-'.repeat(QUERY.max / 2)])
      expect(phrasesOf(given.slice(0, QUERY.max)).length).toBeLessThanOrEqual(24);
  });
});

import { describe, expect, it } from 'vitest';
import type { RequestBody } from '../../../../src/contract/requests.ts';
import { RANKING } from '../../../../src/library/engine/rank/constants.ts';
import type { CollectionStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { weighQuery } from '../../../../src/library/engine/rank/weighted-query.ts';
import { queryOf } from '../../../helpers/query.ts';

const {
  academicWordWeight,
  joinedFormWeight,
  singleCharacterWeight,
  keywordEvenness,
  keywordWeight,
  keywordsBesideText,
} = RANKING;

/** A collection that knows of every term the same, but for those that are given. */
function collection(frequencies: Record<string, number> = {}): CollectionStatistics {
  const find = (term: string) => ({ term, termIds: [], documentFrequency: 1, idf: frequencies[term] ?? 1 });
  const idfOfAll = (terms: readonly string[]) => Math.max(0, ...terms.map((term) => find(term).idf));
  return { find, idfOfAll } as unknown as CollectionStatistics;
}

/** The weight of each term of a request. */
function weightsOf(body: RequestBody, frequencies: Record<string, number> = {}): Record<string, number> {
  const { terms } = weighQuery(queryOf(body), collection(frequencies));
  return Object.fromEntries(terms.map(({ term, weight }) => [term, weight]));
}

const total = (weights: Record<string, number>) => Object.values(weights).reduce((sum, weight) => sum + weight, 0);

/** What a keyword's terms weigh when they would weigh `sum` by themselves. */
const evened = (sum: number) => sum * (keywordWeight / sum) ** keywordEvenness;

describe('the words of a keyword', () => {
  it('are counted as stems, heavier the rarer they are', () => {
    const weights = weightsOf({ keywords: ['hepatic carcinomas'] }, { hepat: 2, carcinoma: 6 });
    expect(Object.keys(weights)).toEqual(['carcinoma', 'hepat']);
    expect(weights.carcinoma).toBeCloseTo(3 * (weights.hepat as number), 10);
    expect(total(weights)).toBeCloseTo(evened(8), 10);
  });

  it('keep the word as it was asked', () => {
    const { terms } = weighQuery(queryOf({ keywords: ['Carcinomas'] }), collection());
    expect(terms).toMatchObject([{ term: 'carcinoma', word: 'carcinomas' }]);
  });

  it('of function weigh nothing, academic ones little', () => {
    const weights = weightsOf({ keywords: ['a study of the liver'] });
    expect(Object.keys(weights)).toEqual(['liver', 'studi']);
    expect(weights.studi).toBeCloseTo(academicWordWeight * (weights.liver as number), 10);
  });

  it('count all when there are none but words of function', () => {
    expect(Object.keys(weightsOf({ keywords: ['To be or not to be'] })).sort()).toEqual(['be', 'not', 'or', 'to']);
    expect(Object.keys(weightsOf({ keywords: ['The Who'] })).sort()).toEqual(['the', 'who']);
  });

  it('count once, however often the keyword has them', () => {
    expect(weightsOf({ keywords: ['liver liver livers'] })).toEqual(weightsOf({ keywords: ['liver'] }));
  });

  it('that are joined or of one sign count less', () => {
    const weights = weightsOf({ keywords: ['beta-blocker x 7 深'] });
    const whole = weights.beta as number;
    expect(weights.betablock).toBeCloseTo(joinedFormWeight * whole, 10);
    expect(weights.x).toBeCloseTo(singleCharacterWeight * whole, 10);
    expect(weights['7']).toBeCloseTo(singleCharacterWeight * whole, 10);
    expect(weights.深).toBeCloseTo(whole, 10);
  });

  it('that no paper holds are left out', () => {
    expect(Object.keys(weightsOf({ keywords: ['liver zyzzyva'] }, { zyzzyva: 0 }))).toEqual(['liver']);
    expect(weightsOf({ keywords: ['zyzzyva'] }, { zyzzyva: 0 })).toEqual({});
  });
});

describe('several keywords', () => {
  it('of many or rare words do not drown the others', () => {
    const frequencies = { liver: 5, kidnei: 5, spleen: 5, pancrea: 5 };
    const weights = weightsOf({ keywords: ['liver', 'kidney spleen pancreas'] }, frequencies);
    const weighed = (...terms: string[]) => terms.reduce((sum, term) => sum + (weights[term] as number), 0);
    const [few, many] = [weighed('liver'), weighed('kidnei', 'spleen', 'pancrea')];
    expect(few).toBeCloseTo(evened(5), 10);
    expect(many).toBeCloseTo(evened(15), 10);
    expect(many / few).toBeLessThan(15 / 5);
  });

  it('that are common beside the rarest weigh less, the more so the fewer there are', () => {
    const frequencies = { surviv: 2, zyzzyva: 0, cranial: 8, irradi: 8, spleen: 8, kidnei: 8, pancrea: 8 };
    const shareOf = (keywords: string[]) => (weightsOf({ keywords }, frequencies).surviv as number) / evened(2);
    const [few, many] = [shareOf(['cranial', 'survival']), shareOf(['cranial', 'survival', 'spleen', 'kidney'])];
    expect(few).toBeCloseTo((2 / (0.9 * 8)) ** (3 / 2), 10);
    expect(many).toBeCloseTo((2 / (0.9 * 8)) ** (3 / 4), 10);
    expect(shareOf(['survival'])).toBeCloseTo(1, 10);
    // In no paper: it says nothing about the others.
    expect(shareOf(['zyzzyva', 'survival'])).toBeCloseTo(1, 10);
  });

  it('add up where they share a word', () => {
    const weights = weightsOf({ keywords: ['liver', 'Livers', 'kidney'] });
    expect(weights.liver).toBeCloseTo(2 * (weights.kidnei as number), 10);
  });

  it('of no words at all are nothing', () => {
    const query = weighQuery(queryOf({ keywords: ['...', '–', 'liver'] }), collection());
    expect(query.terms.map(({ term }) => term)).toEqual(['liver']);
    expect(query.keywords.map(({ terms }) => terms)).toEqual([[], [], ['liver']]);
  });
});

describe('a text', () => {
  it('counts a word that it repeats more, but not in proportion', () => {
    const weights = weightsOf({ query: 'liver kidney kidney spleen spleen spleen' });
    const [one, two, three] = [weights.liver, weights.kidnei, weights.spleen] as [number, number, number];
    expect(one).toBeCloseTo(1, 10);
    const k3 = RANKING.k3;
    expect(two).toBeCloseTo((2 * (k3 + 1)) / (2 + k3), 10);
    expect(three).toBeGreaterThan(two);
    expect(three).toBeLessThan(k3 + 1);
  });

  it('is cut to its best terms', () => {
    const names = Array.from({ length: 60 }, (_, at) => `word${at}`);
    const frequencies = Object.fromEntries(names.map((name, at) => [name, 1 + at]));
    const { terms, minorTerms } = weighQuery(queryOf({ query: names.join(' ') }), collection(frequencies));
    const best = names.slice(-RANKING.maxTextTerms).reverse();
    expect(terms.map(({ term }) => term)).toEqual(best);
    expect(minorTerms.map(({ term }) => term)).toEqual(names.slice(0, -RANKING.maxTextTerms).reverse());
  });

  it('of equal terms is cut by their order, whatever the order of the text', () => {
    const names = Array.from({ length: 60 }, (_, at) => `word${at + 10}`);
    const first = Object.keys(weightsOf({ query: names.join(' ') }));
    expect(first).toEqual(names.slice(0, RANKING.maxTextTerms));
    expect(Object.keys(weightsOf({ query: [...names].reverse().join(' ') }))).toEqual(first);
  });
});

describe('keywords together with a text', () => {
  const text = { query: 'spleen and kidney and pancreas disorders of the newborn' };
  const words = { keywords: ['liver', 'hepatitis'] };

  it('weigh more than alone, whatever the length of the text', () => {
    const byKeywords = total(weightsOf(words));
    for (const query of [text.query, `${text.query} and of the lung, the heart and the brain`]) {
      const both = weightsOf({ query, ...words });
      expect((both.liver as number) + (both.hepat as number)).toBeCloseTo(keywordsBesideText * byKeywords, 10);
      expect(total(both)).toBeCloseTo(keywordsBesideText * byKeywords + total(weightsOf({ query })), 10);
    }
  });

  it('add up with its words', () => {
    const both = weightsOf({ query: 'liver spleen', keywords: ['liver'] });
    expect(both.liver).toBeCloseTo(1 + keywordsBesideText * evened(1), 10);
  });

  it('of unknown words leave it as it is, and the other way round', () => {
    const unknown = { zyzzyva: 0 };
    expect(weightsOf({ ...text, keywords: ['zyzzyva'] }, unknown)).toEqual(weightsOf(text));
    expect(weightsOf({ query: 'zyzzyva', ...words }, unknown)).toEqual(weightsOf(words));
  });
});

describe('the words that a keyword is covered by', () => {
  const termsOf = (keyword: string) => {
    const [parsed] = weighQuery(queryOf({ keywords: [keyword] }), collection()).keywords;
    return parsed?.terms.join(' ');
  };

  it.each([
    ['liver', 'liver'],
    ['randomized controlled trials', 'random control trial'],
    ['cancer of the lung', 'cancer lung'],
    ['the cancer', 'cancer'],
    ['beta-blocker therapy', 'beta blocker therapi'],
    ['New York New Jersey', 'new york new jersei'],
    ['to be or not to be', 'to be or not to be'],
    ['!', ''],
  ])('of %s are %s', (keyword, terms) => {
    expect(termsOf(keyword)).toBe(terms);
  });
});

it('an empty request is an empty query', () => {
  expect(weighQuery(queryOf({}), collection())).toEqual({ terms: [], keywords: [], minorTerms: [] });
  expect(weighQuery(queryOf({ keywords: [], query: '' }), collection())).toEqual({
    terms: [],
    keywords: [],
    minorTerms: [],
  });
});

it('terms of equal weight stand in the order of their letters', () => {
  expect(Object.keys(weightsOf({ query: 'gamma alpha delta beta' }))).toEqual(['alpha', 'beta', 'delta', 'gamma']);
});

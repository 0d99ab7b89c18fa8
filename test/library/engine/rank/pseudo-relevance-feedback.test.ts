import { describe, expect, it } from 'vitest';
import type { IndexSnapshot } from '../../../../src/library/engine/index/index-reader.ts';
import { FEEDBACK } from '../../../../src/library/engine/rank/constants.ts';
import {
  feedbackShare,
  measureClarity,
  pseudoRelevanceFeedback,
} from '../../../../src/library/engine/rank/pseudo-relevance-feedback.ts';
import { rank } from '../../../../src/library/engine/rank/ranker.ts';
import { readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { weighQuery } from '../../../../src/library/engine/rank/weighted-query.ts';
import { queryOf } from '../../../helpers/query.ts';
import { indexed, indexOf } from './indexed-papers.ts';

/** Papers on the liver with these words beside it, among many others. */
function library(beside: readonly string[], others: readonly string[] = []) {
  const fillers = Array.from({ length: 200 - others.length }, (_, at) => `filler${at} rock${at} sand${at}`);
  const titles = [...beside.map((words) => `liver ${words}`), ...others, ...fillers];
  return indexOf([titles.map((title, at) => indexed({ id: at + 1, title }))]);
}

/** What is fed back for a search for the liver. */
function relatedTo(snapshot: IndexSnapshot) {
  const statistics = readStatistics(snapshot);
  const query = weighQuery(queryOf({ keywords: ['liver'] }), statistics);
  return rank(snapshot, query, statistics, { count: 1, accept: () => undefined }).related;
}

const namesOf = (snapshot: IndexSnapshot) => relatedTo(snapshot).map(({ term }) => term);

const FIVE = ['bile duct', 'bile duct', 'bile duct stone', 'bile', 'gall'];

describe('the words that are fed back', () => {
  it('are what the best papers have in common, with what was asked', () => {
    const related = relatedTo(library(FIVE));
    expect(related.map(({ term }) => term)).toEqual(expect.arrayContaining(['liver', 'bile', 'duct']));
    for (const { weight } of related) expect(weight).toBeGreaterThan(0);
  });

  it('weigh the more the more of the best papers have them', () => {
    const weights = new Map(relatedTo(library(FIVE)).map(({ term, weight }) => [term, weight]));
    expect(weights.get('bile')).toBeGreaterThan(weights.get('duct') as number);
  });

  it('are the heaviest first, each once', () => {
    const related = relatedTo(library(FIVE));
    const sizes = related.map(({ weight }) => weight);
    expect(sizes[0]).toBe(Math.max(...sizes));
    expect(new Set(related.map(({ term }) => term)).size).toBe(related.length);
  });

  it('are none that hardly a paper has', () => {
    expect(namesOf(library(FIVE))).not.toContain('gall');
    expect(namesOf(library(FIVE))).not.toContain('stone');
    expect(namesOf(library(FIVE, ['stone', 'stone']))).toContain('stone');
  });

  it('are none that too many papers have', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `bile filler${at}`);
    const share = FEEDBACK.maxShareOfPapers * 205;
    expect(namesOf(library(FIVE, many(Math.floor(share) - 4)))).toContain('bile');
    expect(namesOf(library(FIVE, many(Math.ceil(share) - 3)))).not.toContain('bile');
  });

  it('are no words of function or of academic prose, no numbers and no single letters', () => {
    const beside = Array.from({ length: 5 }, () => 'bile of the results studies x 7 2020 0.05');
    expect(namesOf(library(beside)).sort()).toEqual(['bile', 'liver']);
  });

  it('are query words also where they are common', () => {
    const others = Array.from({ length: 60 }, (_, at) => `liver sand${at}`);
    expect(namesOf(library(FIVE, others))).toContain('liver');
  });

  it('are no more than a certain number', () => {
    const words = Array.from({ length: 3 * FEEDBACK.terms }, (_, at) => `term${at}`).join(' ');
    expect(relatedTo(library(Array(6).fill(words)))).toHaveLength(FEEDBACK.terms);
  });

  it('are the same however the papers are spread over segments', () => {
    const titles = [...FIVE.map((words) => `liver ${words}`), ...Array.from({ length: 60 }, (_, at) => `sand${at}`)];
    const papers = titles.map((title, at) => indexed({ id: at + 1, title }));
    const spread = [0, 1, 2].map((list) => papers.filter(({ id }) => id % 3 === list));
    expect(relatedTo(indexOf(spread))).toEqual(relatedTo(indexOf([papers])));
  });
});

it('of no papers nothing is fed back', () => {
  const snapshot = library(FIVE);
  const statistics = readStatistics(snapshot);
  expect(
    pseudoRelevanceFeedback(snapshot, weighQuery(queryOf({ keywords: ['liver'] }), statistics), [], statistics),
  ).toEqual([]);
});

describe('the share of the feedback', () => {
  const withTerms = (count: number) => ({
    terms: Array.from({ length: count }, (_, at) => ({ term: `term${at}`, word: `term${at}`, weight: 1 })),
  });

  it('is whole for a short question, and falls in proportion to the terms of a long one', () => {
    expect(feedbackShare(withTerms(1))).toBe(FEEDBACK.weight);
    expect(feedbackShare(withTerms(12))).toBe(FEEDBACK.weight);
    expect(feedbackShare(withTerms(24))).toBeCloseTo(FEEDBACK.weight / 2, 10);
    expect(feedbackShare(withTerms(48))).toBeCloseTo(FEEDBACK.weight / 4, 10);
  });
});

describe('the clarity of a first list', () => {
  const ofTerms = (count: number, keywords: string[] = []) => ({
    terms: Array.from({ length: count }, (_, at) => ({ term: `term${at}`, word: `term${at}`, weight: 1 })),
    keywords: keywords.map((keyword) => ({ keyword, terms: [keyword] })),
  });
  const listOf = (scores: readonly number[]) =>
    scores.map((score, at) => ({ segmentIndex: 0, docId: at, id: at + 1, score }));
  const alike = (count: number) => listOf(Array<number>(count).fill(0.7));

  it('is whole if up to half of the papers that feedback goes by count alike, and falls to none', () => {
    const clarities = [5, 10, 15, 20, 30].map((count) => measureClarity(alike(count), ofTerms(4)));
    expect(clarities).toEqual([1, 1, 0.5, 0, 0].map((clarity) => expect.closeTo(clarity, 10)));
  });

  it('is the higher, the further the best stand out', () => {
    const ofLast = (score: number) => measureClarity(listOf([1, ...Array<number>(29).fill(score)]), ofTerms(4));
    const clarities = [0.99, 0.9, 0.8, 0.7].map(ofLast);
    expect(clarities).toEqual([...clarities].sort((a, b) => a - b));
    expect(ofLast(0.5)).toBe(1);
  });

  it('matters less from 12 terms on, and not from 24 on or for keywords', () => {
    const clarities = [1, 12, 18, 24, 48].map((count) => measureClarity(alike(20), ofTerms(count)));
    expect(clarities).toEqual([0, 0, 0.5, 1, 1].map((clarity) => expect.closeTo(clarity, 10)));
    expect(measureClarity(alike(20), ofTerms(4, ['liver']))).toBe(1);
  });
});

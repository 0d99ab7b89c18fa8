import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balance,
  decisionValues,
  emptySvm,
  type LabelledRow,
  squaresOf,
  trainSvm,
} from '../../src/review/ranking/linear-svm.ts';
import { createRanker } from '../../src/review/ranking/record-ranker.ts';
import { termRows } from '../../src/review/ranking/term-rows.ts';

/**
 * Generated texts, labels, and the decision values of scikit-learn 1.9.1 for all of them: the TfidfVectorizer,
 * LinearSVC and sample weights of asreview 3.0.8 (`get_ai_config('elas_u4')`, `ActiveLearningCycle.transform` and
 * `.fit`), trained to a tolerance of 1e-10.
 */
const { records, labels, scores } = JSON.parse(
  readFileSync(new URL('fixtures/linear-svc.json', import.meta.url), 'utf8'),
) as { records: { title: string; abstract: string }[]; labels: [number, 0 | 1][]; scores: number[] };

describe('the ranking', () => {
  it('trains the SVM of scikit-learn, on its features', () => {
    const rows = termRows(records.map(({ title, abstract }) => `${title} ${abstract}`));
    const given = new Map(labels);
    const state = trainSvm(rows, balance(given, 0.11) as LabelledRow[], emptySvm(rows), squaresOf(rows), 1e-3);
    const own = decisionValues(rows, state);
    expect(Math.max(...scores.map((score, row) => Math.abs(score - (own[row] as number))))).toBeLessThan(1e-3);
    const orderOf = (values: ArrayLike<number>) =>
      [...records.keys()].sort((a, b) => (values[b] as number) - (values[a] as number));
    expect(orderOf(own)).toEqual(orderOf(scores));
  });

  it('orders all records without a decision, the same from anywhere', () => {
    const label = fc.constantFrom<0 | 1>(0, 1);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fc.nat(35), label), { selector: ([row]) => row }), (decided) => {
        const given = new Map(decided);
        const order = createRanker(records, { question: 'coral bleaching' }).nextOrder(given);
        const again = createRanker(records, { question: 'coral bleaching' }).nextOrder(given);
        expect([...again]).toEqual([...order]);
        expect([...order, ...given.keys()].sort((a, b) => a - b)).toEqual([...records.keys()]);
      }),
    );
  });

  it('comes to the same scores by steps, and after decisions were changed or withdrawn', () => {
    const ranker = createRanker(records);
    for (let count = 1; count < labels.length; count++) ranker.score(new Map(labels.slice(0, count)));
    const far = (given: [number, 0 | 1][]) => {
      const [a, b] = [ranker.score(new Map(given)), createRanker(records).score(new Map(given))];
      return Math.max(...a.map((score, row) => Math.abs(score - (b[row] as number))));
    };
    expect(far(labels)).toBeLessThan(5e-2);
    expect(far(labels.map(([row, label]) => [row, row === 4 ? 1 : label]))).toBeLessThan(5e-2);
    expect(far(labels.slice(3))).toBeLessThan(5e-2);
  });

  it('teaches each ranker of the same records apart', () => {
    const [all, few] = [new Map(labels), new Map(labels.slice(0, 9))];
    const ranker = createRanker(records);
    ranker.score(all);
    const other = ranker.another();
    expect(other.score(few)).toEqual(createRanker(records).score(few));
    const alone = createRanker(records);
    alone.score(all);
    expect(ranker.score(few)).toEqual(alone.score(few));
  });

  it('begins with the question and with chance in turn', () => {
    const question = 'bleaching of coral reefs by thermal stress';
    const [first, second] = [0, 1].map((seed) => [...createRanker(records, { question, seed }).nextOrder(new Map())]);
    expect(first).not.toEqual(second);
    expect(first?.[0]).toBe(second?.[0]);
    const coral = (order: number[] | undefined) => order?.filter((_, at) => at % 2 === 0).slice(0, 4) ?? [];
    expect(coral(first).every((row) => row % 3 === 0)).toBe(true);
  });

  it('ranks a pool of no texts, and one of one record', () => {
    expect([...createRanker([]).nextOrder(new Map())]).toEqual([]);
    const blank = createRanker([{ title: '' }, { title: '' }, { title: '' }]);
    expect([
      ...blank.nextOrder(
        new Map([
          [0, 1],
          [1, 0],
        ]),
      ),
    ]).toEqual([2]);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLabelledRecords } from '../../src/formats/tables/labelled-records.ts';
import { isRankable } from '../../src/review/ranking/record-ranker.ts';
import { lossOf, ndcgOf, recallAfter, simulateScreening, wss95Of } from '../../src/review/simulate.ts';
import { runHere } from '../helpers/run-here.ts';
import { runs } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { records } = JSON.parse(readFileSync(new URL('fixtures/linear-svc.json', import.meta.url), 'utf8')) as {
  records: { title: string; abstract: string }[];
};
/** As the fixture's script labelled them. */
const decided = records.map((record, row) => ({ ...record, included: row % 3 === 0 ? (1 as const) : (0 as const) }));

/** The order of asreview 3.0.8 (ELAS u4, priors 0 and 1, all 36 records), and its loss and nDCG. */
const PEER = {
  order: [
    ...[0, 1, 18, 15, 30, 33, 9, 24, 12, 3, 6, 21, 27, 5, 29, 14, 2, 31],
    ...[4, 11, 16, 28, 25, 20, 8, 34, 7, 19, 17, 35, 32, 23, 10, 22, 13, 26],
  ],
  loss: 0.03819444444444445,
  ndcg: 0.9276852564929009,
};

const labelsOf = (order: readonly number[]) => order.map((row) => decided[row]?.included as number);

describe('measures of an order', () => {
  it('are those of ASReview', () => {
    expect(lossOf(labelsOf(PEER.order))).toBeCloseTo(PEER.loss, 12);
    expect(ndcgOf(labelsOf(PEER.order))).toBeCloseTo(PEER.ndcg, 12);
  });

  it('are 0 loss for the best order and 1 for the worst', () => {
    expect(lossOf([1, 1, 0, 0, 0])).toBe(0);
    expect(lossOf([0, 0, 0, 1, 1])).toBe(1);
    expect(recallAfter([0, 1, 0, 1, 1], 2)).toBeCloseTo(1 / 3);
    expect(wss95Of([1, 1, ...new Array(98).fill(0)])).toBeCloseTo(0.93);
  });
});

describe('records with neither title nor abstract', () => {
  const EMPTY = ['', ' ', '...', 'N/A', 'nan', '[No title available]'];

  it('are those without a word in title, abstract and keywords', () => {
    for (const title of EMPTY) expect(isRankable({ title, abstract: title, keywords: [title] })).toBe(false);
    for (const title of ['成人', 'Ö', 'No title fits', '1984']) expect(isRankable({ title })).toBe(true);
    expect(isRankable({ title: '', keywords: ['reefs'] })).toBe(true);
  });

  it('are read after the priors, and no promise of a stop is about them', () => {
    const blank = Array.from({ length: 12 }, (_, row) => ({
      title: EMPTY[row % EMPTY.length] as string,
      abstract: '',
      included: row % 2 === 0 ? (1 as const) : (0 as const),
    }));
    const all = [...decided, ...blank];
    const { order, stops, unranked } = simulateScreening(all, { priors: [0, 1] });
    expect(unranked).toBe(12);
    expect(order.slice(0, 14).sort((a, b) => a - b)).toEqual([0, 1, ...blank.map((_, row) => row + 36)]);
    const others = order.filter((row) => row < 36).map((row) => all[row]?.included);
    for (const { screened, recall } of stops) {
      expect(screened).toBeGreaterThanOrEqual(12);
      const found = others.slice(0, screened - 12).filter((label) => label === 1).length + 6;
      expect(recall).toBeCloseTo(found / 18);
    }
  });
});

describe('a simulated screening', () => {
  it('reads each record once, priors first, and the same again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(35), { maxLength: 6 }), fc.nat(1000), (priors, seed) => {
        const { order, stops, priors: used } = simulateScreening(decided, { priors, seed });
        expect([...order].sort((a, b) => a - b)).toEqual([...records.keys()]);
        expect(order.slice(0, used.length)).toEqual(used);
        if (priors.length > 0) expect(used).toEqual(priors);
        else expect(labelsOf(used)).toEqual([1, 0]);
        expect(simulateScreening(decided, { priors, seed }).order).toEqual(order);
        for (const { screened, recall } of stops) expect(recallAfter(labelsOf(order), screened)).toBeCloseTo(recall);
      }),
      { numRuns: runs(20) },
    );
  });

  it('finds what is alike early, from the same priors as ASReview', () => {
    expect(simulateScreening(decided, { priors: [0, 1] }).loss).toBeLessThan(PEER.loss + 0.02);
  });
});

describe('a file of labelled records', () => {
  it('is read as it stands, rows counted from 0', () => {
    const file = '\ufefftitle,abstract,keywords,included,prior\r\n"A, b","two\nlines",x; y,1,1\r\nC,,,0,\r\n\r\n';
    expect(readLabelledRecords(file)).toEqual([
      { title: 'A, b', abstract: 'two\nlines', keywords: ['x', 'y'], included: 1, prior: true },
      { title: 'C', abstract: '', keywords: [], included: 0, prior: false },
    ]);
  });

  it.each([
    ['title,abstract\na,b\n', /no column included/],
    ['name,included\na,1\n', /no column title or abstract/],
    ['title,included\na,1\nb,\n', /row 1 \(from 0\) has "" as included/],
    ['title,included,prior\na,1,yes\n', /row 0 .* as prior/],
  ])('%j is refused', (file, why) => {
    expect(readLabelledRecords(file)).toMatch(why);
  });
});

describe('paperqueue review simulate', () => {
  const folder = temporaryFolder();
  const write = (rows: string) => {
    const file = join(folder, 'screened.csv');
    writeFileSync(file, `title,abstract,included\n${rows}`);
    return file;
  };
  const rows = decided.map(({ title, abstract, included }) => `"${title}","${abstract}",${included}\n`).join('');

  it('gives the order, the measures and where each rule stops', async () => {
    const { code, stdout } = await runHere(['review', 'simulate', write(rows), '--prior', '0,1', '--json'], {});
    expect(code).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer.order.slice(0, 2)).toEqual([0, 1]);
    expect(answer.order).toHaveLength(36);
    for (const name of ['loss', 'ndcg', 'recall', 'wss95']) expect(answer[name]).toBeTypeOf('number');
    const kinds = Object.fromEntries(
      answer.stops.map((stop: { rule: string; kind: string }) => [stop.rule, stop.kind]),
    );
    expect(kinds).toMatchObject({ 'irrelevant-50': 'heuristic', safe: 'heuristic', cmh: 'test' });
    for (const { kind, target, promise } of answer.stops) {
      expect(target).toBe(kind === 'heuristic' ? undefined : 0.95);
      expect(promise.startsWith('None')).toBe(kind === 'heuristic');
    }
    const people = await runHere(['review', 'simulate', write(rows), '--prior', '0,1'], {});
    expect(people.stdout).toContain('What each rule promises');
  });

  it.each([
    ['a,b,0\n', [], 'no row has included 1'],
    ['a,b,1\n', [], 'each row has included 1'],
    ['', [], 'it has no rows'],
    ['a,b,1\nc,d,0\n', ['--prior', '2'], '--prior'],
    ['a,b,1\nc,d,maybe\n', [], 'row 1 (from 0)'],
  ])('%j with %j is refused', async (text, flags, why) => {
    const { code, stderr } = await runHere(['review', 'simulate', write(text), ...flags], {});
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
});

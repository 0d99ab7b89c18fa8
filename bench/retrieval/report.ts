import type { Topic } from './collection.ts';
import { bootstrapInterval, MEASURES, type Measures, mean, measure } from './measures.ts';

/** The results of both engines for one request. */
export type Outcome = { topic: Topic; kind: string; own: string[]; baseline: string[] };

type Figure = { own: number; baseline: number; ratio: number; difference: [low: number, high: number] };
type Row = { collection: string; kind: string; topics: number } & Record<keyof Measures, Figure>;

export type Summary = {
  rows: Row[];
  /**
   * Mean over the collections, each by its own kind of request (text; for screening also keywords and both), of own /
   * baseline.
   */
  means: Record<keyof Measures, { own: number; baseline: number; ratioOfMeans: number; meanOfRatios: number }>;
};

/** One row per collection and kind of request; `difference` is the 95 % interval of own - baseline over the topics. */
export function summarize(outcomes: readonly Outcome[]): Summary {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = `${outcome.topic.collection}\t${outcome.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  const rows = [...groups].map(([key, members]) => {
    const [collection = '', kind = ''] = key.split('\t');
    const own = members.map(({ topic, own: ranked }) => measure(ranked, topic.relevant));
    const baseline = members.map(({ topic, baseline: ranked }) => measure(ranked, topic.relevant));
    const figures = MEASURES.map((name) => [name, figureOf(own, baseline, name)] as const);
    return {
      collection,
      kind,
      topics: members.length,
      ...(Object.fromEntries(figures) as Record<keyof Measures, Figure>),
    };
  });
  const means = MEASURES.map((name) => {
    const own = mean(rows.map((row) => row[name].own));
    const baseline = mean(rows.map((row) => row[name].baseline));
    return [
      name,
      { own, baseline, ratioOfMeans: own / baseline, meanOfRatios: mean(rows.map((row) => row[name].ratio)) },
    ];
  });
  return { rows, means: Object.fromEntries(means) as Summary['means'] };
}

function figureOf(own: readonly Measures[], baseline: readonly Measures[], name: keyof Measures): Figure {
  const [a, b] = [mean(own.map((each) => each[name])), mean(baseline.map((each) => each[name]))];
  const differences = own.map((each, index) => each[name] - (baseline[index]?.[name] ?? 0));
  return { own: a, baseline: b, ratio: b === 0 ? 1 : a / b, difference: bootstrapInterval(differences) };
}

const short = (value: number) => value.toFixed(3).replace(/^(-?)0\./, '$1.');
const percent = (ratio: number) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;

/**
 * The summary for a terminal, under the `names` of the two: own / baseline, the ratio, and the interval of the
 * difference.
 */
export function printTable({ rows, means }: Summary, names: readonly [string, string] = ['ours', 'FTS5']): void {
  for (const name of MEASURES) {
    console.log(
      `\n${name}`.padEnd(34),
      `${names.map((each) => each.padEnd(6)).join(' ')} ratio     95 % of the difference`,
    );
    for (const row of rows) {
      const { own, baseline, ratio, difference } = row[name];
      const label = `  ${row.collection}, ${row.kind} (${row.topics})`.padEnd(33);
      console.log(
        label,
        short(own),
        ' ',
        short(baseline),
        ' ',
        percent(ratio).padEnd(9),
        difference.map(short).join(' to '),
      );
    }
    const { own, baseline, ratioOfMeans, meanOfRatios } = means[name];
    console.log(
      '  mean'.padEnd(33),
      short(own),
      ' ',
      short(baseline),
      ' ',
      percent(ratioOfMeans),
      `(mean of ratios ${percent(meanOfRatios)})`,
    );
  }
}

import { bootstrapInterval, type Measures, mean } from '../retrieval/measures.ts';
import type { RankingOption } from './options.ts';
import type { CollectionRequest } from './requests.ts';
import type { Setting } from './settings.ts';

export type Parts = {
  requests: readonly CollectionRequest[];
  /** Measures of FTS5, and of a setting, for the requests. */
  baseline: readonly Measures[];
  own(setting: Setting): Promise<readonly Measures[]>;
  /** Collections on which no value is chosen. */
  unseen: ReadonlySet<string>;
};

type Name = 'ndcg10' | 'recall300';
type Row = { row: string; collection: string; at: number[] };

const percent = (ratio: number) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)}`;
const short = (value: number) => value.toFixed(3).replace(/^(-?)0\./, '$1.');

function rowsOf(requests: readonly CollectionRequest[]): Row[] {
  const rows = new Map<string, Row>();
  for (const [at, { row, collection }] of requests.entries()) {
    const known = rows.get(row) ?? { row, collection, at: [] };
    known.at.push(at);
    rows.set(row, known);
  }
  return [...rows.values()];
}

function meanAt({ at }: Row, measures: readonly Measures[], name: Name): number {
  return mean(at.map((each) => (measures[each] as Measures)[name]));
}

/** Mean over the rows of the ratio of one to the other. */
function meanRatio(rows: readonly Row[], own: readonly Measures[], other: readonly Measures[], name: Name): number {
  return mean(rows.map((row) => meanAt(row, own, name) / meanAt(row, other, name)));
}

/** A setting beside the current one, by row. */
export async function printSetting({ requests, baseline, own, unseen }: Parts, setting: Setting): Promise<void> {
  const rows = rowsOf(requests);
  const [present, other] = [await own({}), await own(setting)];
  console.log(`${'row'.padEnd(32)} FTS5  now    %      set    %      95 % of set - FTS5 | recall@300 now, set, %`);
  for (const row of rows) {
    const base = meanAt(row, baseline, 'ndcg10');
    const cells = [present, other].flatMap((measures) => {
      const value = meanAt(row, measures, 'ndcg10');
      return [short(value), percent(value / base).padEnd(6)];
    });
    const differences = row.at.map((at) => (other[at] as Measures).ndcg10 - (baseline[at] as Measures).ndcg10);
    const recall = [present, other].map((each) => percent(meanRatio([row], each, baseline, 'recall300')).padEnd(6));
    const label = `${unseen.has(row.collection) ? '* ' : ''}${row.row} (${row.at.length})`.padEnd(32);
    console.log(
      label,
      short(base),
      '',
      ...cells,
      bootstrapInterval(differences).map(short).join(' to '),
      '|',
      ...recall,
    );
  }
  const summary = (name: string, among: readonly Row[]) => {
    if (among.length === 0) return;
    const figures = (['ndcg10', 'recall300'] as const).map((measure) =>
      [present, other].map((each) => percent(meanRatio(among, each, baseline, measure))).join(' -> '),
    );
    console.log(`${name.padEnd(32)} nDCG@10 ${figures[0]} %, recall@300 ${figures[1]} %`);
  };
  summary(
    'mean of the ratios, seen',
    rows.filter(({ collection }) => !unseen.has(collection)),
  );
  summary(
    'mean of the ratios, unseen (*)',
    rows.filter(({ collection }) => unseen.has(collection)),
  );
}

/** Per option: the value that the other collections choose, and its gain on the one left out. */
export async function printOptions(parts: Parts, options: readonly RankingOption[]): Promise<void> {
  const { requests, baseline, own, unseen } = parts;
  const rows = rowsOf(requests);
  const seen = rows.filter(({ collection }) => !unseen.has(collection));
  const collections = [...new Set(seen.map(({ collection }) => collection))];
  for (const { name, values } of options) {
    const measured: { label: string; measures: readonly Measures[] }[] = [];
    for (const { label, setting } of values) measured.push({ label, measures: await own(setting) });
    const chosenBy = (choosers: readonly Row[]) => {
      const goal = ({ measures }: (typeof measured)[number]) =>
        meanRatio(choosers, measures, baseline, 'ndcg10') + meanRatio(choosers, measures, baseline, 'recall300');
      return measured.reduce((best, each) => (goal(each) > goal(best) ? each : best));
    };
    const [simplest] = measured as [(typeof measured)[number]];
    console.log(`\n## ${name}: ${values.map(({ label }) => label).join(', ')}`);
    console.log(
      `${'left out'.padEnd(18)} chosen   to ${simplest.label}: nDCG@10, recall@300; to FTS5: nDCG@10, recall@300`,
    );
    const line = (label: string, left: readonly Row[], choosers: readonly Row[]) => {
      const chosen = chosenBy(choosers);
      const gains = [simplest.measures, baseline].flatMap((other) =>
        (['ndcg10', 'recall300'] as const).map((measure) => meanRatio(left, chosen.measures, other, measure)),
      );
      console.log(label.padEnd(18), chosen.label.padEnd(8), ...gains.map((gain) => percent(gain).padEnd(7)));
      return gains;
    };
    const gains = collections.map((left) =>
      line(
        left,
        seen.filter(({ collection }) => collection === left),
        seen.filter(({ collection }) => collection !== left),
      ),
    );
    console.log(
      'mean'.padEnd(27),
      ...[0, 1, 2, 3].map((at) => percent(mean(gains.map((each) => each[at] as number))).padEnd(7)),
    );
    for (const left of unseen)
      line(
        `${left} (unseen)`,
        rows.filter(({ collection }) => collection === left),
        seen,
      );
  }
}

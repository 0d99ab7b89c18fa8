import type { Command } from 'commander';
import { type CommandContext, readInput, UsageError, wholeNumber } from '../../faces/cli/io.ts';
import { writeResult } from '../../faces/cli/output.ts';
import { type LabelledRecord, readLabelledRecords } from '../../formats/tables/labelled-records.ts';
import { counted } from '../../lib/counted.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import type { Simulation } from '../simulate.ts';
import type { FoundStop } from '../stopping/find-stops.ts';
import { describePromise } from '../stopping/sentences.ts';

type SimulationResult = Omit<Simulation, 'stops'> & {
  relevant: number;
  seed: number;
  stops: (FoundStop & { promise: string })[];
};

type SimulateFlags = { prior?: string; seed?: string; question?: string; json?: boolean };

const MAX_SEED = 999_999_999;

/** `paperqueue review simulate FILE`: replays a finished review in the order of our ranking. */
export function addSimulateCommand(review: Command, context: CommandContext): void {
  review
    .command('simulate')
    .description('replay a finished review')
    .argument('<file>', 'CSV with the columns title, abstract and included (1 or 0), possibly prior; - is stdin')
    .option(
      '--prior <row,row>',
      'rows (from 0) that are known at the beginning; default: the column prior, else chance',
    )
    .option('--seed <number>', 'seed of the random choices', '0')
    .option('--json', 'as JSON, with the order of the rows')
    .action((file: string, flags: SimulateFlags) => simulate(context, file, flags));
}

async function simulate({ io }: CommandContext, file: string, flags: SimulateFlags): Promise<void> {
  const seed = wholeNumber('--seed', flags.seed ?? '0', 0, MAX_SEED);
  const records = readLabelledRecords(await readInput(io, file));
  if (typeof records === 'string') throw new UsageError(`${file}: ${records}`);
  const relevant = records.filter(({ included }) => included === 1).length;
  if (records.length === 0) throw new UsageError(`${file}: it has no rows`);
  if (relevant === 0) throw new UsageError(`${file}: no row has included 1, so there is nothing to find`);
  if (relevant === records.length)
    throw new UsageError(`${file}: each row has included 1, so there is nothing to rank`);
  const priors = readPriors(flags.prior, records);
  const { simulateScreening } = await import('../simulate.ts');
  const { stops, ...simulation } = simulateScreening(records, { priors, seed });
  const described = stops.map((stop) => ({ ...stop, promise: describePromise(stop, simulation.unranked) }));
  const result = { relevant, seed, ...simulation, stops: described };
  await writeResult(io, flags.json, result, describe(file, result, records));
}

/** The rows given by the flag, else those that the file marks. */
function readPriors(flag: string | undefined, records: readonly LabelledRecord[]): number[] {
  if (flag === undefined) return [...records.keys()].filter((row) => records[row]?.prior);
  return flag.split(',').map((row) => wholeNumber('--prior', row.trim(), 0, records.length - 1));
}

const CURVE_STEPS = 10;

function describe(file: string, result: SimulationResult, records: readonly LabelledRecord[]): string {
  const { order, stops, relevant, loss, ndcg, recall, wss95, priors, seed } = result;
  const found = (count: number) => order.slice(0, count).filter((row) => records[row]?.included === 1).length;
  const curve = Array.from({ length: CURVE_STEPS }, (_, step) => {
    const count = Math.round(((step + 1) / CURVE_STEPS) * order.length);
    const share = found(count) / relevant;
    return `  ${String(count).padStart(7)}  ${percent(share).padStart(7)}  ${'#'.repeat(Math.round(40 * share))}`;
  });
  const rows = stops.map(({ rule, kind, screened, recall: reached }) =>
    [
      ...[`  ${rule.padEnd(15)}`, kind.padEnd(12), String(screened).padStart(7)],
      ...[percent(screened / order.length).padStart(8), percent(reached).padStart(8)],
    ].join(' '),
  );
  return [
    `${visibleLine(file)}: ${counted(order.length, 'record')}, ${relevant} relevant; begins with rows ${priors.join(', ')} (seed ${seed})`,
    `loss ${loss.toFixed(4)}, nDCG ${ndcg.toFixed(3)}, recall at 10 % ${recall.toFixed(3)}, WSS@95 ${wss95.toFixed(3)}`,
    '',
    '     read   recall',
    ...curve,
    '',
    `  ${'rule'.padEnd(15)} ${'kind'.padEnd(12)}  stopped  of all    recall`,
    ...rows,
    '',
    'What each rule promises:',
    ...stops.map(({ rule, promise }) => `  ${rule}: ${promise}`),
  ].join('\n');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

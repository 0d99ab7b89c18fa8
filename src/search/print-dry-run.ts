import type { CommandContext } from '../faces/cli/io.ts';
import { writeResult } from '../faces/cli/output.ts';
import type { OutputOptions } from '../faces/cli/paper-output.ts';
import { CLI_WORDING, toJson } from '../faces/cli/wording.ts';
import type { DryRunView } from '../jobs/dry-run.ts';
import { counted } from '../lib/counted.ts';
import { isFree } from '../platform/config.ts';

/** Prints how each source would be queried, and the cost. */
export async function printDryRun(
  context: CommandContext,
  view: DryRunView,
  { json, format }: OutputOptions,
): Promise<void> {
  const lines = dryRunLines(view, isFree(context.config()));
  await writeResult(context.io, json || format === 'json', toJson(view), lines.join('\n'));
}

/** A paragraph per source, of each part if there are parts, then the cost. */
function dryRunLines(
  { sources, parts, wouldCost, pool, balance, capLeft, notes = [], next }: DryRunView,
  isFree: boolean,
): string[] {
  const partLines = (parts ?? []).flatMap(({ part, reuses }, index) => [
    `${part}${reuses === undefined ? '' : ` (${reuses}, made before)`}`,
    ...sources
      .filter((source) => source.part === index + 1)
      .flatMap(sourceLines)
      .map((line) => `  ${line}`),
  ]);
  const remaining = [
    ...(balance === undefined ? [] : [`${balance} left`]),
    ...(capLeft === undefined ? [] : [`${capLeft} left under the daily cap`]),
  ];
  const cost = isFree
    ? 'The search is free (embedded mode).'
    : `It would cost ${counted(wouldCost, 'credit')} (${[pool, ...remaining].join(', ')}).`;
  return [
    ...partLines,
    ...(parts ? [] : sources.flatMap(sourceLines)),
    ...CLI_WORDING.notes(notes),
    `${cost} ${CLI_WORDING.advice(next)}`,
  ];
}

function sourceLines({ source, query, hits, translated, ...counts }: DryRunView['sources'][number]): string[] {
  const { keywords = {}, lines = {}, notes = [] } = counts;
  return [
    `${source}: ${[...(hits === undefined ? [] : [counted(hits, 'result')]), ...CLI_WORDING.notes(notes)].join('; ')}`,
    ...Object.entries(keywords).map(([keyword, count]) => `  ${keyword}: ${count}`),
    ...Object.entries(lines).map(([line, count]) => `  line ${line}: ${count}`),
    ...(query === undefined ? [] : [`  ${query}`]),
    ...(translated === undefined ? [] : [`  read as ${translated}`]),
  ];
}

import type { Command } from 'commander';
import { FILTER_NAMES } from '../contract/filter-table.ts';
import { readFilters } from '../contract/read-request.ts';
import { KEYWORDS, QUERY } from '../contract/rules.ts';
import { type CliCommand, type CommandContext, readInput, UsageError } from '../faces/cli/io.ts';
import { tell, writeResult } from '../faces/cli/output.ts';
import {
  addPaperOutputOptions,
  isReferenceOnly,
  type PaperOutputOptions,
  pageToPrint,
  printAnswer,
  printReference,
} from '../faces/cli/paper-output.ts';
import { withProgress } from '../faces/cli/progress-bar.ts';
import {
  addFilterOptions,
  type BodyOptions,
  exactFilters,
  readSearch,
  readSearchOfParts,
  toFlag,
} from '../faces/cli/search-options.ts';
import { CLI_WORDING, toJson } from '../faces/cli/wording.ts';
import type { JobAnswerView } from '../jobs/answers/answer.ts';
import type { JobSelectionRequest } from '../jobs/answers/job-selection.ts';
import type { DryRunView } from '../jobs/dry-run.ts';
import type { JobLabel } from '../jobs/ports/store.ts';
import { BEST_FIRST } from '../jobs/search-answer.ts';
import { PARTS } from '../jobs/search-parts.ts';
import { textOfWords, textToLookUp, withEnoughWords } from '../jobs/short-search.ts';
import { counted } from '../lib/counted.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { toWhere } from '../papers/filters/where-filter.ts';
import { isFree } from '../platform/config.ts';
import { MAX_PAPERS_PER_ITEM } from './look-up/look-up-limits.ts';
import { printLookUp } from './look-up/print-look-up.ts';

type SearchFlags = BodyOptions & Record<string, unknown> & { fresh?: boolean; wait?: boolean };

/** The search's filters as conditions on found papers, and its sort order. Throws INVALID_INPUT for invalid ones. */
export function selectionOfFilters(options: SearchFlags): JobSelectionRequest | undefined {
  const filters = readFilters(exactFilters(options));
  const { sort } = filters;
  const where = toWhere(filters);
  const hasWhere = Object.keys(where).length > 0;
  return hasWhere || sort !== undefined ? { ...(hasWhere && { where }), ...omitUndefined({ sort }) } : undefined;
}

/** States that this is a look-up, and which flags do not apply to it. */
export function lookUpInsteadLines(options: SearchFlags): string[] {
  const { limit, enrich, callbackUrl, fresh, wait, acceptPossibleDoubleCharge, name, group } = options;
  const flags = {
    [toFlag('limit')]: limit,
    [enrich === false ? '--no-enrich' : '--enrich']: enrich,
    '--callback-url': callbackUrl,
    '--name': name,
    '--group': group,
    '--fresh': fresh,
    '--no-wait': wait === false || undefined,
    '--accept-possible-double-charge': acceptPossibleDoubleCharge,
  };
  const unused = Object.keys(flags).filter((flag) => flags[flag] !== undefined);
  const isFiltered = FILTER_NAMES.some((name) => name !== 'limit' && options[name] !== undefined);
  return [
    'An identifier, an address or a title in quotation marks is looked up (free).',
    ...(isFiltered ? ['The filters are applied to the papers found; a search applies them at the sources.'] : []),
    ...(unused.length > 0 ? [`Without effect on a look-up: ${unused.join(', ')}.`] : []),
  ];
}

type SearchOptions = BodyOptions &
  PaperOutputOptions & {
    part?: string[];
    dryRun?: boolean;
    fresh?: boolean;
    wait: boolean;
    acceptPossibleDoubleCharge?: boolean;
  } & JobLabel;

/** `paperqueue search`: creates one job, waits for it with a progress bar and prints its papers. */
export const searchCommand: CliCommand = {
  examples: [
    'paperqueue search coral bleaching --year 2020: -o reefs.bib',
    'paperqueue search -k "coral reef" -k bleaching -k recovery --year 2015:2026',
    'paperqueue search "How do coral reefs recover from mass bleaching events?"',
    'paperqueue search --part "coral reef recovery" --part "corals in warm seas"',
    'paperqueue search --boolean \'(coral* OR "reef fish"[ti]) NOT review[pt]\'',
    'paperqueue search -k "coral reef" -k bleaching -k recovery --dry-run',
  ],
  add: addSearchCommand,
};

function addSearchCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .description('run one search job and print its papers')
    .argument(
      '[query...]',
      `words of the topic, or a description of up to ${QUERY.max} characters; a DOI or "a title" is looked up`,
    )
    .option('-k, --keyword <word>', `a keyword or phrase; give it up to ${KEYWORDS.max} times`, collect)
    .option('--part <words>', `a sub-question; give it ${PARTS.min} to ${PARTS.max} times, each is a search`, collect)
    .option('--boolean <strategy>', 'a Boolean strategy instead; @FILE reads it from a file, @- from stdin')
    .option('--enrich', 'fill in missing fields (Pro credits)')
    .option('--no-enrich', 'do not send the scraper key')
    .option('--callback-url <url>', 'https address to call when the job is done')
    .option('--dry-run', 'only say how each source would be asked, how many results it has, and the cost (free)')
    .option('--name <name>', 'name the job')
    .option('--group <group>', 'put the job into this group, such as a project')
    .option('--fresh', 'search again although the same search was made before')
    .option('--accept-possible-double-charge', 'search again although the same search may have been charged')
    .option('--no-wait', 'start the job and print only its reference');
  // commander sets negatable flags to true by default; this one must be unset.
  command.setOptionValue('enrich', undefined);
  addPaperOutputOptions(addFilterOptions(command)).action(async (words: string[], given: SearchOptions) => {
    const query = words.length > 0 ? textOfWords(words) : undefined;
    const options = await withStrategyOfFile(context, given);
    const { part: parts } = options;
    const text = parts ? undefined : textToLookUp(query, options);
    if (text !== undefined) return lookUpInstead(context, text, options);
    const hasTopic = Boolean(query?.trim()) || options.keyword !== undefined || options.boolean !== undefined;
    if (!hasTopic && !parts) throw new UsageError(WHAT_TO_GIVE);
    const { query: description, keyword } = withEnoughWords(query, options);
    if (query?.trim() && description === undefined && keyword)
      tell(context.io, `Searched with the keywords: ${[...new Set(keyword)].join(', ')}`);
    const request = hasTopic ? readSearch(description, { ...options, keyword }) : readSearchOfParts(options);
    const searches = await context.app().jobs();
    if (options.dryRun)
      return printDryRun(context, await searches.dryRun(request, { signal: context.io.signal, parts }), options);
    const { fresh, acceptPossibleDoubleCharge, name, group } = options;
    const page = pageToPrint(options);
    const isStart = isReferenceOnly(options);
    const { startedAt } = context.io;
    const waitSeconds = options.wait ? undefined : 0;
    const label = { name, group };
    const flags = { label, parts, fresh, acceptPossibleDoubleCharge, startedAt, waitSeconds, tellsLater: true };
    const answer = await withProgress(context.io, (call) => searches.search(request, page, { ...call, ...flags }));
    if (isStart) return printReference(context, answer);
    // The stored order may differ from the requested one.
    const isStored = !parts && answer.job.reused && answer.mode === 'embedded';
    const sorting = isStored ? { sort: request.filters.sort ?? BEST_FIRST } : {};
    await printAnswer(context, answer as JobAnswerView, options, sorting);
    if (answer.page) for (const ref of answer.job.ref.split(',')) searches.told(ref);
  });
}

const WHAT_TO_GIVE = 'Give the words of a topic, or keywords: paperqueue search "coral bleaching"';

/** Replaces `--boolean @FILE` by the strategy in the file. */
async function withStrategyOfFile({ io }: CommandContext, options: SearchOptions): Promise<SearchOptions> {
  const { boolean } = options;
  if (!boolean?.startsWith('@')) return options;
  return { ...options, boolean: await readInput(io, boolean.slice(1)) };
}

async function lookUpInstead(context: CommandContext, text: string, options: SearchOptions): Promise<void> {
  const selection = selectionOfFilters({ ...options });
  tell(context.io, ...lookUpInsteadLines({ ...options }));
  await printLookUp(context, [text], { ...options, papers: MAX_PAPERS_PER_ITEM, selection });
}

async function printDryRun(context: CommandContext, view: DryRunView, { json, format }: SearchOptions): Promise<void> {
  const lines = dryRunLines(view, isFree(context.config()));
  await writeResult(context.io, json || format === 'json', toJson(view), lines.join('\n'));
}

/** A paragraph per source, of each part if there are parts, then the cost. */
function dryRunLines(
  { sources, parts, wouldCost, pool, balance, capLeft, notes = [], next }: DryRunView,
  isFree: boolean,
): string[] {
  const ofParts = (parts ?? []).flatMap(({ part, reuses }, index) => [
    `${part}${reuses === undefined ? '' : ` (${reuses}, made before)`}`,
    ...sources
      .filter((source) => source.part === index + 1)
      .flatMap(sourceLines)
      .map((line) => `  ${line}`),
  ]);
  const left = [
    ...(balance === undefined ? [] : [`${balance} left`]),
    ...(capLeft === undefined ? [] : [`${capLeft} left under the daily cap`]),
  ];
  const cost = isFree
    ? 'The search is free (embedded mode).'
    : `It would cost ${counted(wouldCost, 'credit')} (${[pool, ...left].join(', ')}).`;
  return [
    ...ofParts,
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

function collect(word: string, words: string[] = []): string[] {
  return [...words, word];
}

import type { Command } from 'commander';
import { KEYWORDS, QUERY } from '../contract/rules.ts';
import { type CliCommand, type CommandContext, readInput, UsageError } from '../faces/cli/io.ts';
import { tell } from '../faces/cli/output.ts';
import {
  addPaperOutputOptions,
  isReferenceOnly,
  type PaperOutputOptions,
  pageToPrint,
  printAnswer,
  printReference,
} from '../faces/cli/paper-output.ts';
import { withProgress } from '../faces/cli/progress-bar.ts';
import { addFilterOptions, type BodyOptions, readSearch, readSearchOfParts } from '../faces/cli/search-options.ts';
import type { JobAnswerView } from '../jobs/answers/answer-view.ts';
import { PARTS } from '../jobs/parts-of-question.ts';
import type { JobLabel } from '../jobs/ports/store.ts';
import { BEST_FIRST } from '../jobs/search-answer.ts';
import { textOfWords, textToLookUp, withEnoughWords } from '../jobs/short-search.ts';
import { lookUpInstead } from './look-up/print-look-up-instead.ts';
import { printDryRun } from './print-dry-run.ts';

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
  addPaperOutputOptions(addFilterOptions(command)).action(async (words: string[], parsed: SearchOptions) => {
    const query = words.length > 0 ? textOfWords(words) : undefined;
    const options = await withStrategyOfFile(context, parsed);
    const { part: parts } = options;
    const text = parts ? undefined : textToLookUp(query, options);
    if (text !== undefined) return lookUpInstead(context, text, options);
    const hasTopic = Boolean(query?.trim()) || options.keyword !== undefined || options.boolean !== undefined;
    if (!hasTopic && !parts) throw new UsageError(WHAT_TO_GIVE);
    const { query: description, keyword } = withEnoughWords(query, options);
    if (query?.trim() && description === undefined && keyword)
      tell(
        context.io,
        `Searched with the keywords: ${[...new Set(keyword)].join(', ')} (quotation marks keep words together)`,
      );
    const request = hasTopic ? readSearch(description, { ...options, keyword }) : readSearchOfParts(options);
    const searches = await context.app().jobs();
    const { fresh, acceptPossibleDoubleCharge, name, group } = options;
    if (options.dryRun)
      return printDryRun(context, await searches.dryRun(request, { signal: context.io.signal, parts, fresh }), options);
    const page = pageToPrint(options);
    // Refuses before anything is searched.
    const printsReference = isReferenceOnly(options);
    const { startedAt } = context.io;
    const waitSeconds = options.wait ? undefined : 0;
    const label = { name, group };
    const flags = { label, parts, fresh, acceptPossibleDoubleCharge, startedAt, waitSeconds, reportsLater: true };
    const answer = await withProgress(context.io, (call) => searches.search(request, page, { ...call, ...flags }));
    if (printsReference) return printReference(context, answer);
    // The stored order may differ from the requested one.
    const isStored = !parts && answer.job.reused && answer.mode === 'embedded';
    const sorting = isStored ? { sort: request.filters.sort ?? BEST_FIRST } : {};
    await printAnswer(context, answer as JobAnswerView, options, sorting);
    if (answer.page) for (const ref of answer.job.ref.split(',')) searches.markReported(ref);
  });
}

const WHAT_TO_GIVE = 'Give the words of a topic, or keywords: paperqueue search "coral bleaching"';

/** Replaces `--boolean @FILE` by the strategy in the file. */
async function withStrategyOfFile({ io }: CommandContext, options: SearchOptions): Promise<SearchOptions> {
  const { boolean } = options;
  if (!boolean?.startsWith('@')) return options;
  return { ...options, boolean: await readInput(io, boolean.slice(1)) };
}

function collect(word: string, words: string[] = []): string[] {
  return [...words, word];
}

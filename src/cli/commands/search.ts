import type { Command } from 'commander';
import { KEYWORDS, QUERY } from '../../contract/rules.ts';
import { MAX_PAPERS_PER_ITEM } from '../../jobs/look-up/look-up-limits.ts';
import type { JobAnswerView } from '../../jobs/reading/answer.ts';
import type { CommandContext } from '../io.ts';
import { addPaperOutputOptions, type PaperOutputOptions, pageToPrint, printAnswer } from '../paper-output.ts';
import { createBar, waitingOn } from '../progress-bar.ts';
import { addFilterOptions, type BodyOptions, readRequest, textToLookUp } from '../search-options.ts';
import { printLookUp } from './lookup.ts';

type SearchOptions = BodyOptions &
  PaperOutputOptions & { fresh?: boolean; wait: boolean; acceptPossibleDoubleCharge?: boolean };

const LOOKED_UP = `A search needs ${QUERY.min}+ characters or ${KEYWORDS.min} to ${KEYWORDS.max} keywords: looked up instead, free.\n`;

/** `paperqueue search`: one job, waited for with a progress bar, its papers printed. */
export function addSearchCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .description('run one search job and print its papers')
    .argument('[query]', 'a description of the topic, 50 to 5000 characters')
    .option('-k, --keyword <word>', 'a keyword or phrase; give it 3 to 10 times', collect)
    .option('--enrich', 'fill in missing fields (Pro credits)')
    .option('--no-enrich', 'do not send the scraper key')
    .option('--callback-url <url>', 'https address to call when the job is done')
    .option('--fresh', 'search again although the same search was made before')
    .option('--accept-possible-double-charge', 'search again although the same search may have been charged')
    .option('--no-wait', 'start the job and print its reference');
  // commander sets a negatable flag to true by default; here it stays unset.
  command.setOptionValue('enrich', undefined);
  addPaperOutputOptions(addFilterOptions(command)).action(async (query: string | undefined, options: SearchOptions) => {
    const text = textToLookUp(query, { ...options });
    if (text !== undefined) {
      context.io.stderr.write(LOOKED_UP);
      return printLookUp(context, [text], MAX_PAPERS_PER_ITEM, options);
    }
    const request = readRequest(query, { ...options });
    const useCases = await context.app().useCases();
    const bar = createBar(context.io);
    const { fresh, acceptPossibleDoubleCharge } = options;
    const answer = await useCases
      .search(request, pageToPrint(context.io, options), {
        waitSeconds: options.wait ? undefined : 0,
        signal: context.io.signal,
        onProgress: waitingOn(bar),
        fresh,
        acceptPossibleDoubleCharge,
      })
      .finally(() => bar.stop());
    // The stored order may be another than the one asked for.
    const isStored = answer.job.reused && answer.mode === 'embedded';
    const shown = isStored ? { sort: request.filters.sort ?? 'score:desc' } : {};
    await printAnswer(context, useCases, answer as JobAnswerView, options, shown);
  });
}

function collect(word: string, words: string[] = []): string[] {
  return [...words, word];
}

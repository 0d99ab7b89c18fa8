import { type Command, Option } from 'commander';
import { DEFAULT_LIMIT, LIMITS } from '../../contract/rules.ts';
import { RELATIONS, type RelatedRequest } from '../../jobs/ports/related.ts';
import { AUTHOR_ORDERS, type AuthorOrder } from '../../papers/references/author-query.ts';
import type { CliCommand, CommandContext } from '../io.ts';
import { addPaperOutputOptions, type PaperOutputOptions, pageToPrint, printAnswer } from '../paper-output.ts';

type RelatedOptions = PaperOutputOptions & { relation: RelatedRequest['relation']; limit: string; order?: AuthorOrder };

/** `paperqueue related REF`: references, citing papers and similar papers of a paper, as a new job. */
export const relatedCommand: CliCommand = {
  examples: ['paperqueue related J3-4 --relation citations', 'paperqueue related A5023888391 --relation author'],
  add: addRelatedCommand,
};

function addRelatedCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('related')
    .description('print the references, citing or similar papers of a found paper, or the papers of an author (free)')
    .argument(
      '<ref>',
      'reference of a paper (J12-3), or its DOI; with --relation author an ORCID, or an id that lookup gave, or "author: NAME"',
    )
    .addOption(new Option('--relation <relation>', 'which papers').choices(RELATIONS).default('references'))
    .addOption(new Option('--limit <papers>', 'at most').choices(LIMITS.map(String)).default(String(DEFAULT_LIMIT)));
  command.addOption(new Option('--order <order>', 'which papers of an author; default: newest').choices(AUTHOR_ORDERS));
  addPaperOutputOptions(command).action(async (ref: string, { relation, limit, order, ...output }: RelatedOptions) => {
    const useCases = await context.app().useCases();
    const request = { ref, relation, limit: Number(limit), order };
    const answer = await useCases.relatedPapers(request, pageToPrint(output), {
      signal: context.io.signal,
    });
    await printAnswer(context, useCases, answer, output);
  });
}

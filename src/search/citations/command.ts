import { type Command, Option } from 'commander';
import { DEFAULT_LIMIT, LIMITS } from '../../contract/rules.ts';
import { type CliCommand, type CommandContext, UsageError, wholeNumber } from '../../faces/cli/io.ts';
import { tell, writeOutput } from '../../faces/cli/output.ts';
import {
  addPaperOutputOptions,
  type PaperOutputOptions,
  pageToPrint,
  printAnswer,
} from '../../faces/cli/paper-output.ts';
import { CLI_WORDING, toJson } from '../../faces/cli/wording.ts';
import { RELATIONS, type RelatedRequest } from '../../jobs/ports/related.ts';
import { AUTHOR_ORDERS, type AuthorOrder } from '../../papers/references/author-query.ts';
import { CITATION_DIRECTIONS, type CitationDirection } from '../../papers/references/citation-links.ts';
import type { CitationPlanView, CitationRequest } from './citation-job.ts';

type FollowOptions = {
  direction?: CitationDirection | 'both';
  rounds?: string;
  via?: string;
  requests?: string;
  yield?: string;
  recall?: string;
  dryRun?: boolean;
};
type RelatedOptions = PaperOutputOptions &
  FollowOptions & { relation?: RelatedRequest['relation']; limit?: string; order?: AuthorOrder };

const MAX_ROUNDS = 5;
const MAX_REQUESTS = 10_000;

/**
 * `paperqueue related REF`: references, citing papers and similar papers of one paper, as a new job; a citation search
 * for several papers or with `--direction`.
 */
export const relatedCommand: CliCommand = {
  examples: [
    'paperqueue related J3-4 --relation citations',
    'paperqueue related A5023888391 --relation author',
    'paperqueue related J3-4 J3-9 10.1000/x --direction both --rounds 2 --dry-run',
  ],
  add: addRelatedCommand,
};

function addRelatedCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('related')
    .description(
      'print the references, citing or similar papers of a found paper, the papers of an author, or of a citation search from many papers (free)',
    )
    .argument(
      '<ref...>',
      'reference of a paper (J12-3), or its DOI; with --relation author an ORCID, or an id that lookup gave, or "author: NAME"; for a citation search several papers, a job (J12) or a review (R1)',
    )
    .addOption(new Option('--relation <relation>', 'which papers; default: references').choices(RELATIONS))
    .addOption(new Option('--limit <papers>', `at most; default: ${DEFAULT_LIMIT}`).choices(LIMITS.map(String)));
  command.addOption(new Option('--order <order>', 'which papers of an author; default: newest').choices(AUTHOR_ORDERS));
  command
    .addOption(
      new Option('--direction <direction>', 'follow citations: to references, citing papers or both').choices([
        ...CITATION_DIRECTIONS,
        'both',
      ]),
    )
    .option('--rounds <number>', 'follow what was found, too, up to this round (1 to 5; default: 1)')
    .option('--via <sources>', 'only these indexes, comma-separated; default: all that are configured')
    .option('--requests <number>', 'end after so many requests; default: 100')
    .option('--yield <share>', 'end when at most this share of records is new, twice in a row (0 to 1)')
    .option('--recall <share>', 'end when the estimate of recall is stable and at least this (0 to 1)')
    .option('--dry-run', 'only say how many requests the first round takes, and what allowances have left');
  addPaperOutputOptions(command).action(async (refs: string[], options: RelatedOptions) => {
    const {
      relation,
      limit,
      order,
      direction,
      rounds,
      via,
      requests,
      yield: minYield,
      recall,
      dryRun,
      ...output
    } = options;
    const isCitationSearch = [direction, rounds, via, requests, minYield, recall, dryRun].some(
      (each) => each !== undefined,
    );
    const citations = await context.app().citations();
    const call = { signal: context.io.signal };
    if (!isCitationSearch && refs.length === 1) {
      const [ref = ''] = refs;
      const request = { ref, relation: relation ?? 'references', limit: Number(limit ?? DEFAULT_LIMIT), order };
      const answer = await citations.relatedPapers(request, pageToPrint(output), call);
      await printAnswer(context, answer, output);
      return;
    }
    const request = toCitationRequest(refs, options);
    if (dryRun) return printPlan(context, await citations.planCitations(request, call), output);
    const answer = await citations.followCitations(request, pageToPrint(output), call);
    await printAnswer(context, answer, output);
  });
}

function toCitationRequest(refs: readonly string[], options: RelatedOptions): CitationRequest {
  const { relation, limit, order, direction, rounds, via, requests, recall } = options;
  if (relation ?? limit ?? order)
    throw new UsageError(
      '--relation, --limit and --order go with one paper or author; a citation search has --direction',
    );
  return {
    seeds: refs.flatMap((ref) => ref.split(/(?:(?<!\s)\s+)?,\s*(?=[JRL]\d)/i)),
    direction,
    rounds: rounds === undefined ? undefined : wholeNumber('--rounds', rounds, 1, MAX_ROUNDS),
    via: via?.split(',').map((name) => name.trim().toLowerCase()),
    stop: {
      requests: requests === undefined ? undefined : wholeNumber('--requests', requests, 1, MAX_REQUESTS),
      yield: share('--yield', options.yield),
      recall: share('--recall', recall),
    },
  };
}

function share(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new UsageError(`${flag}: a share from 0 to 1, such as 0.95, got ${text}`);
  return value;
}

async function printPlan(context: CommandContext, plan: CitationPlanView, options: PaperOutputOptions): Promise<void> {
  const { json, format } = options;
  if (json || format === 'json')
    return writeOutput(context.io, `${JSON.stringify(toJson(plan), undefined, 2)}\n`, options);
  await writeOutput(context.io, `${plan.notes.map(CLI_WORDING.note).join('\n')}\n`);
  tell(context.io, CLI_WORDING.advice(plan.next));
}

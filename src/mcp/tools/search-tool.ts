import * as z from 'zod';
import { CHOOSING_FILTERS, FILTER_NAMES, filterRow } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import type { Advice } from '../../contract/notes.ts';
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import { type RequestBody, requestSchema } from '../../contract/requests.ts';
import { KEYWORDS, QUERY } from '../../contract/rules.ts';
import { countCharacters } from '../../lib/characters.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { sharedSearchInput } from '../inputs.ts';
import { count, counts, credits, foundOutput, text, texts } from '../outputs.ts';

type SearchInput = Filters &
  Omit<RequestBody, 'scraperKey'> & {
    waitSeconds?: number;
    count?: number;
    fresh?: boolean;
    dryRun?: boolean;
    newSince?: string;
    acceptPossibleDoubleCharge?: boolean;
  };

/** A search's answer; with `dryRun` its cost and how each source would be asked, without a job. */
const output = z.object({
  ...foundOutput.shape,
  job: foundOutput.shape.job.optional(),
  wouldCost: count.optional(),
  pool: credits.shape.pool.optional(),
  sources: z
    .array(
      z.object({
        source: text,
        query: text.optional(),
        hits: count.optional(),
        translated: text.optional(),
        keywords: counts.optional(),
        lines: counts.optional(),
        notes: texts.optional(),
      }),
    )
    .optional(),
});

type SearchToolDefinition = { name: string; title: string; summary: string; operation: Operation; description: string };

/** Defines one of the three search tools: the operation's own rules, then what they share. */
export function defineSearchTool({ operation, ...texts }: SearchToolDefinition): Tool {
  return defineTool<SearchInput, typeof output>({
    ...texts,
    safety: 'spends',
    isDrawn: true,
    // The scraper key is configuration, never an argument: arguments end up in transcripts.
    input: requestSchema(operation, inputOf(operation), ['scraperKey']) as never,
    output,
    main: ['job', 'papers'],
    adviseOnInvalid,
    run: async (input, { useCases, ...context }) => {
      const { waitSeconds, count, fresh, dryRun, newSince, acceptPossibleDoubleCharge } = input;
      // A strategy makes the same search in every tool.
      const asked = input.strategy === undefined ? operation : 'combinedSearch';
      const body: RequestBody = pick(input, OPERATIONS[asked].takes);
      const request = { operation: asked, body, filters: pick(input, FILTER_NAMES) as Filters };
      const cases = await useCases();
      if (dryRun) return cases.dryRun(request, { ...context, waitSeconds });
      return cases.search(request, { count }, { ...context, waitSeconds, fresh, newSince, acceptPossibleDoubleCharge });
    },
  });
}

/** A search needs a long text or several keywords; a look-up accepts less. */
function adviseOnInvalid({ query, keywords }: Record<string, unknown>): Advice | undefined {
  const isShort = typeof query === 'string' && countCharacters(query.trim()) < QUERY.min;
  const areFew = Array.isArray(keywords) && keywords.length < KEYWORDS.min;
  return isShort || areFew ? { do: 'look-up-instead' } : undefined;
}

const WITHOUT_MAXIMUM = { maximum: undefined };
/** Some hosts refuse a list without an element type. */
const ANY_TEXTS = { items: { type: 'string' } };

/** Long parts are advertised once: every conversation pays for the list of tools. */
function inputOf(operation: Operation) {
  if (operation === 'combinedSearch') return sharedSearchInput;
  const { strategy, limit, sort, year } = sharedSearchInput;
  const lists = CHOOSING_FILTERS.filter((name) => filterRow(name).choices);
  const { waitSeconds, count, dryRun, newSince } = sharedSearchInput;
  return {
    ...sharedSearchInput,
    strategy: strategy.meta({ description: undefined, minLength: undefined, maxLength: undefined }),
    // The tool's description says that filters are those of combined_search.
    limit: limit.meta({ enum: undefined, default: undefined }),
    ...Object.fromEntries(lists.map((name) => [name, sharedSearchInput[name].meta(ANY_TEXTS)])),
    sort: sort.meta({ pattern: undefined }),
    year: year.meta({ pattern: undefined }),
    waitSeconds: waitSeconds.meta(WITHOUT_MAXIMUM),
    count: count.meta(WITHOUT_MAXIMUM),
    dryRun: dryRun.meta({ description: undefined }),
    newSince: newSince.meta({ description: undefined }),
  };
}

function pick(input: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

import * as z from 'zod';
import { FILTER_NAMES } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import { OPERATIONS, type Operation, takes } from '../../contract/operations.ts';
import { type RequestBody, requestSchema } from '../../contract/requests.ts';
import { KEYWORDS, QUERY } from '../../contract/rules.ts';
import { keywordsOfShort, textToLookUp } from '../../jobs/short-search.ts';
import { countCharacters } from '../../lib/visible-text.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { readForeignLanguage } from '../../papers/query/foreign-language.ts';
import { isCountedTerm } from '../../papers/relevance/rarity.ts';
import type { ToolName } from '../../platform/settings/tool-names.ts';
import type { Advice } from '../../wording/notes.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { anyGiven, given, noneGiven, sharedSearchInput, topicInput } from '../inputs.ts';
import { count, counts, credits, foundOutput, fusedOutput, text, texts } from '../outputs.ts';

type SearchInput = Filters &
  Omit<RequestBody, 'scraperKey'> & {
    waitSeconds?: number;
    count?: number;
    fresh?: boolean;
    dryRun?: boolean;
    newSince?: string;
    acceptPossibleDoubleCharge?: boolean;
    parts?: string[];
  };

const source = z.object({
  source: text,
  query: text.optional(),
  hits: count.optional(),
  translated: text.optional(),
  keywords: counts.optional(),
  lines: counts.optional(),
  notes: texts.optional(),
});

/** What a dry run returns instead of papers: the cost, and each source's request. */
const trial = {
  job: foundOutput.shape.job.optional(),
  wouldCost: count.optional(),
  pool: credits.shape.pool.optional(),
  balance: z.number().optional(),
  capLeft: count.optional(),
  sources: z.array(source).optional(),
};
const output = z.object({ ...foundOutput.shape, ...trial });
const outputOfParts = z.object({
  ...fusedOutput.shape,
  ...trial,
  parts: z.array(z.object({ part: text, wouldCost: count, reuses: text.optional() })).optional(),
  sources: z.array(source.extend({ part: count.optional() })).optional(),
});

type SearchToolDefinition = {
  name: ToolName;
  title: string;
  summary: string;
  operation: Operation;
  /** Whether it takes a question in parts. */
  takesParts?: boolean;
  description: string;
  price: string;
  seeAlso: Partial<Record<ToolName, string>>;
};

/** Defines one of the three search tools: the operation's own rules, then what they share. */
export function defineSearchTool({ operation, takesParts = false, ...texts }: SearchToolDefinition): Tool {
  return defineTool<SearchInput, typeof output | typeof outputOfParts, 'jobs'>({
    ...texts,
    safety: 'spends',
    needs: ['jobs'],
    isDrawn: true,
    // The scraper key is configuration, never an argument, because arguments end up in transcripts.
    input: inputSchemaFor(operation, takesParts) as never,
    output: takesParts ? outputOfParts : output,
    adviseOnInvalid,
    run: async (input, { jobs, ...context }) => {
      const { waitSeconds, count, fresh, dryRun, newSince, acceptPossibleDoubleCharge, parts } = input;
      // A strategy makes the same search in every tool.
      const operationUsed = input.strategy === undefined ? operation : 'combinedSearch';
      const body: RequestBody = pick(input, OPERATIONS[operationUsed].takes);
      const request = { operation: operationUsed, body, filters: pick(input, FILTER_NAMES) as Filters };
      if (dryRun) return jobs.dryRun(request, { ...context, waitSeconds, parts, fresh });
      const options = { waitSeconds, fresh, newSince, acceptPossibleDoubleCharge, parts };
      return jobs.search(request, { count }, { ...context, ...options });
    },
  });
}

/** Advice to send keywords instead of a short text or too few keywords, or to look up a known paper. */
function adviseOnInvalid({ query, keywords }: Record<string, unknown>): Advice | undefined {
  const isShort = typeof query === 'string' && countCharacters(query.trim()) < QUERY.min;
  if (isShort && textToLookUp(query, {})) return { kind: 'look-up-instead' };
  const entered = Array.isArray(keywords) ? keywords.filter((each) => typeof each === 'string') : [];
  const areFew = Array.isArray(keywords) && entered.length < KEYWORDS.min;
  if (!isShort && !areFew) return undefined;
  const texts = [...entered.map((keyword) => `"${keyword.replaceAll('"', ' ')}"`), ...(isShort ? [query] : [])];
  const min = { keywords: KEYWORDS.min, characters: QUERY.min };
  const language = readForeignLanguage([...entered, ...(isShort ? [query] : [])].join(' '), (word) =>
    isCountedTerm(stem(word)),
  );
  return { kind: 'search-by-keywords', keywords: keywordsOfShort(texts.join(' ')), min, language };
}

/** The parameters of an operation, and which of them state the topic. */
function inputSchemaFor(operation: Operation, takesParts: boolean) {
  const { keywords, query, strategy, parts } = topicInput;
  const topics = [...OPERATIONS[operation].needsOneOf, ...(takesParts ? ['parts'] : [])];
  const shape = {
    ...(takes(operation, 'keywords') && { keywords }),
    ...(takes(operation, 'query') && { query }),
    strategy,
    ...(takesParts && { parts }),
    ...sharedSearchInput,
  };
  return requestSchema(operation, shape, ['scraperKey']).meta({
    if: given('strategy'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: noneGiven(...topics),
    else: anyGiven(...topics.map((name) => [name])),
  });
}

function pick(input: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

import { FILTER_NAMES, type Filters } from '../../contract/filters.ts';
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import { type RequestBody, requestSchema } from '../../contract/requests.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { sharedSearchInput } from '../inputs.ts';
import { jobOutput } from '../outputs.ts';

type SearchInput = Filters &
  Omit<RequestBody, 'scraperKey'> & {
    waitSeconds?: number;
    count?: number;
    fresh?: boolean;
    acceptPossibleDoubleCharge?: boolean;
  };

/** One of the three search tools: the operation's own rules, then what they share. */
export function defineSearchTool(about: {
  name: string;
  title: string;
  operation: Operation;
  description: string;
}): Tool {
  const { operation } = about;
  return defineTool<SearchInput>({
    ...about,
    safety: 'spends',
    // The scraper key is configuration, never an argument: arguments end up in transcripts.
    input: requestSchema(operation, inputOf(operation), ['scraperKey']) as never,
    output: jobOutput,
    run: async (input, { useCases, overCap, ...listening }) => {
      const { waitSeconds, count, fresh, acceptPossibleDoubleCharge } = input;
      const request = { operation, body: pickBody(operation, input), filters: pickFilters(input) };
      const call = { ...listening, waitSeconds, fresh, acceptPossibleDoubleCharge, overCap };
      return (await useCases()).search(request, { count }, call);
    },
  });
}

/** The long list of fields is advertised once: the list of tools is paid for in every conversation. */
function inputOf(operation: Operation) {
  if (operation === 'combinedSearch') return sharedSearchInput;
  const fieldsOfStudy = sharedSearchInput.fieldsOfStudy.meta({
    description: 'as in combined_search',
    items: { type: 'string' },
  });
  return { ...sharedSearchInput, fieldsOfStudy };
}

function pickFilters(input: SearchInput): Filters {
  return pick(input, FILTER_NAMES) as Filters;
}

function pickBody(operation: Operation, input: SearchInput): RequestBody {
  return pick(input, OPERATIONS[operation].takes);
}

function pick(input: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

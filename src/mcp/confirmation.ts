import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { PaperqueueError } from '../contract/errors.ts';

/** The one question that a person may be asked: whether a search may go over the daily cap. */
const QUESTION = 'overCap';

/** Whether the client of this call can put a question to its user, in either protocol era. */
export function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  // The modern era carries the capabilities with each request, the legacy one agreed on them at the start.
  const carried = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  const capabilities = (carried ?? server.server.getClientCapabilities()) as { elicitation?: object } | undefined;
  return capabilities?.elicitation !== undefined;
}

/** What the person said: undefined when nobody has been asked in this call. */
export function answerGiven({ mcpReq }: ServerContext): boolean | undefined {
  const given = mcpReq.inputResponses?.[QUESTION] as { action?: string; content?: { confirm?: unknown } } | undefined;
  if (given === undefined) return undefined;
  return given.action === 'accept' && given.content?.confirm === true;
}

/** The question, in the error's own words: what the search costs and what the cap leaves. */
export function askToGoOverCap(problem: PaperqueueError): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: `${problem.facts.message} Go over the cap this once?`,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Spend these credits over the daily cap' } },
          required: ['confirm'],
        },
      }),
    },
  });
}

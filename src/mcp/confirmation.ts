import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { PaperqueueError } from '../contract/errors.ts';

/** The one question that a person may be asked: whether a search may go over the daily cap. */
const QUESTION = 'overCap';

/** A person has this long to answer. */
const DEADLINE_SECONDS = 600;

/** The call that a question is about. */
type Call = { tool: string; args: unknown };

/** What is signed and travels with a question: which question it is, and a hash of the call that it is about. */
type Question = { id: string; call: string };

/** The questions of one server process, and the answers to them. */
export type Confirmations = {
  /** Rejects a `requestState` that this process did not sign, that was changed, or that is too old. */
  verify(state: string, context: ServerContext): Promise<Question>;
  /**
   * What the person said about this very call: undefined when this process did not ask about it, or when the answer to
   * the question has been used already. Uses the answer up.
   */
  takeAnswer(call: Call, context: ServerContext): boolean | undefined;
  /** The question, in the error's own words: what the search costs and what the cap leaves. */
  ask(call: Call, problem: PaperqueueError): Promise<InputRequiredResult>;
};

/**
 * An answer counts only when it comes with the state of a question that was asked: a client that sends an acceptance of
 * its own accord is not a person. The key is of this process, so that a state means nothing to any other.
 */
export function createConfirmations(): Confirmations {
  const codec = createRequestStateCodec<Question>({ key: randomBytes(32), ttlSeconds: DEADLINE_SECONDS });
  /** Questions whose answer was used, with the time after which their states are too old anyway. */
  const used = new Map<string, number>();
  const isFirstUse = (id: string): boolean => {
    const now = Date.now();
    for (const [old, until] of used) if (until < now) used.delete(old);
    if (used.has(id)) return false;
    used.set(id, now + (DEADLINE_SECONDS + 1) * 1000);
    return true;
  };
  return {
    verify: codec.verify,
    takeAnswer(call, { mcpReq }) {
      const question = mcpReq.requestState<Question>();
      const given = mcpReq.inputResponses?.[QUESTION] as
        | { action?: string; content?: { confirm?: unknown } }
        | undefined;
      if (!question || !given || question.call !== hashOf(call) || !isFirstUse(question.id)) return undefined;
      return given.action === 'accept' && given.content?.confirm === true;
    },
    async ask(call, problem) {
      return inputRequired({
        requestState: await codec.mint({ id: randomUUID(), call: hashOf(call) }),
        inputRequests: {
          [QUESTION]: inputRequired.elicit({
            message: `${problem.details.message} Go over the cap this once?`,
            requestedSchema: {
              type: 'object',
              properties: { confirm: { type: 'boolean', title: 'Spend these credits over the daily cap' } },
              required: ['confirm'],
            },
          }),
        },
      });
    },
  };
}

/** Whether the client of this call can put a form to its user, in either protocol era. */
export function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  // The modern era carries the capabilities with each request, the legacy one agreed on them at the start.
  const carried = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  const { elicitation } = (carried ?? server.server.getClientCapabilities() ?? {}) as { elicitation?: object };
  // A client that names no kind of question knows forms.
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

/** Equal for calls of one tool with the same arguments, in whatever order they are named. */
function hashOf({ tool, args }: Call): string {
  const sorted = JSON.stringify([tool, args], (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('base64url');
}

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

/** Name of the only question: may this search exceed the daily cap? */
const QUESTION = 'overCap';

/** How long a person has to answer. */
const DEADLINE_SECONDS = 600;

type Call = { tool: string; args: unknown };

/** The signed state of a question; `call` is a hash of the call it concerns. */
type PendingCall = { id: string; call: string };

/** The questions of one server process, and the answers to them. */
export type Confirmations = {
  /** Rejects a `requestState` that this process did not sign, that was changed, or that has expired. */
  verify(state: string, context: ServerContext): Promise<PendingCall>;
  /** The person's answer about this call, valid once; undefined if there is none or it was used. */
  takeAnswer(call: Call, context: ServerContext): boolean | undefined;
  /** Asks with the error's message: the cost of the search and the credits left under the cap. */
  ask(call: Call, problem: PaperqueueError): Promise<InputRequiredResult>;
};

/**
 * An answer counts only with the signed state of a question: an acceptance that a client sends unprompted is not a
 * person's. Each process signs with its own random key.
 */
export function createConfirmations(): Confirmations {
  const codec = createRequestStateCodec<PendingCall>({ key: randomBytes(32), ttlSeconds: DEADLINE_SECONDS });
  /** Answered questions, with the time at which their states expire anyway. */
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
      const question = mcpReq.requestState<PendingCall>();
      type Answer = { action?: string; content?: { confirm?: unknown } };
      const answer = mcpReq.inputResponses?.[QUESTION] as Answer | undefined;
      if (!question || !answer || question.call !== hashCall(call) || !isFirstUse(question.id)) return undefined;
      return answer.action === 'accept' && answer.content?.confirm === true;
    },
    async ask(call, problem) {
      return inputRequired({
        requestState: await codec.mint({ id: randomUUID(), call: hashCall(call) }),
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

type Capabilities = {
  roots?: object | undefined;
  elicitation?: object | undefined;
  extensions?: Record<string, unknown> | undefined;
};

/**
 * What the client declares with this request; undefined in the legacy era, which negotiates capabilities at the start.
 */
export function requestCapabilities({ mcpReq }: ServerContext): Capabilities | undefined {
  return (mcpReq.envelope as Record<string, Capabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
}

/** Whether the client of this call can show its user a form, in either protocol era. */
export function canAsk(server: McpServer, context: ServerContext): boolean {
  const { elicitation }: Capabilities = requestCapabilities(context) ?? server.server.getClientCapabilities() ?? {};
  // A client that declares no kind of question supports forms.
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

/** Gives calls of one tool the same hash if their arguments are equal in any order. */
function hashCall({ tool, args }: Call): string {
  const sorted = JSON.stringify([tool, args], (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('base64url');
}

import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorDetails, PaperqueueError } from '../contract/errors.ts';

/** A tool's result: the same JSON as text and as structured content, because hosts show the model one of the two. */
export function renderResult(result: object): CallToolResult {
  const structuredContent = JSON.parse(JSON.stringify(result)) as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** A failed call. Anything that is not our own error is shown as INTERNAL, without its text. */
export function renderError(error: unknown, spends: boolean): CallToolResult {
  const details = error instanceof PaperqueueError ? error.details : internal(spends);
  const { code, message, charged, retryable, next, retryAfterSeconds } = details;
  // What is wrong with a field is said once, in most cases by the message.
  const fields = details.fields?.map((one) => (message.includes(one.message) ? { field: one.field } : one));
  const body = { error: { code, message, charged, retryable, next, fields, retryAfterSeconds } };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}

function internal(spends: boolean): ErrorDetails {
  return {
    code: 'INTERNAL',
    message: 'An error inside paperqueue stopped this call.',
    charged: spends ? 'unknown' : 'no',
    retryable: false,
    next: 'Do not repeat a search blindly; report this with the log on stderr (PAPERQUEUE_LOG_LEVEL=debug).',
  };
}

import type { CallToolResult } from '@modelcontextprotocol/server';
import { PaperqueueError } from '../contract/errors.ts';
import { isOutOfFiles } from '../platform/out-of-files.ts';
import type { Advice } from '../wording/notes.ts';
import { type Remarks, renderAnswer } from '../wording/sentences/render.ts';
import type { Wording } from '../wording/sentences/vocabulary.ts';

/** A tool's result: the same JSON as text and as structured content, because hosts show the model only one of them. */
export function renderResult(result: Remarks, wording: Wording): CallToolResult {
  const rendered = renderAnswer(result, wording);
  const structuredContent = JSON.parse(JSON.stringify(rendered)) as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** The answer without the note that reading is free, for when searches are free, too: its credits say so. */
export function withoutPriceNote(result: Remarks): object {
  const { notes, ...rest } = result;
  return { ...rest, ...(notes && { notes: notes.filter(({ kind }) => kind !== 'reading-is-free') }) };
}

/** A failed call. An error that is not ours is shown as INTERNAL, without its text. */
export function renderError(error: unknown, spends: boolean, wording: Wording): CallToolResult {
  const { details } = error instanceof PaperqueueError ? error : internal(error, spends);
  const { code, charged, retryable, retryAfterSeconds } = details;
  const message = wording.notes(details.problem).join(' ');
  // Each field's problem is stated only once.
  const hasWrongValues = details.problem.some(({ kind }) => kind === 'wrong-values');
  const fields = details.fields?.map(({ field, message: rule }) => ({
    field,
    ...(!hasWrongValues && { message: rule }),
  }));
  const isFree = spends && charged === 'no' && !hasWrongValues;
  const next = `${wording.advice(details.advice)}${isFree ? ' Nothing was charged.' : ''}`;
  const body = { error: { code, message, charged, retryable, next, fields, retryAfterSeconds } };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}

function internal(error: unknown, spends: boolean): PaperqueueError {
  const [kind, advice] = classifyFailure(error);
  return new PaperqueueError({
    code: 'INTERNAL',
    problem: [{ kind }],
    charged: spends ? 'unknown' : 'no',
    retryable: false,
    advice: [advice],
  });
}

/** Causes that the user can fix, or that should be reported. */
function classifyFailure(error: unknown): ['too-many-files' | 'program-replaced' | 'internal', Advice] {
  if (isOutOfFiles(error)) return ['too-many-files', { kind: 'allow-more-files' }];
  if (isFileOfProgramGone(error)) return ['program-replaced', { kind: 'start-again' }];
  return ['internal', { kind: 'report', setting: 'PAPERQUEUE_LOG_LEVEL' }];
}

/** Whether a lazily loaded part of the program is missing: after an update the parts have other names. */
function isFileOfProgramGone(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
}

import { createHash } from 'node:crypto';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { MAX_ANSWER_CHARACTERS, sizeOf } from '../../jobs/answers/answer-size.ts';
import type { CallOptions } from '../../jobs/spending/call.ts';
import { firstIndex } from '../../lib/binary-search.ts';
import { createGuardedProcess } from '../../platform/guarded-process.ts';
import { scriptBeside } from '../../platform/threads.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { renderAnswer } from '../../wording/sentences/render.ts';
import type { DraftCheck, WholeCheck } from './check.ts';
import { checkWhole, type DraftsDeps } from './check-draft.ts';
import { type Draft, type DraftOrder, type DraftProblem, draftFormat } from './draft.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    drafts(): Promise<Drafts>;
  }
}

/** Without `format`, it is detected from the content. */
type DraftContent = Omit<DraftOrder, 'format'> & Partial<Pick<DraftOrder, 'format'>>;

type DraftRequest = DraftContent & {
  /** Rows to skip. Default: 0. */
  offset?: number | undefined;
};

/** Checks of drafts; free. */
export type Drafts = {
  /**
   * Checks every citation, quotation and sentence with a citation of a draft. Only its references are sent to sources.
   * Throws INVALID_INPUT for a file that cannot be read.
   */
  checkDraft(request: DraftRequest, call: CallOptions, options?: { limitSize?: boolean }): Promise<DraftCheck>;
  /** The names of the files of references that a draft refers to, relative to it. */
  filesNamedIn(content: DraftContent, call: { signal: AbortSignal }): Promise<string[]>;
};

const SCRIPT = scriptBeside(import.meta.url, 'draft-process');
/** Maximum checks that are cached for further pages. */
const MAX_CACHED = 3;

/** Reads drafts in a separate process that can be killed, because they are untrusted texts. */
export function createDrafts(deps: DraftsDeps): Drafts & { close(): void } {
  const reader = createGuardedProcess<DraftOrder, Draft | DraftProblem>(SCRIPT);
  const cache = new Map<string, WholeCheck>();
  const read = async (request: DraftContent, signal: AbortSignal): Promise<Draft> => {
    const { content } = request;
    const format = request.format ?? (typeof content === 'string' ? draftFormat(content) : 'docx');
    const draft = await reader.ask({ ...request, format }, signal);
    if ('problem' in draft) throw invalidInput([invalidField('text', { kind: 'draft-not-read', why: draft.problem })]);
    return draft;
  };
  return {
    async checkDraft({ offset = 0, ...order }, call, { limitSize = true } = {}) {
      call.signal.throwIfAborted();
      const key = createHash('sha256')
        .update(JSON.stringify(order.bibliography ?? []))
        .update(order.content)
        .digest('hex');
      const cached = offset > 0 && limitSize ? cache.get(key) : undefined;
      const whole = cached ?? (await checkWhole(deps, await read(order, call.signal), call, { isBounded: limitSize }));
      cache.delete(key);
      cache.set(key, whole);
      for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest);
      return cutToPage(whole, offset, limitSize);
    },
    filesNamedIn: async (order, { signal }) => (await read(order, signal)).bibliographies,
    close: reader.close,
  };
}

/** The rows from an offset that fit into an answer; without `limitSize` all of them. */
function cutToPage(whole: WholeCheck, offset: number, limitSize: boolean): DraftCheck {
  const { rows, ...rest } = whole;
  const make = (count: number): DraftCheck => {
    const shown = rows.slice(offset, offset + count);
    const end = offset + shown.length;
    const nextOffset = end < rows.length ? end : null;
    return {
      ...rest,
      rows: shown,
      page: { offset, total: rows.length, nextOffset },
      next: nextOffset === null ? [] : [{ kind: 'more-of-draft', offset: nextOffset }],
    };
  };
  if (!limitSize) return make(rows.length);
  const fits = (count: number) =>
    sizeOf(JSON.stringify(renderAnswer(make(count), PLAIN_WORDING))) <= MAX_ANSWER_CHARACTERS;
  // At least one row, however long.
  const most = Math.max(rows.length - offset, 1);
  return make(firstIndex(most - 1, (more) => !fits(more + 2)) + 1);
}

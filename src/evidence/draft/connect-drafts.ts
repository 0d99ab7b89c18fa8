import { createHash } from 'node:crypto';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { createGuardedProcess } from '../../platform/guarded-process.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { WholeCheck } from './check.ts';
import { checkWhole } from './check-draft.ts';
import { type Draft, type DraftOrder, type DraftProblem, draftFormat } from './draft.ts';
import type { Drafts, DraftsDeps } from './drafts-port.ts';
import { cutToPage } from './page-of-check.ts';

const SCRIPT = scriptBeside(import.meta.url, 'draft-process');
/** Maximum checks that are cached for further pages. */
const MAX_CACHED = 3;

/** Reads drafts in a separate process that can be killed, because they are untrusted texts. */
export function connectDrafts(deps: DraftsDeps): Drafts & { close(): void } {
  const reader = createGuardedProcess<DraftOrder, Draft | DraftProblem>(SCRIPT);
  const cache = new Map<string, WholeCheck>();
  const read = async (request: Parameters<Drafts['filesNamedIn']>[0], signal: AbortSignal): Promise<Draft> => {
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

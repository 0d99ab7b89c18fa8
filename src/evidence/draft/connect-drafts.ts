import { createHash } from 'node:crypto';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { createGuardedProcess } from '../../platform/guarded-process.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { WholeCheck } from './check.ts';
import { checkWhole } from './check-draft.ts';
import type { Draft, DraftOrder, DraftProblem } from './draft.ts';
import { draftFormat } from './draft-format.ts';
import type { Drafts, DraftsDeps } from './drafts-port.ts';
import { cutToPage } from './page-of-check.ts';

const SCRIPT = scriptBeside(import.meta.url, 'draft-process');
/** Whole checks kept for the next page of an answer. */
const MAX_KEPT = 3;

/** Drafts are read in a process that may be ended: they are foreign texts. */
export function connectDrafts(deps: DraftsDeps): Drafts & { close(): void } {
  const reader = createGuardedProcess<DraftOrder, Draft | DraftProblem>(SCRIPT);
  const kept = new Map<string, WholeCheck>();
  const read = async (asked: Parameters<Drafts['filesNamedIn']>[0], signal: AbortSignal): Promise<Draft> => {
    const { content } = asked;
    const format = asked.format ?? (typeof content === 'string' ? draftFormat(content) : 'docx');
    const draft = await reader.ask({ ...asked, format }, signal);
    if ('problem' in draft) throw invalidInput([invalidField('text', { kind: 'draft-not-read', why: draft.problem })]);
    return draft;
  };
  return {
    async checkDraft({ offset = 0, ...order }, call, { limitSize = true } = {}) {
      call.signal.throwIfAborted();
      const name = createHash('sha256')
        .update(JSON.stringify(order.bibliography ?? []))
        .update(order.content)
        .digest('hex');
      const known = offset > 0 && limitSize ? kept.get(name) : undefined;
      const whole = known ?? (await checkWhole(deps, await read(order, call.signal), call, { isBounded: limitSize }));
      kept.delete(name);
      kept.set(name, whole);
      for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
      return cutToPage(whole, offset, limitSize);
    },
    filesNamedIn: async (order, { signal }) => (await read(order, signal)).bibliographies,
    close: reader.close,
  };
}

import type { ReaderAct } from '../../../review/protocol.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import type { Keep, KeepState, KeptDecisions, Standing } from './keep.ts';
import type { DecidedPapers } from './person-decisions.ts';

type SentDecision = Omit<Standing, 'decision'> & { ref: string; decision: ReaderAct };

/** The review that decisions are sent to. */
export type ReviewStore = {
  read(): Promise<KeptDecisions>;
  /** Opens the review, creating it if there is none. */
  open(): Promise<string>;
  /** Records decisions. `notes`: further information for the person. */
  send(
    review: string,
    decisions: SentDecision[],
  ): Promise<{ refused: { ref: string; why: string }[]; notes?: string[] }>;
};

/** Maximum papers per request: each has at most two changes. */
const MAX_SENT = 20;

/**
 * Stores decisions in a review. Each is sent when it is made; those made during a request are sent together after it.
 * Decisions that could not be sent are reported and sent with the next ones; until then the page asks before it is
 * closed.
 */
export function keepInReview(store: ReviewStore, page: EventTarget = globalThis as unknown as EventTarget): Keep {
  const standing = new Map<string, Standing>();
  const waiting = new Set<number>();
  let review: string | undefined;
  let isRead: Promise<void> | undefined;
  let isSending = false;
  // The view may be redrawn while decisions are being sent.
  let model: Model;
  let say: (state: KeepState) => void;

  const read = async () => {
    const found = await store.read();
    review = found.review;
    const taken: DecidedPapers = {};
    for (const [ref, decided] of Object.entries(found.decisions)) {
      standing.set(ref, decided);
      taken[ref] = { ...decided, at: '0' };
    }
    model.take(taken);
  };
  const send = async () => {
    if (isSending) return;
    isSending = true;
    let problem = '';
    try {
      isRead ??= read();
      await isRead;
      while (waiting.size > 0) {
        const batch = [...waiting].slice(0, MAX_SENT);
        for (const index of batch) waiting.delete(index);
        try {
          problem = (await sendBatch(batch)) || problem;
        } catch (error) {
          for (const index of batch) waiting.add(index);
          throw error;
        }
      }
      say({
        text: problem || (review ? `Kept in the review ${review}.` : 'Kept in a review.'),
        isUrgent: problem !== '',
      });
    } catch (error) {
      if (!review) isRead = undefined;
      const what =
        waiting.size > 0 ? `${count(waiting.size, 'decision is', 'decisions are')} not kept yet` : 'Not read';
      const text = `${what}: ${(error as Error).message}`;
      say({ text, isUrgent: true, offers: [['Try again', () => void send()]] });
    }
    isSending = false;
  };
  const sendBatch = async (batch: readonly number[]): Promise<string> => {
    const current = batch.map((index) => ({ ref: model.paper(index).ref, decided: model.decisions.of(index) }));
    const decisions = current.flatMap(({ ref, decided }) => listChanges(ref, standing.get(ref) ?? {}, decided ?? {}));
    if (decisions.length > 0) review ??= await store.open();
    const { refused, notes = [] } =
      review && decisions.length > 0 ? await store.send(review, decisions) : { refused: [] };
    const isRefused = new Set(refused.map(({ ref }) => ref));
    for (const { ref, decided } of current) if (!isRefused.has(ref)) standing.set(ref, decided ?? {});
    return [...refused.map(({ ref, why }) => `Not kept, ${ref}: ${why}`), ...notes].join(' ');
  };
  page.addEventListener('beforeunload', (event) => {
    if (isSending || waiting.size > 0) event.preventDefault();
  });
  return (drawn, tell) => {
    [model, say] = [drawn, tell];
    for (const index of drawn.data.papers.keys()) if (drawn.decisions.of(index)) waiting.add(index);
    drawn.onDecided((indices) => {
      for (const index of indices) waiting.add(index);
      void send();
    });
    void send();
  };
}

/**
 * The changes that lead from the recorded decision to the current one. In a review only `maybe` can be replaced; other
 * decisions must be withdrawn first.
 */
function listChanges(ref: string, former: Standing, now: Standing): SentDecision[] {
  const noted = pickNotes(now);
  const isSame = former.decision === now.decision;
  if (isSame && JSON.stringify(pickNotes(former)) === JSON.stringify(noted)) return [];
  const sent: SentDecision[] = [];
  if (!isSame && former.decision && (former.decision !== 'maybe' || !now.decision))
    sent.push({ ref, decision: 'withdraw' });
  if (!isSame && now.decision) sent.push({ ref, decision: now.decision, ...noted });
  else if (isSame || noted.note || noted.tags) sent.push({ ref, decision: 'note', ...noted });
  return sent;
}

function pickNotes({ note, tags }: Standing) {
  return { ...(note && { note }), ...(tags?.length && { tags }) };
}

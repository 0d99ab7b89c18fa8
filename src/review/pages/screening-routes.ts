import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { PaperqueueError } from '../../contract/errors.ts';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import { requestCall } from '../../faces/ui/request-deadline.ts';
import { UI_WORDING } from '../../faces/ui/wording.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { SERVING_ORDERS } from '../events.ts';
import { personNamed, READER_ACTS, type Reader, STAGES, type Stage } from '../protocol.ts';
import type { OpenReview } from '../screening/review-log.ts';
import { decisionsOnJobs, findReviewOf } from '../screening/review-of-jobs.ts';
import { showRefusals } from '../sentences.ts';
import { createPageKeys, type PagePlace } from './page-keys.ts';
import { recordCard } from './record-card.ts';
import { keepName } from './review-page.ts';
import { reviewPanel } from './review-panel.ts';
import { flowSection } from './review-sections.ts';
import { addressOf, drawCards, panelOf } from './show-review.ts';

/** One job, or several that are shown together. */
const JOBS = ':jobs{J[1-9][0-9]*(?:,J[1-9][0-9]*)*}';
/** The reference of a review in a URL. */
export const REVIEW = ':review{[RL][1-9][0-9]*}';

const line = z.string().trim().min(1).max(10_000);
const decisionList = z
  .array(
    z.strictObject({
      ref: line,
      decision: z.enum(READER_ACTS),
      reasons: z.array(line).max(300).optional(),
      // The review itself limits their length, decision by decision.
      note: z.string().optional(),
      quote: z.string().optional(),
      tags: z.array(z.string()).optional(),
    }),
  )
  .max(50)
  .optional();

/** A request from the list of a search. Without `decisions`, it asks for the recorded ones. */
const decidedInList = z.strictObject({
  review: z
    .string()
    .regex(/^[RL][1-9]\d*$/)
    .optional(),
  decisions: decisionList,
});

/** A text that a page sealed, with the page's name. */
const sealedByPage = z.strictObject({ page: z.string().max(100), sealed: z.string() });

/**
 * `show`: records to draw besides the next ones; `undo`: first take back the last decision; `kept`: what the browser
 * stored of an earlier page, to be opened.
 */
const turnRequest = z.strictObject({
  stage: z.enum(STAGES).optional(),
  decisions: decisionList,
  next: z.int().min(0).max(50).optional(),
  order: z.enum(SERVING_ORDERS).optional(),
  show: z.array(line).max(50).optional(),
  undo: z.boolean().optional(),
  kept: sealedByPage.optional(),
});

/**
 * Decisions on papers, for the scripts of the pages. The reader is the person of this machine, or the one named by
 * `?as=`. All of it is free.
 */
export function screeningRoutes(deps: RouteDeps): Hono {
  const { features } = deps;
  const pageKeys = createPageKeys(deps.folderKey);
  const app = new Hono();

  /** For the page of a review: records and what follows from the decisions, drawn. */
  app.post(`/review/${REVIEW}/turn`, (context) => {
    const place = { of: context.req.param('review') as string, who: readerOf(context, deps) };
    return answerSealed(context, place, (body) => takeTurn(context, place.of, place.who, turnRequest.parse(body)));
  });

  /** For the list of a search: decisions for the newest review of its jobs, which is opened if there is none. */
  app.post(`/job/${JOBS}/turn`, (context) => {
    const place = { of: context.req.param('jobs') as string, who: readerOf(context, deps) };
    return answerSealed(context, place, async (body) => {
      const { review, decisions } = decidedInList.parse(body);
      const all = await features.reviews(requestCall(context));
      if (!decisions) {
        const found = await findReviewOf(all, place.of);
        return found
          ? { review: found.ref, decisions: decisionsOnJobs(found, place.who, place.of) }
          : { decisions: {} };
      }
      const ref = review ?? (await inTurn(() => reviewOf(place.of, context)));
      const { refused, notes } = await all.screen({ review: ref, decisions, next: 0 }, place.who);
      return { review: ref, refused: showRefusals(refused), notes: UI_WORDING.notes(notes) };
    });
  });

  /**
   * Request and answer are sealed: another program that gets the port after this one has ended can neither read a
   * decision nor answer one.
   */
  const answerSealed = (context: Context, place: PagePlace, answer: (body: unknown) => Promise<object>) =>
    answerJson(context, async () => {
      const { page, sealed } = sealedByPage.parse(await context.req.json());
      const text = await pageKeys.openAsked(page, place, sealed);
      if (text === undefined) throw new SyntaxError('not sealed by a page of ours');
      return { sealed: await pageKeys.sealAnswer(page, place, sealed, await answer(JSON.parse(text))) };
    });

  const takeTurn = async (
    context: Context,
    ref: string,
    who: Reader,
    { show = [], undo, kept, ...request }: z.infer<typeof turnRequest>,
  ) => {
    const all = await features.reviews(requestCall(context));
    const undone = undo ? await all.undo(ref, who) : undefined;
    const view = await all.screen({ review: ref, ...request, view: 'abstract' }, who);
    const review = await all.read(ref);
    const { as, order } = context.req.query();
    const at = addressOf(deps.root, ref, as, SERVING_ORDERS.find((each) => each === order) ?? 'likely');
    const draw = drawCards(review, who, view.stage);
    const refs = [...show, ...(undone ? [undone.ref] : []), ...view.next.map((each) => each.ref)];
    const cards = refs.flatMap((each) => draw(each) ?? []);
    return {
      refused: showRefusals(view.refused),
      ...(undo && { undone: undone ?? null }),
      cards: await Promise.all(cards.map(async (card) => ({ ref: card.ref, html: String(await recordCard(card)) }))),
      panel: String(await reviewPanel({ view, at, ...panelOf(review, who, view.stage) })),
      flow: String(await flowSection(review)),
      ...(kept && { kept: await openKept(review, who, request.stage, kept) }),
    };
  };

  /** Decisions that an earlier page of this review, reader and stage stored; null if there are none. */
  const openKept = async (
    { ref, state }: OpenReview,
    who: Reader,
    stage: Stage | undefined,
    { page, sealed }: z.infer<typeof sealedByPage>,
  ): Promise<object[] | null> => {
    const text = await pageKeys.openKept(page, { of: ref, who }, sealed);
    const kept = text === undefined ? undefined : (JSON.parse(text) as { at: string; decisions: object[] });
    return kept?.at === `${keepName(state.openedAt, ref, who)} ${stage}` ? kept.decisions : null;
  };

  /** The newest review that took these jobs, else a new one by one reader, without criteria. */
  const reviewOf = async (jobs: string, context: Context): Promise<string> => {
    const all = await features.reviews(requestCall(context));
    const found = await findReviewOf(all, jobs);
    if (found) return found.ref;
    const question = questionOf(await features.jobs(), jobs);
    return (await all.open({ question, criteria: [], jobs }, readerOf(context, deps))).ref;
  };
  /** Runs requests one after another, so that two concurrent ones create a single review. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run, run);
    last = turn;
    return turn;
  };

  return app;
}

/** The reader that the page names, else the one that the command names, else the person of this machine. */
export function readerOf(context: Context, { reader }: Pick<RouteDeps, 'reader'>): Reader {
  return personNamed(context.req.query('as')?.trim() || reader);
}

/** The queries of the jobs' searches, as they were written: a request repeats a keyword where it needs three. */
export function questionOf(searches: Pick<Jobs, 'jobStatus' | 'listJobs'>, jobs: string): string {
  const texts = jobs.split(',').map((ref) => {
    const { query, keywords, strategy } = searches.jobStatus(ref)?.request?.body ?? {};
    const written = strategy ?? query ?? (keywords && [...new Set(keywords)].join(', '));
    if (written !== undefined) return written;
    const job = searches.listJobs({ count: Number.MAX_SAFE_INTEGER }).jobs.find((each) => each.ref === ref);
    return job?.about || ref;
  });
  return [...new Set(texts)].join('; ');
}

/** An answer as JSON, or why there is none. */
async function answerJson(context: Context, tell: () => Promise<object>): Promise<Response> {
  try {
    return context.json(await tell());
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return context.json({ problem: 'The page asked wrongly.' }, 400);
    if (!(error instanceof PaperqueueError)) throw error;
    const { code } = error.details;
    return context.json(
      { problem: error.message },
      code === 'JOB_NOT_FOUND' ? 404 : code === 'INVALID_INPUT' ? 400 : 503,
    );
  }
}

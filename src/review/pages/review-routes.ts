import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { PaperqueueError } from '../../contract/errors.ts';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import { requestCall } from '../../faces/ui/request-deadline.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import type { DecisionRequest } from '../accept.ts';
import { SERVING_ORDERS } from '../events.ts';
import { DECISIONS, type Decision, STAGES } from '../protocol.ts';
import { describeRefusal } from '../sentences.ts';
import { differencesOf } from './differences.ts';
import { createPageKeys } from './page-keys.ts';
import { reviewPage } from './review-page.ts';
import { REVIEW, readerOf } from './screening-routes.ts';
import { addressOf, type ReviewRequest, showReview } from './show-review.ts';
import type { ShownReview } from './shown-review.ts';
import { takeReviewFile } from './take-review-file.ts';

const MAX_SAID = 100;

/** The pages of reviews and their forms, which work without a script. Free. */
export function reviewRoutes(deps: RouteDeps): Hono {
  const { root, features, asreviewFiles, notices, show, drainSignal } = deps;
  const differences = differencesOf(features);
  const pageKeys = createPageKeys(deps.folderKey);
  const app = new Hono();
  /** Results of actions, for the page shown next: showing it again must not repeat them. */
  const said = new Map<string, string[]>();
  const keep = (lines: string[]): string => {
    const key = randomUUID();
    said.set(key, lines);
    for (const oldest of said.keys()) if (said.size > MAX_SAID) said.delete(oldest);
    return key;
  };

  app.get(`/review/${REVIEW}`, async (context) => {
    return showNow(context, await shownNow(context), { said: said.get(context.req.query('said') ?? '') ?? [] });
  });

  /** The page contains a key, so no cache may keep it for a later owner of the port. */
  const showNow = async (
    context: Context,
    shown: Omit<ShownReview, 'seal' | 'differ'>,
    results: Partial<Pick<ShownReview, 'said' | 'problem'>>,
    status: 200 | 409 = 200,
  ) => {
    const seal = pageKeys.begin({ of: refOf(context), who: shown.who });
    const page = await show(reviewPage({ ...shown, ...results, differ: differences.of(refOf(context)), seal }));
    context.header('Cache-Control', 'no-store');
    return context.html(page, status);
  };

  const shownNow = async (context: Context, record = context.req.query('record')) =>
    showReview(root, await features.reviews(requestCall(context)), refOf(context), { ...readRequest(context), record });

  const readRequest = (context: Context): ReviewRequest => {
    const { as, stage, order } = context.req.query();
    return {
      as,
      who: readerOf(context, deps),
      stage: STAGES.find((each) => each === stage),
      order: SERVING_ORDERS.find((each) => each === order) ?? 'likely',
    };
  };

  const again = (context: Context, choices: Record<string, string | undefined> = {}) => {
    const { as, order } = readRequest(context);
    const { stage } = context.req.query();
    return context.redirect(addressOf(root, refOf(context), as, order)({ stage, ...choices }), 303);
  };

  /** A decision of a form, or undoing it; if it is refused, the same record with the reason. */
  app.post(`/review/${REVIEW}/decide`, async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const { who, stage } = readRequest(context);
    const all = await features.reviews(requestCall(context));
    if (form.get('decision') === 'undo') {
      const undone = await all.undo(refOf(context), who);
      return again(context, { record: undone?.ref, ...(undone && { stage: undone.stage }) });
    }
    const given = readDecision(form);
    if (!given) return context.text('The form is incomplete.', 400);
    const was = DECISIONS.find((each) => each === form.get('was'));
    const decisions: DecisionRequest[] = [
      ...(was && was !== 'maybe' && was !== given.decision ? [{ ref: given.ref, decision: 'withdraw' as const }] : []),
      given,
    ];
    const { refused } = await all.screen({ review: refOf(context), stage, decisions }, who);
    const [first] = refused;
    if (!first) return again(context, stage && (await isDone(context)) ? { stage: undefined } : {});
    const problem = `${first.ref}: ${describeRefusal(first)}`;
    return showNow(context, await shownNow(context, given.ref), { problem }, 409);
  });

  /** Nothing is left at the stage in the URL, so the page chooses where to continue. */
  const isDone = async (context: Context): Promise<boolean> => {
    const { who, stage } = readRequest(context);
    const { progress } = await (await features.reviews(requestCall(context))).screen(
      { review: refOf(context), stage },
      who,
    );
    const here = progress.find((each) => each.stage === stage);
    return here !== undefined && here.own >= here.records;
  };

  /** Makes the suggestions of assistants decisions of the person whose page it is. */
  app.post(`/review/${REVIEW}/confirm`, async (context) => {
    const review = refOf(context);
    const reviews = await features.reviews(requestCall(context));
    const { confirmed, refused } = await reviews.confirm(review, readerOf(context, deps));
    const note = { kind: 'suggestions-confirmed', review, confirmed, refused: refused.length } as const;
    return again(context, { said: keep([PLAIN_WORDING.note(note)]) });
  });

  app.post(`/review/${REVIEW}/resolve`, async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const given = readDecision(form);
    if (!given) return context.text('The form is incomplete.', 400);
    const stage = STAGES.find((each) => each === form.get('stage'));
    try {
      await (await features.reviews(requestCall(context))).resolve(
        refOf(context),
        given,
        readerOf(context, deps),
        stage,
      );
    } catch (error) {
      if (!(error instanceof PaperqueueError) || error.details.code !== 'INVALID_INPUT') throw error;
      return showNow(context, await shownNow(context), { problem: error.message }, 409);
    }
    const { as, order } = readRequest(context);
    return context.redirect(`${addressOf(root, refOf(context), as, order)({})}#conflicts`, 303);
  });

  /** Settles a difference to a copy: the reader's decision stays, or becomes that of the copy. */
  app.post(`/review/${REVIEW}/settle`, async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const [ref, reader] = [form.get('ref') ?? '', form.get('reader') ?? ''];
    const found = differences.settle(refOf(context), ref, reader);
    if (found && form.get('take') === 'theirs') {
      const { stage, decision, reasons } = found;
      const note = [found.note, `as ${reader} decided`].filter(Boolean).join('; ');
      const who = readerOf(context, deps);
      const decisions = [
        { ref, decision: 'withdraw' as const },
        { ref, decision, reasons, note },
      ];
      const { refused } = await (await features.reviews(requestCall(context))).screen(
        { review: refOf(context), stage, decisions },
        who,
      );
      const [first] = refused;
      if (first) {
        differences.add(refOf(context), [found]);
        return showNow(context, await shownNow(context), { problem: `${ref}: ${describeRefusal(first)}` }, 409);
      }
    }
    if (found) notices.say({ text: `${ref} is settled.` });
    const { as, order } = readRequest(context);
    return context.redirect(`${addressOf(root, refOf(context), as, order)({})}#compare`, 303);
  });

  app.post(`/review/${REVIEW}/import`, async (context) => {
    const form = await context.req.formData();
    const files = form.getAll('file').filter((value): value is File => value instanceof File && value.size > 0);
    const source = String(form.get('source') ?? '').trim();
    const lines: string[] = [];
    for (const file of files) {
      const given = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      const reviews = await features.reviews(untilAborted(drainSignal));
      const parts = { reviews, differences, asreviewFiles, signal: drainSignal };
      lines.push(...(await takeReviewFile(parts, refOf(context), given, source, readerOf(context, deps))));
    }
    return again(context, { said: keep(lines.length > 0 ? lines : ['No file was chosen.']) });
  });

  return app;
}

function refOf(context: Context): string {
  return context.req.param('review') ?? '';
}

function readDecision(form: URLSearchParams): (DecisionRequest & { decision: Decision }) | undefined {
  const decision = DECISIONS.find((each) => each === form.get('decision'));
  const ref = form.get('ref');
  if (!decision || !ref) return undefined;
  // The existing decision has reasons that no mark shows; a different decision does not inherit them.
  const unmarkable = form.get('was') === decision ? form.getAll('standing-reason') : [];
  const reasons = [...form.getAll('reason'), ...unmarkable].filter(Boolean);
  return { ref, decision, reasons, note: form.get('note')?.trim() };
}

import type { ReviewRecord } from '../../jobs/ports/reviews.ts';
import { criteriaOf } from '../event-rules.ts';
import type { ServingOrder } from '../events.ts';
import type { Reader, Stage } from '../protocol.ts';
import { labelsThatCount } from '../queue.ts';
import { findRecord, type Reading, readerKey } from '../review-state.ts';
import type { OpenReview } from '../screening/review-log.ts';
import type { Reviews } from '../screening/reviewing.ts';
import { createMarker, type RecordCard, type ShownReading } from './record-card.ts';
import type { ShownReview } from './shown-review.ts';

/** The choices in a page's URL. */
export type ReviewRequest = {
  /** The reader's name in the URL, if any. */
  as: string | undefined;
  who: Reader;
  stage: Stage | undefined;
  order: ServingOrder;
  /** The record to show instead of the next one. */
  record?: string | undefined;
};

/** Maximum decisions listed for going back to them. */
const MAX_DECIDED = 8;

/** Everything that a review's page shows. Throws what the feature throws. */
export async function showReview(
  root: string,
  reviews: Reviews,
  ref: string,
  request: ReviewRequest,
): Promise<Omit<ShownReview, 'seal' | 'differ'>> {
  const { who, stage, order, record, as } = request;
  const view = await reviews.screen({ review: ref, stage, order, next: record ? 0 : 1, view: 'abstract' }, who);
  const review = await reviews.read(ref);
  const shown = record ?? view.next[0]?.ref;
  return {
    root,
    review,
    view,
    who,
    order,
    criteria: criteriaOf(review.state, view.stage),
    card: shown === undefined ? undefined : drawCards(review, who, view.stage)(shown),
    ...panelOf(review, who, view.stage),
    at: addressOf(root, ref, as, order),
    said: [],
  };
}

/** The URL of the review's page, or of a path below it. */
export function addressOf(root: string, ref: string, as: string | undefined, order: ServingOrder): ShownReview['at'] {
  return (choices, path) => {
    const all = { as, ...(order !== 'likely' && { order }), ...choices };
    const given = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const query = new URLSearchParams(given).toString();
    return `${root}/review/${ref}${path ? `/${path}` : ''}${query && `?${query}`}`;
  };
}

/** A reader's progress at a stage. */
export function panelOf(review: OpenReview, who: Reader, stage: Stage): Pick<ShownReview, 'labels' | 'decided'> {
  const labels = labelsThatCount(review.state, who, stage).map(({ isRelevant }) => isRelevant);
  return { labels, decided: lastDecided(review, who, stage) };
}

/** Draws the cards of records at a stage, as a reader may see them; undefined for a record that the review lacks. */
export function drawCards({ state, records }: OpenReview, who: Reader, stage: Stage) {
  const mark = createMarker(state.question, criteriaOf(state, stage));
  const key = readerKey(who);
  return (ref: string): RecordCard | undefined => {
    const found = findRecord(state, ref);
    const record: ReviewRecord | undefined = found && records.get(found.ref);
    if (!found || !record) return undefined;
    const readings = [...found.readings[stage]];
    const own = found.readings[stage].get(key);
    const others = state.protocol.blind ? [] : readings.filter(([other]) => other !== key);
    return {
      ref: found.ref,
      paper: record.paper,
      mark,
      others: others.map(([, reading]) => readingOf(reading)),
      ...(own && { own: readingOf(own) }),
    };
  };
}

function readingOf({ who, decision, reasons = [], note, quote }: Reading): ShownReading {
  const name = who.kind === 'assistant' ? `${who.name} (assistant)` : who.name;
  return { name, decision, reasons, ...(note && { note }), ...(quote && { quote }) };
}

/** A reader's last decisions at a stage. */
function lastDecided({ state, records }: OpenReview, who: Reader, stage: Stage): ShownReview['decided'] {
  const key = readerKey(who);
  return [...state.records.values()]
    .flatMap(({ readings }) => readings[stage].get(key) ?? [])
    .sort((a, b) => b.n - a.n)
    .slice(0, MAX_DECIDED)
    .map(({ ref, decision, reasons = [] }) => ({
      ref,
      decision,
      reasons,
      title: records.get(ref)?.paper.title ?? ref,
    }));
}

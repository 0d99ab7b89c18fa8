import type { FileDecision, FileNote, FileResolution, Screened } from '../../formats/decisions/screening.ts';
import type { ScreenedPaper } from '../../formats/format.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { citationKeys } from '../../papers/citation-keys.ts';
import { nameInFile, type Reader } from '../protocol.ts';
import { priorsOf } from '../queue.ts';
import { standingDecision } from '../review-outcomes.ts';
import { nameOfReview, type ReviewState } from '../review-state.ts';
import { receiptOf } from './methods-section.ts';
import { flowOf } from './review-flow.ts';
import type { OpenReview } from './review-log.ts';

/** The content of a review's export: its records with the current decisions, its flow, and both in words. */
export function contentOf(review: OpenReview) {
  const { state, records } = review;
  const all = [...records.values()];
  const keys = citationKeys(all.map(({ paper }) => paper));
  const priors = priorsOf(state);
  const known = screenedRecords(state);
  const papers = all.map(({ ref, paper }, index): ScreenedPaper => {
    const screened = known.get(ref) ?? NOTHING;
    const { verdict } = screened;
    const decision = verdict && { decision: verdict };
    return { ref, key: keys[index] ?? ref, paper, ...screened, ...decision, ...(priors.has(ref) && { prior: true }) };
  });
  return { name: nameOfReview(review), papers, flow: flowOf(state), receipt: () => receiptOf(review) };
}

const NOTHING: Screened = { decisions: [] };

/** The decisions on all records, by reference. */
export function screenedRecords(state: ReviewState): Map<string, Screened> {
  const criteria = Object.fromEntries(state.criteria.map(({ id, text }) => [id, text]));
  return new Map([...state.records.keys()].map((ref) => [ref, screenedRecord(state, ref, criteria)]));
}

function screenedRecord(state: ReviewState, ref: string, criteria: Record<string, string>): Screened {
  const verdict = standingDecision(state, ref);
  const resolutions = resolutionsOn(state, ref);
  const notes = notesOn(state, ref);
  return {
    decisions: decisionsOn(state, ref),
    ...(notes.length > 0 && { notes }),
    criteria,
    ...(resolutions.length > 0 && { resolutions }),
    ...(verdict && { verdict }),
  };
}

function decisionsOn(state: ReviewState, ref: string): (FileDecision & { reader: string })[] {
  const record = state.records.get(ref);
  return state.protocol.stages.flatMap((stage) =>
    [...(record?.readings[stage] ?? [])].map(([key, { decision, reasons, note, quote, tags, at }]) => ({
      reader: nameOfReader(state, key),
      stage,
      decision,
      at,
      ...(reasons && { reasons }),
      ...(note && { note }),
      ...(quote && { quote }),
      ...(tags && { tags }),
    })),
  );
}

/** Each reader has a single name in a file, in whatever case it was given. */
function nameOfReader({ readers }: ReviewState, key: string): string {
  return nameInFile(readers.get(key) as Reader);
}

/**
 * A note without a decision belongs to the first stage that its reader has not decided, because a decision has its own.
 */
function notesOn(state: ReviewState, ref: string): (FileNote & { reader: string })[] {
  const record = state.records.get(ref);
  return [...(record?.notes ?? [])].flatMap(([key, { note, tags }]) => {
    const stage = state.protocol.stages.find((each) => !record?.readings[each].has(key));
    return note || tags ? [{ reader: nameOfReader(state, key), ...omitUndefined({ stage, note, tags }) }] : [];
  });
}

function resolutionsOn(state: ReviewState, ref: string): FileResolution[] {
  const resolved = state.records.get(ref)?.resolved ?? {};
  return state.protocol.stages.flatMap((stage) => {
    const settled = resolved[stage];
    if (!settled) return [];
    const { who, decision, reasons, note } = settled;
    return { stage, by: nameInFile(who), decision, ...(reasons && { reasons }), ...(note && { note }) };
  });
}

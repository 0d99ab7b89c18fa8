import { basename } from 'node:path';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { Screening } from '../../formats/decisions/screening.ts';
import { groupBy } from '../../lib/groups.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Paper } from '../../papers/paper.ts';
import {
  type GivenDecision,
  type GivenResolution,
  judgeDecisions,
  judgeResolutions,
  type Refusal,
} from '../../review/accept.ts';
import { MAX_WORD_CHARACTERS, MAX_WORDS } from '../../review/decision-limits.ts';
import type { ReviewAct } from '../../review/events.ts';
import { type DecisionFile, personNamed, type Reader, readerInFile, type Stage } from '../../review/protocol.ts';
import { type ReviewState, readerKey } from '../../review/review-state.ts';
import { gatherRecords, lastNumber, numberRecords } from './gather-records.ts';
import { placeOf, type ReviewLog } from './review-log.ts';

/** A file of records, of decisions, or of both. */
export type ReviewFile = {
  name: string;
  /** The databases that its records come from, where the user or the file names them. */
  databases: string[];
  records: readonly { row: number; paper: Paper; screening: Screening }[];
};

export type ImportedFile = {
  /** Records that the review did not have. */
  records: number;
  duplicates: number;
  accepted: number;
  refused: (Refusal | { ref: string; label: string })[];
};

/**
 * Takes a file into a review: what it does not have are new records, and decisions become those of the readers that
 * the file names, or of `who`. Records that the review has, in a file with decisions, were not searched for again.
 */
export async function importDecisions(
  log: Pick<ReviewLog, 'write'>,
  ref: string,
  { name, databases, records }: ReviewFile,
  who: Reader,
): Promise<ImportedFile> {
  if (databases.some((database) => database.length > MAX_WORD_CHARACTERS))
    throw invalidInput([invalidField('source', { is: 'longer-than', most: MAX_WORD_CHARACTERS })]);
  if (databases.length > MAX_WORDS)
    throw invalidInput([invalidField('source', { is: 'longer-than', most: MAX_WORDS, of: 'names' })]);
  const stands = new Map<number, string>();
  const written = await log.write(ref, who, (review) => {
    const known = [...review.records.values()];
    const given = numberRecords(review.ref, records, lastNumber(review.ref, review.state));
    const source = { from: 'file', name, databases } as const;
    const all = gatherRecords(known, source, given);
    const standsFor = new Map(all.act.duplicates);
    for (const { row, ref } of given) stands.set(row, standsFor.get(ref) ?? ref);
    const isKnown = (each: string) => review.records.has(standsFor.get(each) ?? '');
    const hasDecisions = records.some(
      ({ screening: { decisions, notes = [] } }) => decisions.length + notes.length > 0,
    );
    const searched = given.filter(({ ref }) => !hasDecisions || !isKnown(ref));
    const gathered = searched.length === given.length ? all : gatherRecords(known, source, searched);
    const { act } = gathered;
    const isNews = act.identified > 0 && !review.state.imports.some((each) => isSameFile(each, act));
    return { acts: isNews ? [act] : [], records: gathered.records, duplicates: act.duplicates.length };
  });

  const { state } = written.review;
  const given = records.flatMap(({ row, screening }) =>
    decisionsOf(screening, state, who, name).map((each) => ({ ...each, ref: stands.get(row) ?? '' })),
  );
  const labels = records.flatMap(({ row, screening: { refused = [] } }) =>
    refused.map(({ label }) => ({ ref: `row ${row}`, label })),
  );
  const result: ImportedFile = {
    ...{ records: written.records.length, duplicates: written.duplicates },
    ...{ accepted: 0, refused: labels },
  };
  for (const stage of state.protocol.stages) {
    // A conflict is there to be settled once all have decided.
    for (const isResolution of [false, true]) {
      const here = given.filter((each) => each.stage === stage && each.isResolution === isResolution);
      for (const [reader, own] of groupBy(here, (each) => each.reader)) {
        const named = readerInFile(reader);
        // Files may write the name in other letters than its account has.
        const as = readerKey(named) === readerKey(who) ? who : named;
        if (placeOf(ref) === 'lab' && as !== who) {
          for (const each of own) result.refused.push({ ref: each.ref, why: 'of-another-reader', name: reader });
          continue;
        }
        const judged = await log.write(ref, as, ({ state }) =>
          isResolution
            ? judgeResolutions(state, stage, own.filter(settles))
            : judgeDecisions(state, as, stage, own, () => true),
        );
        result.accepted += judged.accepted;
        for (const refusal of judged.refused) result.refused.push(refusal);
      }
    }
  }
  return result;
}

type Import = Extract<ReviewAct, { what: 'import' }>;

/** Whether a file is taken in once more, as after a lost answer: the same source with the same records, none new. */
function isSameFile(former: Import, now: Import): boolean {
  const standing = ({ records, duplicates }: Import) => [...records, ...duplicates.map(([, ref]) => ref)].sort();
  const isAll = now.records.length === 0 && JSON.stringify(former.source) === JSON.stringify(now.source);
  return isAll && JSON.stringify(standing(former)) === JSON.stringify(standing(now));
}

type Named = { reader: string; stage: Stage };
type Settling = Named & Omit<GivenResolution, 'ref'> & { isResolution: true };
type OfRecord = (Named & Omit<GivenDecision, 'ref'> & { isResolution: false }) | Settling;

function settles<T extends OfRecord>(each: T): each is T & Settling {
  return each.isResolution;
}

/** What a file says of a record: its readers' decisions, and how their conflict was settled. */
function decisionsOf(
  { decisions, notes = [], resolutions = [], program }: Screening,
  state: ReviewState,
  who: Reader,
  file: string,
): OfRecord[] {
  const readNote = (note: string | undefined, reasons: readonly string[] = []) => {
    const { known, unknown } = readReasons(state, reasons);
    const words = [note, ...unknown].filter(Boolean).join('; ');
    return { reasons: known, ...(words !== '' && { note: words }) };
  };
  const isAnybody = readerKey(who) === readerKey(personNamed());
  return [
    ...decisions.map(({ reader, stage, decision, reasons, note, quote, tags }): OfRecord => {
      const from: DecisionFile = {
        name: basename(file),
        ...(program && { program }),
        ...(reader === undefined && isAnybody && { namesNobody: true }),
      };
      const details = { ...readNote(note, reasons), ...(quote && { quote }), ...(tags && { tags }), from };
      return { reader: reader ?? who.name, stage: stageOf(state, stage), decision, ...details, isResolution: false };
    }),
    ...notes.map(({ reader = who.name, stage, note, tags }): OfRecord => {
      const noted = { decision: 'note', ...omitUndefined({ note, tags }) } as const;
      return { reader, stage: stageOf(state, stage), ...noted, isResolution: false };
    }),
    ...resolutions.map(({ by = who.name, stage, decision, reasons, note }): OfRecord => {
      return { reader: by, stage: stageOf(state, stage), decision, ...readNote(note, reasons), isResolution: true };
    }),
  ];
}

/** Files name criteria, or say it in words, which are kept as a note. */
function readReasons({ criteria }: ReviewState, reasons: readonly string[]) {
  // Programs have signs of their own, and change those of a criterion.
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const find = (reason: string) =>
    criteria.find(({ id, text }) => plain(id) === plain(reason) || plain(text) === plain(reason))?.id;
  return {
    known: reasons.flatMap((reason) => find(reason) ?? []),
    unknown: reasons.filter((reason) => find(reason) === undefined),
  };
}

/** Programs have names of their own for the second stage; a file that names none is of the first. */
function stageOf({ protocol: { stages } }: ReviewState, name: string | undefined): Stage {
  const [first = 'title-abstract'] = stages;
  return name !== undefined && /text/i.test(name) && !/abstract/i.test(name) && stages.includes('full-text')
    ? 'full-text'
    : first;
}

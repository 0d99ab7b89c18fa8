import { basename } from 'node:path';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { Screening } from '../../formats/decisions/screening.ts';
import { groupBy } from '../../lib/groups.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import {
  type DecisionRequest,
  judgeDecisions,
  judgeResolutions,
  type Refusal,
  type ResolutionRequest,
} from '../accept.ts';
import { MAX_WORD_CHARACTERS, MAX_WORDS } from '../decision-limits.ts';
import { criteriaOf } from '../event-rules.ts';
import type { ReviewAct } from '../events.ts';
import {
  type Criterion,
  type Decision,
  type DecisionFile,
  personNamed,
  type Reader,
  readerInFile,
  type Stage,
} from '../protocol.ts';
import { findRecord, type ReviewState, readerKey } from '../review-state.ts';
import { type FileRecord, findInReview } from './find-in-review.ts';
import { gatherRecords, lastNumber, numberRecords } from './gather-records.ts';
import { placeOf, type ReviewLog } from './review-log.ts';

/** References in exports of this program: of a search, of the library, of a review. */
const OWN_REF = /^(?:J\d+-\d+|L\d+|[LR]\d+-\d+)$/;

/** A file of records, of decisions, or of both. */
export type ReviewFile = {
  name: string;
  /** The databases that its records come from, if the user or the file names them. */
  databases: string[];
  records: readonly FileRecord[];
  /** The name of the review whose project file it is. */
  project?: string | undefined;
};

export type ImportedFile = {
  /** Number of records that the review did not have. */
  records: number;
  duplicates: number;
  /** Number of records that the review has already and that do not count as found again. */
  held: number;
  accepted: number;
  /** Number of decisions whose reasons are not current criteria of their stage and were moved to the note. */
  reasonsAsNotes?: number;
  refused: (Refusal | { ref: string; label: string })[];
  /** The refused decisions that differ from an existing one, for comparison. */
  differ?: Difference[];
};

/** A decision of a file's reader on a record on which the only reader of the review decided otherwise. */
export type Difference = {
  ref: string;
  stage: Stage;
  reader: string;
  decision: Decision;
  reasons?: readonly string[];
  note?: string;
};

/**
 * Imports a file into a review: unknown records are added, and decisions become those of the readers that the file
 * names, or of `who`. In a file with decisions, and in an export of ours, records that the review has do not count as
 * found again.
 */
export async function importDecisions(
  log: Pick<ReviewLog, 'write'>,
  ref: string,
  { name: path, databases, records, project }: ReviewFile,
  who: Reader,
): Promise<ImportedFile> {
  const name = basename(path);
  if (databases.some((database) => database.length > MAX_WORD_CHARACTERS))
    throw invalidInput([invalidField('source', { kind: 'longer-than', most: MAX_WORD_CHARACTERS })]);
  if (databases.length > MAX_WORDS)
    throw invalidInput([invalidField('source', { kind: 'longer-than', most: MAX_WORDS, of: 'names' })]);
  const stands = new Map<number, string>();
  let held = 0;
  const written = await log.write(ref, who, (review) => {
    const known = [...review.records.values()];
    const given = numberRecords(review.ref, records, lastNumber(review.ref, review.state));
    const source = { from: 'file', name, databases } as const;
    const all = gatherRecords(known, source, given);
    const standsFor = new Map(all.act.duplicates);
    for (const { row, ref } of given) stands.set(row, standsFor.get(ref) ?? ref);
    const hasDecisions = records.some(
      ({ screening: { decisions, notes = [] } }) => decisions.length + notes.length > 0,
    );
    const inReview = findInReview(review, records, { project, hasDecisions });
    for (const [row, ref] of inReview) stands.set(row, ref);
    const isKnown = (each: (typeof given)[number]) =>
      inReview.has(each.row) || review.records.has(standsFor.get(each.ref) ?? '');
    const isOwn = ({ screening }: FileRecord) => OWN_REF.test(screening.record?.ref ?? '');
    const searched = given.filter((each) => !(hasDecisions || isOwn(each) ? isKnown(each) : inReview.has(each.row)));
    held = given.length - searched.length;
    const gathered = searched.length === given.length ? all : gatherRecords(known, source, searched);
    const { act } = gathered;
    const isNews = act.identified > 0 && !review.state.imports.some((each) => isSameFile(each, act));
    return { acts: isNews ? [act] : [], records: gathered.records, duplicates: act.duplicates.length };
  });

  const { state } = written.review;
  const given = records.flatMap(({ row, screening }) =>
    decisionsOf(screening, state, who, name).map((each) => ({ ...each, ref: stands.get(row) ?? '' })),
  );
  const legend = Object.assign({}, ...records.map(({ screening }) => screening.criteria));
  const labels = records.flatMap(({ row, screening: { refused = [] } }) =>
    refused.map(({ label }) => ({ ref: `row ${row}`, label })),
  );
  const result: ImportedFile = {
    records: written.records.length,
    duplicates: written.duplicates,
    held,
    accepted: 0,
    refused: labels,
  };
  for (const stage of state.protocol.stages) {
    // A conflict can be resolved only after all decisions were imported.
    for (const isResolution of [false, true]) {
      const here = given.filter((each) => each.stage === stage && each.isResolution === isResolution);
      for (const [reader, own] of groupBy(here, (each) => each.reader)) {
        const named = readerInFile(reader);
        // The file may write the account's name in a different case.
        const as = readerKey(named) === readerKey(who) ? who : named;
        if (placeOf(ref) === 'lab' && as !== who) {
          for (const each of own) result.refused.push({ ref: each.ref, kind: 'of-another-reader', name: reader });
          continue;
        }
        const judged = await log.write(ref, as, ({ state }) => {
          const placed = own.map((each) => placeReasons(state, readerKey(as), each, legend));
          const { refused, ...judged } = isResolution
            ? judgeResolutions(state, stage, placed.filter(isFileResolution))
            : judgeDecisions(state, as, stage, placed, () => true);
          const isTaken = ({ ref }: PlacedDecision) => refused.every((each) => each.ref !== ref);
          return {
            ...judged,
            refused,
            placed,
            inNotes: placed.filter((each) => each.isInNote && isTaken(each)).length,
          };
        });
        result.accepted += judged.accepted;
        const inNotes = (result.reasonsAsNotes ?? 0) + judged.inNotes;
        if (inNotes > 0) result.reasonsAsNotes = inNotes;
        for (const refusal of judged.refused) result.refused.push(refusal);
        const others = judged.refused.flatMap(({ ref, kind }) => (kind === 'decided-by-another' ? ref : []));
        const differ = differencesOf(judged.placed, new Set(others));
        if (differ.length > 0) result.differ = [...(result.differ ?? []), ...differ];
      }
    }
  }
  return result;
}

/** The decisions on records on which another reader decided otherwise (`others`). */
function differencesOf(placed: readonly PlacedDecision[], others: ReadonlySet<string>): Difference[] {
  return placed.flatMap(({ ref, stage, reader, decision, reasons, note, isResolution }) => {
    if (isResolution || decision === 'note' || decision === 'withdraw' || !others.has(ref)) return [];
    return [{ ref, stage, reader, decision, ...omitUndefined({ reasons, note }) }];
  });
}

type Import = Extract<ReviewAct, { what: 'import' }>;

/**
 * Whether the same file is imported again, for example after a lost answer: the same source with the same records, none
 * of them new.
 */
function isSameFile(former: Import, now: Import): boolean {
  const standing = ({ records, duplicates }: Import) => [...records, ...duplicates.map(([, ref]) => ref)].sort();
  const isAll = now.records.length === 0 && JSON.stringify(former.source) === JSON.stringify(now.source);
  return isAll && JSON.stringify(standing(former)) === JSON.stringify(standing(now));
}

type Named = { reader: string; stage: Stage };
type FileResolution = Named & Omit<ResolutionRequest, 'ref'> & { isResolution: true };
type RecordDecision = (Named & Omit<DecisionRequest, 'ref'> & { isResolution: false }) | FileResolution;

type PlacedDecision = RecordDecision & { ref: string };

function isFileResolution<T extends RecordDecision>(each: T): each is T & FileResolution {
  return each.isResolution;
}

/** The file's information about a record: its readers' decisions, and the resolution of their conflict. */
function decisionsOf(
  { decisions, notes = [], resolutions = [], program }: Screening,
  state: ReviewState,
  who: Reader,
  file: string,
): RecordDecision[] {
  const isAnybody = readerKey(who) === readerKey(personNamed());
  return [
    ...decisions.map(({ reader, stage, decision, reasons, note, quote, tags }): RecordDecision => {
      const from: DecisionFile = {
        name: file,
        ...(program && { program }),
        ...(reader === undefined && isAnybody && { namesNobody: true }),
      };
      const details = { ...omitUndefined({ reasons, note }), ...(quote && { quote }), ...(tags && { tags }), from };
      return { reader: reader ?? who.name, stage: stageOf(state, stage), decision, ...details, isResolution: false };
    }),
    ...notes.map(({ reader = who.name, stage, note, tags }): RecordDecision => {
      const noted = { decision: 'note', ...omitUndefined({ note, tags }) } as const;
      return { reader, stage: stageOf(state, stage), ...noted, isResolution: false };
    }),
    ...resolutions.map(({ by = who.name, stage, decision, reasons, note }): RecordDecision => {
      return {
        reader: by,
        stage: stageOf(state, stage),
        decision,
        ...omitUndefined({ reasons, note }),
        isResolution: true,
      };
    }),
  ];
}

/**
 * Matches reasons to criteria by their words, which `legend` has for codes of the review that wrote the file; a code
 * alone counts only where the file gives no words for it, or where the existing decision has it. A reason that is not a
 * current criterion of the stage, nor a reason of the existing decision, is kept in the note, so that no decision is
 * lost because of its reason.
 */
function placeReasons(
  state: ReviewState,
  key: string,
  given: PlacedDecision,
  legend: Readonly<Record<string, string>>,
): PlacedDecision & { isInNote: boolean } {
  const { stage, decision, note } = given;
  // A format that carries no reason takes none away.
  if (decision === 'note' || given.reasons === undefined) return { ...given, isInNote: false };
  const named = given.reasons;
  const standing = findRecord(state, given.ref)?.readings[stage].get(key);
  const had = standing?.decision === decision ? (standing.reasons ?? []) : [];
  const holds = criteriaOf(state, stage);
  const others = state.criteria.filter((each) => !holds.includes(each));
  const all = [...holds, ...others].sort((a, b) => Number(b.kind === decision) - Number(a.kind === decision));
  const found = named.map((code) => {
    const words = legend[code];
    const byCode = all.find(({ id }) => plain(id) === plain(code));
    const isOwn = words === undefined || (byCode !== undefined && had.includes(byCode.id));
    return { name: words ?? code, criterion: findByWords(state, all, words ?? code) ?? (isOwn ? byCode : undefined) };
  });
  const isReason = (id: string) => had.includes(id) || holds.some((each) => each.id === id);
  const reasons = found.flatMap(({ criterion }) => (criterion && isReason(criterion.id) ? criterion.id : []));
  const words = found.flatMap(({ name, criterion }) => {
    if (!criterion) return name;
    return isReason(criterion.id) ? [] : `${criterion.id} ${criterion.text}`;
  });
  const noted = [note, ...words].filter(Boolean).join('; ');
  return { ...given, reasons, ...(noted !== '' && { note: noted }), isInNote: words.length > 0 };
}

/** The criterion that has these words, or had them before it was amended. */
function findByWords({ changes }: ReviewState, criteria: readonly Criterion[], words: string): Criterion | undefined {
  const has = ({ text }: Criterion) => plain(text) === plain(words);
  const former = changes.flatMap((change) => (change.what === 'criteria' ? change.before.filter(has) : []));
  return criteria.find(has) ?? criteria.find(({ id }) => former.some((each) => each.id === id));
}

/** Programs use their own separators, and replace those inside a criterion. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Programs name the second stage differently; without a stage the first is meant. */
function stageOf({ protocol: { stages } }: ReviewState, name: string | undefined): Stage {
  const [first = 'title-abstract'] = stages;
  return name !== undefined && /text/i.test(name) && !/abstract/i.test(name) && stages.includes('full-text')
    ? 'full-text'
    : first;
}

import type { Screening } from '../../formats/decisions/screening.ts';
import type { Paper } from '../../papers/paper.ts';
import { type GivenDecision, judgeDecisions, type Refusal } from '../../review/accept.ts';
import { type Reader, readerInFile, type Stage } from '../../review/protocol.ts';
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
  const stands = new Map<number, string>();
  const written = await log.write(ref, who, (review) => {
    const known = [...review.records.values()];
    const given = numberRecords(review.ref, records, lastNumber(review.ref, review.state));
    const source = { from: 'file', name, databases } as const;
    const all = gatherRecords(known, source, given);
    const standsFor = new Map(all.act.duplicates);
    for (const { row, ref } of given) stands.set(row, standsFor.get(ref) ?? ref);
    const isKnown = (each: string) => review.records.has(standsFor.get(each) ?? '');
    const hasDecisions = records.some(({ screening: { decisions } }) => decisions.length > 0);
    const searched = given.filter(({ ref }) => !hasDecisions || !isKnown(ref));
    const gathered = searched.length === given.length ? all : gatherRecords(known, source, searched);
    const { act } = gathered;
    return { acts: act.identified > 0 ? [act] : [], records: gathered.records, duplicates: act.duplicates.length };
  });

  const byReader = new Map<string, (GivenDecision & { stage: Stage })[]>();
  for (const { row, screening } of records) {
    for (const { reader = who.name, stage, decision, reasons = [], note, tags } of screening.decisions) {
      const { known, unknown } = readReasons(written.review.state, reasons);
      const words = [note, ...unknown].filter(Boolean).join('; ');
      const given = {
        ...{ ref: stands.get(row) ?? '', decision, reasons: known, stage: stageOf(written.review.state, stage) },
        ...(words !== '' && { note: words }),
        ...(tags && { tags }),
      };
      const ofReader = byReader.get(reader) ?? [];
      if (ofReader.length === 0) byReader.set(reader, ofReader);
      ofReader.push(given);
    }
  }
  const labels = records.flatMap(({ row, screening: { refused = [] } }) =>
    refused.map(({ label }) => ({ ref: `row ${row}`, label })),
  );
  const result: ImportedFile = {
    ...{ records: written.records.length, duplicates: written.duplicates },
    ...{ accepted: 0, refused: labels },
  };
  for (const stage of written.review.state.protocol.stages) {
    for (const [reader, given] of byReader) {
      const here = given.filter((each) => each.stage === stage);
      const named = readerInFile(reader);
      // Files may write the name in other letters than its account has.
      const as = readerKey(named) === readerKey(who) ? who : named;
      if (placeOf(ref) === 'lab' && as !== who) {
        for (const each of here) result.refused.push({ ref: each.ref, why: 'of-another-reader', name: reader });
        continue;
      }
      const judged = await log.write(ref, as, ({ state }) => judgeDecisions(state, as, stage, here, () => true));
      result.accepted += judged.accepted;
      for (const refusal of judged.refused) result.refused.push(refusal);
    }
  }
  return result;
}

/** Files name criteria, or say it in words, which are kept as a note. */
function readReasons({ criteria }: ReviewState, reasons: readonly string[]) {
  const plain = (text: string) => text.trim().toLowerCase();
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

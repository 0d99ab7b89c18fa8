import { Readable } from 'node:stream';
import type { GivenFile } from '../../faces/ui/attach-file.ts';
import { nameDatabases } from '../../formats/databases.ts';
import { recordsOfProject } from '../../formats/screened/asreview-project.ts';
import type { ReadRecords } from '../../formats/screened/read-record.ts';
import { readReportCopy } from '../../formats/screened/read-report-copy.ts';
import { counted } from '../../lib/counted.ts';
import { lookAtStream } from '../../library/importing/import-file.ts';
import { startParserThread } from '../../library/importing/parse-in-thread.ts';
import { readScreenedFile } from '../../library/importing/read-screened-file.ts';
import type { AsreviewFiles } from '../exchange/asreview-port.ts';
import { describeAsreviewProblem } from '../exchange/sentences.ts';
import type { Reader } from '../protocol.ts';
import type { Reviews } from '../screening/reviewing.ts';
import { describeHeld, describeReasonsAsNotes, describeRefusal } from '../sentences.ts';
import type { Differences } from './differences.ts';

type Deps = {
  reviews: Reviews;
  differences: Differences;
  asreviewFiles: () => Promise<AsreviewFiles>;
  signal: AbortSignal;
};

/** Maximum problems shown; the others are counted. */
const MAX_PROBLEMS = 20;

/** Imports a file of records or decisions into a review. Returns the outcome, one sentence per line. */
export async function takeReviewFile(
  deps: Deps,
  ref: string,
  file: GivenFile,
  source: string,
  who: Reader,
): Promise<string[]> {
  const read = await readReviewFile(file, deps.asreviewFiles, deps.signal);
  return typeof read === 'string'
    ? [`${file.name} ${read}.`]
    : takeReadRecords(deps, ref, { name: file.name, read, source }, who);
}

/** Imports the records of a file. Decisions that differ from existing ones are kept for comparison. */
export async function takeReadRecords(
  { reviews, differences }: Pick<Deps, 'reviews' | 'differences'>,
  ref: string,
  { name, read, source }: { name: string; read: ReadRecords; source: string },
  who: Reader,
): Promise<string[]> {
  const { records, problems, cut, project } = read;
  const databases = source === '' ? nameDatabases(records.map(({ paper }) => paper)) : [source];
  const taken = await reviews.importFile(ref, { name, databases, records, project }, who);
  const { differ = [] } = taken;
  differences.add(ref, differ);
  const isDiffering = ({ ref: of }: { ref: string }) => differ.some((each) => each.ref === of);
  const refused = taken.refused.filter((each) => !isDiffering(each));
  const counts = [
    counted(taken.records, 'new record'),
    counted(taken.duplicates, 'duplicate'),
    `${counted(taken.accepted, 'decision')} taken in`,
    ...(differ.length > 0 ? [`${differ.length} ${differ.length === 1 ? 'differs' : 'differ'} from yours`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  const wrong = [
    ...(taken.held > 0 ? [describeHeld(taken.held)] : []),
    ...(taken.reasonsAsNotes ? [describeReasonsAsNotes(taken.reasonsAsNotes)] : []),
    ...refused.map((each) =>
      'kind' in each
        ? `${each.ref}: ${describeRefusal(each)}`
        : `${each.ref}: the label ${JSON.stringify(each.label)} is unknown.`,
    ),
    ...problems.map(({ row, reason }) => `Row ${row}: ${reason}`),
  ];
  return [
    `${name}: ${counts.join(', ')}.`,
    ...wrong.slice(0, MAX_PROBLEMS),
    ...(wrong.length > MAX_PROBLEMS ? [`${wrong.length - MAX_PROBLEMS} more like these.`] : []),
    ...(cut ? [cut] : []),
  ];
}

/** Whether a file begins like an HTML page. The data of a report come much later in the file. */
export function isHtml(bytes: Uint8Array): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 100)).replace(/^\uFEFF/, ''));
}

/** The records of a file, or why there are none, as a text that follows the file's name. */
export async function readReviewFile(
  { name, bytes }: GivenFile,
  asreviewFiles: Deps['asreviewFiles'],
  signal: AbortSignal,
): Promise<ReadRecords | string> {
  if (/\.asreview$/i.test(name)) {
    const project = await (await asreviewFiles()).read(bytes, signal);
    return 'problem' in project ? describeAsreviewProblem(project.problem) : recordsOfProject(project);
  }
  const copy = isHtml(bytes) ? readReportCopy(name, new TextDecoder().decode(bytes)) : undefined;
  if (copy) return copy;
  const file = await lookAtStream(name, Readable.from([bytes]));
  if (file.container) return `is ${file.container}: unpack it first`;
  const thread = startParserThread({ signal });
  try {
    const format = await thread.detect(file.head, name);
    if (!format) return 'has no format that is known';
    return await readScreenedFile({ name, format, text: file.text() }, thread.open);
  } finally {
    await thread.close();
  }
}

import type { GivenFile } from '../../faces/ui/attach-file.ts';
import { recordsOfProject } from '../../formats/screened/asreview-project.ts';
import type { ReadRecords } from '../../formats/screened/read-record.ts';
import { counted } from '../../lib/counted.ts';
import { lookAtStream } from '../../library/importing/import-file.ts';
import { startParserThread } from '../../library/importing/parse-in-thread.ts';
import { readScreenedFile } from '../../library/importing/read-screened-file.ts';
import type { AsreviewFiles } from '../exchange/asreview-port.ts';
import { describeAsreviewProblem } from '../exchange/sentences.ts';
import type { Reader } from '../protocol.ts';
import type { Reviews } from '../screening/reviewing.ts';
import { describeReasonsAsNotes, describeRefusal } from '../sentences.ts';

type Deps = { reviews: Reviews; asreviewFiles: () => Promise<AsreviewFiles>; signal: AbortSignal };

/** Maximum problems shown; the others are counted. */
const MAX_TOLD = 20;

/** Imports a file of records or decisions into a review. Returns the outcome, one sentence per line. */
export async function takeReviewFile(
  { reviews, asreviewFiles, signal }: Deps,
  ref: string,
  file: GivenFile,
  source: string,
  who: Reader,
): Promise<string[]> {
  const read = await readFile(file, asreviewFiles, signal);
  if (typeof read === 'string') return [`${file.name} ${read}.`];
  const { records, problems, cut } = read;
  const named = records.flatMap(({ paper }) => paper.databases?.map(({ name }) => name) ?? []);
  const databases = source === '' ? [...new Set(named.filter((name) => name !== undefined))] : [source];
  const taken = await reviews.importFile(ref, { name: file.name, databases, records }, who);
  const counts = [
    counted(taken.records, 'new record'),
    counted(taken.duplicates, 'duplicate'),
    `${counted(taken.accepted, 'decision')} taken in`,
    ...(taken.refused.length > 0 ? [`${taken.refused.length} refused`] : []),
  ];
  const wrong = [
    ...(taken.reasonsAsNotes ? [describeReasonsAsNotes(taken.reasonsAsNotes)] : []),
    ...taken.refused.map((each) =>
      'kind' in each
        ? `${each.ref}: ${describeRefusal(each)}`
        : `${each.ref}: the label ${JSON.stringify(each.label)} is unknown.`,
    ),
    ...problems.map(({ row, reason }) => `Row ${row}: ${reason}`),
  ];
  return [
    `${file.name}: ${counts.join(', ')}.`,
    ...wrong.slice(0, MAX_TOLD),
    ...(wrong.length > MAX_TOLD ? [`${wrong.length - MAX_TOLD} more like these.`] : []),
    ...(cut ? [cut] : []),
  ];
}

/** The records of a file, or why there are none, as a text that follows the file's name. */
async function readFile(
  { name, bytes }: GivenFile,
  asreviewFiles: Deps['asreviewFiles'],
  signal: AbortSignal,
): Promise<ReadRecords | string> {
  if (/\.asreview$/i.test(name)) {
    const project = await (await asreviewFiles()).read(bytes, signal);
    return 'problem' in project ? describeAsreviewProblem(project.problem) : recordsOfProject(project);
  }
  const file = await lookAtStream(name, once(bytes));
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

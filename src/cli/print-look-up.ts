import { PaperqueueError } from '../contract/errors.ts';
import { isSourceFailure, type Note } from '../contract/notes.ts';
import { MAX_ITEMS } from '../jobs/look-up/look-up-limits.ts';
import type { LookUpView } from '../jobs/look-up/look-up-view.ts';
import type { JobSelectionRequest } from '../jobs/reading/job-selection.ts';
import type { UseCases } from '../jobs/use-cases.ts';
import { counted } from '../lib/counted.ts';
import { type CommandContext, UncheckedError } from './io.ts';
import { countUnchecked, formatLookUp, lookUpLines } from './look-up-output.ts';
import { writeOutput } from './output.ts';
import type { OutputOptions } from './paper-output.ts';
import { namedFormat } from './print/output-format.ts';
import { CLI_WORDING, toJson } from './wording.ts';

type LookUpUses = Pick<UseCases, 'lookUpPapers' | 'getJob' | 'renderExport'>;

type LookUpOptions = OutputOptions & {
  /** Papers for each item, at most. */
  papers: number | undefined;
  /** Which of the found papers to print, in which order; default: all. */
  selection?: JobSelectionRequest | undefined;
};

/**
 * Looks items up, as many in a call as one takes, and prints each answer as it comes where it is read by a person. A
 * call that fails costs its own items only: the rest is looked up and printed, then its error is thrown. Throws
 * UncheckedError in the end where items could not be checked at any source.
 */
export async function printLookUp(
  { io }: Pick<CommandContext, 'io'>,
  useCases: LookUpUses,
  items: readonly string[],
  options: LookUpOptions,
): Promise<void> {
  const { output } = options;
  const format = namedFormat(options) ?? 'table';
  const isText = format === 'table' || format === 'text';
  const isStreamed = isText && (output === undefined || output === '-');
  const answers: LookUpView[] = [];
  let failure: unknown;
  for (let from = 0; from < items.length && !io.signal.aborted; from += MAX_ITEMS) {
    const batch = items.slice(from, from + MAX_ITEMS);
    try {
      const answer = await lookUp(useCases, batch, options, io.signal);
      answers.push(answer);
      for (const note of CLI_WORDING.notes(answer.notes.filter(isSourceFailure))) io.stderr.write(`${note}\n`);
      if (isStreamed) await writeOutput(io, formatLookUp(answer));
    } catch (error) {
      failure = error;
      if (io.signal.aborted || !(error instanceof PaperqueueError)) break;
      if (items.length > MAX_ITEMS) io.stderr.write(`Items ${from + 1} to ${from + batch.length} failed.\n`);
    }
    const done = Math.min(from + MAX_ITEMS, items.length);
    if (items.length > MAX_ITEMS) io.stderr.write(`${done} of ${items.length} items\n`);
  }
  if (answers.length > 0) {
    if (!isStreamed) await writeOutput(io, await textOf(useCases, answers, format, options), output);
    const lines = format === 'json' ? [] : lookUpLines(answers);
    for (const line of lines) io.stderr.write(`${line}\n`);
  }
  if (failure !== undefined) throw failure;
  const unchecked = countUnchecked(answers);
  if (unchecked > 0) throw new UncheckedError(`${counted(unchecked, 'item')} of ${items.length} could not be checked.`);
}

async function lookUp(
  useCases: LookUpUses,
  items: string[],
  { papers, selection }: LookUpOptions,
  signal: AbortSignal,
): Promise<LookUpView> {
  const answer = await useCases.lookUpPapers({ items, count: papers }, { signal }, { limitSize: false });
  if (!selection) return answer;
  const page = { ...selection, count: Number.MAX_SAFE_INTEGER, limitSize: false };
  const { papers: matching = [] } = await useCases.getJob(answer.job.ref, page, { signal });
  const order = matching.map(({ ref }) => ref);
  const selected = answer.items.map((item) => ({
    ...item,
    papers: item.papers
      .filter(({ ref }) => order.includes(ref))
      .sort((a, b) => order.indexOf(a.ref) - order.indexOf(b.ref)),
  }));
  const count = answer.items.flatMap((item) => item.papers).length;
  const note: Note = { kind: 'meet-filters', papers: matching.length, of: count };
  return { ...answer, items: selected, notes: [...answer.notes, note] };
}

/** All answers as one text; what other programs read is one document, however many calls it took. */
async function textOf(
  useCases: LookUpUses,
  answers: readonly LookUpView[],
  format: NonNullable<OutputOptions['format']>,
  { output, selection }: LookUpOptions,
): Promise<string> {
  if (format === 'table' || format === 'text') return answers.map(formatLookUp).join('');
  const [first, ...others] = answers.map(toJson);
  const json = others.length === 0 ? first : { lookups: [first, ...others] };
  if (format === 'json') return `${JSON.stringify(json, undefined, 2)}\n`;
  const isFile = output !== undefined && output !== '-';
  const jobId = answers.map(({ job }) => job.ref).join(',');
  return useCases.renderExport({ jobId, format, ...selection }, isFile);
}

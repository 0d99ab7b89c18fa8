import { PaperqueueError } from '../../contract/errors.ts';
import { type CommandContext, StrictError, UncheckedError } from '../../faces/cli/io.ts';
import { outputFile, tell, tellStyled, writeOutput, writeText } from '../../faces/cli/output.ts';
import type { OutputOptions } from '../../faces/cli/paper-output.ts';
import { paintedNotes } from '../../faces/cli/print/answer-lines.ts';
import { namedFormat } from '../../faces/cli/print/output-format.ts';
import { chooseStyle } from '../../faces/cli/print/terminal.ts';
import { toJson } from '../../faces/cli/wording.ts';
import type { JobSelectionRequest } from '../../jobs/answers/job-selection.ts';
import type { Features } from '../../jobs/features.ts';
import { counted } from '../../lib/counted.ts';
import { isSourceFailure, type Note } from '../../wording/notes.ts';
import { MAX_ITEMS } from './look-up-limits.ts';
import type { LookUpView } from './look-up-view.ts';
import { countUnchecked, formatLookUp, isUnsound, lookUpLines } from './print-look-up-text.ts';

type LookUpOptions = OutputOptions & {
  /** A reference that is not found or is retracted makes the command fail. */
  strict?: boolean | undefined;
  /** Maximum papers per item. */
  papers: number | undefined;
  /** Which results to print, and in which order; default: all. */
  selection?: JobSelectionRequest | undefined;
};

/**
 * Looks up items, as many per call as allowed. On a terminal each answer is printed at once. A failed call only affects
 * its own items: the others are looked up and printed, then its error is thrown. Throws UncheckedError at the end if
 * items could not be checked at any source, before it StrictError if `strict` found wrong references.
 */
export async function printLookUp(
  { io, machine, app }: Pick<CommandContext, 'io' | 'machine' | 'app'>,
  items: readonly string[],
  options: LookUpOptions,
): Promise<void> {
  const format = namedFormat(options) ?? 'table';
  const isText = format === 'table' || format === 'text';
  const isStreamed = isText && outputFile(options) === undefined;
  const toStderr = chooseStyle(io.stderr, machine.environment);
  const answers: LookUpView[] = [];
  let failure: unknown;
  for (let from = 0; from < items.length && !io.signal.aborted; from += MAX_ITEMS) {
    const batch = items.slice(from, from + MAX_ITEMS);
    try {
      const answer = await lookUp(app(), batch, options, io.signal);
      answers.push(answer);
      tellStyled(io, ...paintedNotes(answer.notes.filter(isSourceFailure), toStderr));
      const style = chooseStyle(io.stdout, machine.environment);
      if (isStreamed) await writeText(io, formatLookUp(answer, style), {}, style);
    } catch (error) {
      failure = error;
      if (io.signal.aborted || !(error instanceof PaperqueueError)) break;
      if (items.length > MAX_ITEMS) tell(io, `Items ${from + 1} to ${from + batch.length} failed.`);
    }
    const done = Math.min(from + MAX_ITEMS, items.length);
    if (items.length > MAX_ITEMS) tell(io, `${done} of ${items.length} items`);
  }
  if (answers.length > 0) {
    if (!isStreamed) await writeOutput(io, await textOf(app(), answers, format, options), options);
    const lines = format === 'json' ? [] : lookUpLines(answers, toStderr);
    tellStyled(io, ...lines);
  }
  if (failure !== undefined) throw failure;
  const unsound = options.strict ? answers.flatMap((answer) => answer.items).filter(isUnsound).length : 0;
  if (unsound > 0)
    throw new StrictError(`${counted(unsound, 'reference')} of ${items.length} not found or retracted (--strict).`);
  const unchecked = countUnchecked(answers);
  if (unchecked > 0) throw new UncheckedError(`${counted(unchecked, 'item')} of ${items.length} could not be checked.`);
}

async function lookUp(
  app: Pick<Features, 'lookups' | 'jobs'>,
  items: string[],
  { papers, selection }: LookUpOptions,
  signal: AbortSignal,
): Promise<LookUpView> {
  const answer = await (await app.lookups()).lookUpPapers({ items, count: papers }, { signal }, { limitSize: false });
  if (!selection) return answer;
  const page = { ...selection, count: Number.MAX_SAFE_INTEGER, limitSize: false };
  const { papers: matching = [] } = await (await app.jobs()).getJob(answer.job.ref, page, { signal });
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

/** All answers as one text. For other programs it is one document, whatever the number of calls. */
async function textOf(
  app: Pick<Features, 'exports'>,
  answers: readonly LookUpView[],
  format: NonNullable<OutputOptions['format']>,
  options: LookUpOptions,
): Promise<string> {
  if (format === 'table' || format === 'text') return answers.map((answer) => `${formatLookUp(answer)}\n`).join('');
  const [first, ...others] = answers.map(toJson);
  const json = others.length === 0 ? first : { lookups: [first, ...others] };
  if (format === 'json') return `${JSON.stringify(json, undefined, 2)}\n`;
  const jobId = answers.map(({ job }) => job.ref).join(',');
  const exports = await app.exports();
  return (await exports.renderExport({ jobId, format, ...options.selection }, outputFile(options) !== undefined)).text;
}

import { PaperqueueError } from '../../contract/errors.ts';
import { type CommandContext, StrictError, UncheckedError } from '../../faces/cli/io.ts';
import { outputFile, tell, tellStyled, writeOutput, writeText } from '../../faces/cli/output.ts';
import type { OutputOptions } from '../../faces/cli/paper-output.ts';
import { paintedNotes } from '../../faces/cli/print/answer-lines.ts';
import { namedFormat } from '../../faces/cli/print/output-format.ts';
import { bestLink, namedAuthors } from '../../faces/cli/print/paper-table.ts';
import { paintMark, retractionText, titleMark } from '../../faces/cli/print/retraction-text.ts';
import { chooseStyle, PLAIN, type Style } from '../../faces/cli/print/terminal.ts';
import { CLI_WORDING, toJson } from '../../faces/cli/wording.ts';
import type { JobSelectionRequest } from '../../jobs/answers/job-selection.ts';
import type { Features } from '../../jobs/features.ts';
import { type AskedSource, worksIfAlone } from '../../jobs/ports/paper-finder.ts';
import { counted } from '../../lib/counted.ts';
import type { AuthorCandidate } from '../../papers/references/author-query.ts';
import { nameEntry } from '../../papers/references/entry-name.ts';
import { type Advice, isSourceFailure, type Note } from '../../wording/notes.ts';
import { MAX_ITEMS } from './look-up-limits.ts';
import type { LookUpItem, LookUpPaper, LookUpView } from './look-up-view.ts';

const MARKS = {
  exact: 'FOUND ',
  likely: 'LIKELY',
  none: 'NONE  ',
  unchecked: 'UNCHECKED',
  'not-a-reference': 'NO REFERENCE',
  topic: 'TOPIC ',
};
/** Replaces `unchecked` if only the library was searched. */
const NOT_HELD = 'NOT HELD';
/** Longer DOIs do not occur in practice, and would be broken. */
const MAX_DOI = 60;
/** Aligns with the text after the mark. */
const INDENT = ' '.repeat(8);

/** A look-up's result for people: a line per item, its papers below. */
function formatLookUp({ items, asked = [] }: LookUpView, style = PLAIN): string {
  const isAlone = worksIfAlone(asked) !== undefined;
  return items.flatMap((item) => formatItem(item, style, isAlone)).join('\n');
}

/**
 * Lines for stderr: the jobs of the look-ups, the total of several, and their notes. Failures were reported at once.
 */
function lookUpLines(answers: readonly LookUpView[], style: Style): string[] {
  const isOpen = answers.some(({ items }) => items.some(({ found }) => found === 'none' || found === 'unchecked'));
  const [{ asked = [] } = {}] = answers;
  const refs = answers.map(({ job }) => job.ref).join(', ');
  const notes = answers.flatMap((answer) =>
    paintedNotes(
      answer.notes.filter((note) => !isSourceFailure(note)),
      style,
    ),
  );
  return [
    answers.length > 1 ? countOutcomes(answers, refs) : `${refs}: free`,
    ...new Set(notes),
    ...(isOpen ? askedLines(asked) : []),
    ...nextLines(answers),
  ];
}

/** Next steps without duplicates, because the papers of several calls are used together. */
function nextLines(answers: readonly LookUpView[]): string[] {
  const all = answers.flatMap(({ next }) => next);
  const jobs = all.flatMap((step) => (step.kind === 'use-found' ? [step.job] : []));
  const others = all.filter((step) => step.kind !== 'use-found');
  const found: Advice[] = jobs.length > 0 ? [{ kind: 'use-found', job: jobs.join(',') }] : [];
  return [...new Set([...others, ...found].map((step) => CLI_WORDING.advice([step])))];
}

/** The sources that answered, failed, or were not queried. */
function askedLines(asked: readonly AskedSource[]): string[] {
  const lines = Object.entries({ Answered: 'answered', Failed: 'failed', 'Not asked': 'not-asked' });
  return lines.flatMap(([title, outcome]) => {
    const names = asked.filter((each) => each.outcome === outcome).map(({ source }) => source);
    return names.length > 0 ? [`${title}: ${names.join(', ')}.`] : [];
  });
}

/** How many items no source could check. */
function countUnchecked(answers: readonly LookUpView[]): number {
  return answers.flatMap(({ items }) => items).filter(({ found }) => found === 'unchecked').length;
}

/** Whether no source knows the paper of a reference, or the paper is retracted. */
function isUnsound({ found, papers: [best] }: LookUpItem): boolean {
  return found === 'none' || ((found === 'exact' || found === 'likely') && best?.retracted === true);
}

function countOutcomes(answers: readonly LookUpView[], refs: string): string {
  const items = answers.flatMap((answer) => answer.items);
  const count = (certainty: LookUpItem['found']) => items.filter((item) => item.found === certainty).length;
  const unchecked = countUnchecked(answers);
  const more = unchecked > 0 ? `, ${unchecked} not checked` : '';
  return `${items.length} items: ${count('exact')} found, ${count('likely')} likely, ${count('none')} not found${more} (${refs})`;
}

function formatItem(
  { item, found, mayBeInvented, class: wrong, papers, authors = [], note, ...more }: LookUpItem,
  style: Style,
  isAlone: boolean,
): string[] {
  const mark = found === 'unchecked' && isAlone ? NOT_HELD : MARKS[found ?? 'topic'];
  return [
    `${mark}  ${nameEntry(item)}`,
    ...(mayBeInvented
      ? [`${INDENT}two or more sources that cover its field and year have no such title: it may be invented`]
      : []),
    ...papers.flatMap((paper) => formatPaper(paper, style)),
    ...(wrong ? [`${INDENT}class: ${wrong}`] : []),
    ...(more.papersInLibrary === undefined
      ? []
      : [`${INDENT}${papers.length} of ${counted(more.papersInLibrary, 'paper')} in the library`]),
    ...authors.flatMap(formatAuthor),
    ...(more.namesInLibrary === undefined
      ? []
      : [
          `${INDENT}the library has ${counted(more.namesInLibrary, 'spelling')} of this name; shown are those of most papers`,
        ]),
    ...(note === undefined ? [] : [`${INDENT}${CLI_WORDING.note(note)}`]),
  ];
}

function formatAuthor({ id, name, affiliation, works, orcid }: AuthorCandidate): string[] {
  const papers = works === undefined ? undefined : counted(works, 'paper');
  const details = [affiliation, papers, orcid && `ORCID ${orcid}`].filter((value) => value !== undefined).join('; ');
  return [`${INDENT}${id}  ${name}`, ...(details === '' ? [] : [`${INDENT}  ${details}`])];
}

function formatPaper(paper: LookUpPaper, style: Style): string[] {
  const { ref, title, year, venue, doi, differs = [], notCompared = [] } = paper;
  const warning = titleMark(paper);
  const shownDoi = typeof doi === 'string' && doi.length <= MAX_DOI ? style.link(doi, bestLink(paper)) : doi;
  const details = [namedAuthors(paper), year, venue, shownDoi].filter((value) => value !== undefined).join('; ');
  return [
    `${INDENT}${ref}  ${paintMark(paper, style, warning + String(title))}`,
    ...(details === '' ? [] : [`${INDENT}  ${details}`]),
    ...(warning === '' ? [] : [`${INDENT}  ${paintMark(paper, style, String(retractionText(paper)))}`]),
    ...differs.map((difference) => `${INDENT}  differs: ${difference}`),
    ...(notCompared.length === 0 ? [] : [`${INDENT}  not compared: ${notCompared.join(', ')}`]),
  ];
}

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

import type { ComparedSearch, JobAnswerView } from '../../../jobs/answers/answer-view.ts';
import { isOfSearch } from '../../../jobs/answers/extent.ts';
import { BEST_FIRST } from '../../../jobs/search-answer.ts';
import { counted } from '../../../lib/counted.ts';
import { withoutTerminalControls } from '../../../lib/visible-text.ts';
import { MATCH_CLASSES } from '../../../papers/relevance/match-classes.ts';
import { isSourceFailure, type Note } from '../../../wording/notes.ts';
import { PLAIN_WORDING } from '../../../wording/sentences/plain.ts';
import { CLI_WORDING } from '../wording.ts';
import { PLAIN, type Style } from './terminal.ts';
import { countColumns } from './wrap.ts';

/** What to print on stderr about an answer whose papers go to stdout or a file. */

type PrintOptions = {
  /** The output contains the whole answer, so its notes are not repeated. */
  isWholeAnswer: boolean;
  /** The papers are printed as a table, which marks imported ones. */
  isTable: boolean;
  /** Nothing costs anything: embedded mode without ceilings. */
  isFree: boolean;
  /** The cost and notes of the search were shown before, so only new ones are printed. */
  isSummaryShown?: boolean | undefined;
  /** On a terminal, what came and how it matches stands last, in one dim line under the notes. */
  isFooter?: boolean;
};

/** Reference, number of papers and cost; whether these are stored results; how papers match; notes. */
export function answerLines(
  answer: JobAnswerView,
  { isWholeAnswer, isTable, isFree, isSummaryShown = false, isFooter = false }: PrintOptions,
  style = PLAIN,
): string[] {
  const { job, page, relevance, credits, notes = [], next = [] } = answer;
  const count = page ? describeCount(page, isTable) : `status ${job.status}`;
  const cost = credits && !job.reused && !isSummaryShown ? describeCost(credits, isFree) : undefined;
  const head = `${job.ref}: ${[count, cost].filter((part) => part !== undefined).join(', ')}`;
  const isNews = (note: Note) =>
    note.kind !== 'reading-is-free' && note.kind !== 'reused' && !(isSummaryShown && isOfSearch(note));
  const isTakenOver = notes.some(({ kind }) => kind === 'taken-over');
  const imported = answer.papers?.filter(({ inLibrary }) => inLibrary === true).length ?? 0;
  const shown = notes.filter((note) => isNews(note) && (!isWholeAnswer || isSourceFailure(note)));
  const match =
    relevance && !isWholeAnswer && !isSummaryShown
      ? [`Match: ${MATCH_CLASSES.map((name) => `${relevance[name]} ${name}`).join(', ')}`]
      : [];
  const reused = job.reused && !isTakenOver ? [reusedLine(job)] : [];
  const others = [
    ...(isWholeAnswer ? [] : (answer.searches ?? []).map(searchLine)),
    ...(answer.whereRead !== undefined && !isWholeAnswer ? [`Read as ${answer.whereRead}`] : []),
    ...(imported > 0 && !isWholeAnswer ? [`${imported} of these you have imported${isTable ? MARKED : ''}`] : []),
    ...paintedNotes(shown, style),
    ...(page || next.length === 0 ? [] : [withoutTerminalControls(CLI_WORDING.advice(next))]),
  ];
  if (!isFooter) return [head, ...reused, ...match, ...others];
  return [...reused, ...others, style.paint('dim', [head, ...match].join('. '))];
}

/** What one of several searches contributes. */
function searchLine({ job, about, status, papers, of, onlyHere, added }: ComparedSearch): string {
  const hits = of === undefined ? '' : ` of ${of}`;
  const counts =
    papers === undefined ? status : `${counted(papers, 'paper')}${hits}, ${added} new, ${onlyHere} only here`;
  return withoutTerminalControls(`  ${job}: ${counts}; ${about}`);
}

/** Only a search can be repeated by a flag. */
function reusedLine({ ref, createdAt, operation }: JobAnswerView['job']): string {
  const wording = operation === 'relatedPapers' ? PLAIN_WORDING : CLI_WORDING;
  return wording.note({ kind: 'reused', job: ref, createdAt: localTime(createdAt) });
}

/** Notes that a reader should not miss. */
const COLOURS: { readonly [Kind in Note['kind']]?: 'red' | 'yellow' } = {
  'sources-failed': 'yellow',
  'in-memory-only': 'yellow',
  'charge-unknown': 'yellow',
  'filter-ignored': 'yellow',
  marked: 'red',
  'also-marked': 'red',
  retracted: 'red',
};

/** A sentence for each note, in its colour. */
export function paintedNotes(notes: readonly Note[], style: Style): string[] {
  return notes.map((note) => {
    const colour = COLOURS[note.kind];
    const sentence = withoutTerminalControls(CLI_WORDING.note(note));
    return colour === undefined ? sentence : style.paint(colour, sentence);
  });
}

const MARKED = ' (marked * in the table)';

/**
 * Suggested commands for the papers of a table, none broken at the end of a line. They repeat the selection, so that an
 * export contains what is shown. `open` has no selection.
 */
export function nextSteps(
  { job, papers = [] }: JobAnswerView,
  narrowed: Selection = {},
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const [first] = papers;
  if (!first) return [];
  const selection = selectionFlags(narrowed);
  const ref = quotedForShell(job.ref);
  const steps = [
    `paperqueue show ${first.ref}`,
    ['paperqueue export', ref, ...selection, '-o papers.bib'].join(' '),
    ...(selection.length === 0 ? [`paperqueue open ${ref}`] : []),
  ];
  const lines = ['Next:'];
  for (const [nth, step] of steps.entries()) {
    const text = nth < steps.length - 1 ? `${step} |` : step;
    const longer = `${lines.at(-1)} ${text}`;
    if (countColumns(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(`     ${text}`);
  }
  return lines;
}

type Selection = {
  where?: object | undefined;
  refs?: readonly string[] | undefined;
  sort?: string | undefined;
};

/** The flags that select these papers, quoted for a shell. */
function selectionFlags({ where = {}, refs, sort }: Selection): string[] {
  const conditions = Object.entries(where).filter(([, value]) => value !== undefined);
  return [
    ...conditions.map(([name, value]) => `--where ${quotedForShell(`${name}=${String(value)}`)}`),
    ...(refs ? [`--refs ${quotedForShell(refs.join(','))}`] : []),
    ...(sort === undefined || sort === BEST_FIRST ? [] : [`--sort ${quotedForShell(sort)}`]),
  ];
}

function quotedForShell(text: string): string {
  return /^[\w=:.,/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A timestamp in local time, to the minute. */
export function localTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

function describeCount({ count, total, nextOffset }: NonNullable<JobAnswerView['page']>, isTable: boolean): string {
  return nextOffset === null
    ? counted(total, 'paper')
    : `${count} of ${counted(total, 'paper')} (${isTable ? '--all shows all' : 'all without --count'})`;
}

function describeCost({ cost, pool, charged }: NonNullable<JobAnswerView['credits']>, isFree: boolean): string {
  if (isFree) return 'free (embedded mode)';
  const state = { yes: 'charged', no: 'not charged', unknown: 'charge unknown' }[charged];
  return `${counted(cost, 'credit')} (${pool}, ${state})`;
}

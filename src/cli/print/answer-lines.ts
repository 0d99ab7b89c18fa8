import { isSourceFailure, type Note } from '../../contract/notes.ts';
import type { JobAnswerView } from '../../jobs/reading/answer.ts';
import { counted } from '../../lib/counted.ts';
import { MATCH_CLASSES } from '../../papers/relevance/match-classes.ts';
import { CLI_WORDING } from '../wording.ts';

/** What stderr says about an answer whose papers go to stdout or a file. */

type Shown = {
  /** The output holds the whole answer, so its notes are not repeated. */
  isWholeAnswer: boolean;
  /** The papers are printed as a table, which marks imported ones. */
  isTable: boolean;
  /** Nothing costs anything: embedded mode without ceilings. */
  isFree: boolean;
};

/** Reference, number of papers and cost; whether stored results are shown; how papers match; notes. */
export function answerLines(answer: JobAnswerView, { isWholeAnswer, isTable, isFree }: Shown): string[] {
  const { job, page, relevance, credits, notes = [] } = answer;
  const count = page ? countOf(page) : `still running; paperqueue job ${job.ref} waits for it and shows its papers`;
  const cost = credits && (job.reused ? undefined : costOf(credits, isFree));
  const head = `${job.ref}: ${[count, cost].filter((part) => part !== undefined).join(', ')}`;
  const isNews = ({ kind }: Note) => kind !== 'reading-is-free' && kind !== 'reused';
  const isTakenOver = notes.some(({ kind }) => kind === 'taken-over');
  const imported = answer.papers?.filter(({ inLibrary }) => inLibrary === true).length ?? 0;
  const shown = notes.filter((note) => isNews(note) && (!isWholeAnswer || isSourceFailure(note)));
  return [
    head,
    ...(job.reused && !isTakenOver
      ? [CLI_WORDING.note({ kind: 'reused', job: job.ref, createdAt: localTime(job.createdAt) })]
      : []),
    ...(relevance && !isWholeAnswer
      ? [`Match: ${MATCH_CLASSES.map((name) => `${relevance[name]} ${name}`).join(', ')}`]
      : []),
    ...(answer.whereRead !== undefined && !isWholeAnswer ? [`Text read as ${answer.whereRead}`] : []),
    ...(imported > 0 && !isWholeAnswer ? [`${imported} of these you have imported${isTable ? MARKED : ''}`] : []),
    ...CLI_WORDING.notes(shown),
  ];
}

const MARKED = ' (marked * in the table)';

/**
 * Commands for the papers of a table. They keep a selection, so that an export has what is shown. The page of `open`
 * has no selection.
 */
export function nextSteps({ job, papers = [] }: JobAnswerView, selection: readonly string[] = []): string[] {
  const [first] = papers;
  if (!first) return [];
  const steps = [
    `paperqueue show ${first.ref}`,
    ['paperqueue export', job.ref, ...selection, '-o papers.bib'].join(' '),
    ...(selection.length === 0 ? [`paperqueue open ${job.ref}`] : []),
  ];
  return [`Next: ${steps.join(' | ')}`];
}

/** A time stamp by the clock of this machine, to the minute. */
export function localTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

function countOf({ count, total, nextOffset }: NonNullable<JobAnswerView['page']>): string {
  return nextOffset === null ? counted(total, 'paper') : `${count} of ${counted(total, 'paper')} (--all shows all)`;
}

function costOf({ cost, pool, charged }: NonNullable<JobAnswerView['credits']>, isFree: boolean): string {
  if (isFree) return 'free (embedded mode)';
  const state = { yes: 'charged', no: 'not charged', unknown: 'charge unknown' }[charged];
  return `${counted(cost, 'credit')} (${pool}, ${state})`;
}

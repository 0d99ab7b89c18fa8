import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import stringWidth from 'string-width';
import type { JobAnswerView } from '../jobs/reading/answer.ts';
import { counted } from '../lib/counted.ts';
import { MATCH_CLASSES } from '../papers/relevance/match-classes.ts';
import type { PaperView } from '../papers/view.ts';
import type { Io } from './io.ts';
import { cutToWidth } from './wrap.ts';

const MIN_COLUMNS = 60;
const MAX_COLUMNS = 160;
/** Blanks between two columns. */
const SEPARATOR = 2;
const MATCH_WIDTH = Math.max(...MATCH_CLASSES.map((name) => name.length));

/** A job's papers as a table of so many terminal columns, then a summary. */
export function formatTable(answer: JobAnswerView, columns: number | undefined): string {
  return `${[...table(answer.papers ?? [], columns), ...summary(answer)].join('\n')}\n`;
}

/** Writes a result to stdout: as JSON where that was asked for, else the text. */
export function writeResult(io: Io, asJson: boolean | undefined, result: object, text: string): Promise<void> {
  return writeOutput(io, `${asJson ? JSON.stringify(result, undefined, 2) : text}\n`);
}

/** Writes to a new file, never over an existing one; without a file, or with `-`, to stdout. */
export async function writeOutput(io: Io, text: string, file?: string): Promise<void> {
  if (file === undefined || file === '-') {
    await new Promise<void>((resolve) => io.stdout.write(text, () => resolve()));
    return;
  }
  await writeToFile(io, [text], file);
}

/** Writes parts of a text to a new file, readable by its owner only. */
export async function writeToFile(io: Io, parts: Iterable<string>, file: string): Promise<void> {
  await pipeline(parts, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  io.stderr.write(`Written to ${file}\n`);
}

/** One line a paper: reference, match, year, citations, then title and venue as far as the width goes. */
function table(papers: readonly PaperView[], columns = MAX_COLUMNS): string[] {
  const width = Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS);
  const refWidth = Math.max(...papers.map(({ ref }) => ref.length), 3);
  const hasMatch = papers.some(({ match }) => match !== undefined);
  const matchWidth = hasMatch ? MATCH_WIDTH + SEPARATOR : 0;
  const rest = width - refWidth - matchWidth - 4 - 7 - 4 * SEPARATOR;
  const venueWidth = Math.floor(rest * 0.3);
  const row = (ref: string, match: string, year: string, citations: string, title: string, venue: string) =>
    [
      pad(ref, refWidth),
      ...(hasMatch ? [pad(match, MATCH_WIDTH)] : []),
      pad(year, 4),
      citations.padStart(7),
      pad(title, rest - venueWidth),
      cutToWidth(venue, venueWidth),
    ]
      .join(' '.repeat(SEPARATOR))
      .trimEnd();
  const text = (value: unknown) => (value === undefined ? '' : String(value));
  return [
    row('REF', 'MATCH', 'YEAR', 'CITED', 'TITLE', 'VENUE'),
    ...papers.map((paper) =>
      row(paper.ref, text(paper.match), text(paper.year), text(paper.citations), titleOf(paper), text(paper.venue)),
    ),
  ];
}

/** The title, after a warning when the paper is retracted. */
function titleOf({ title, retracted }: PaperView): string {
  return retracted === true ? `RETRACTED: ${String(title)}` : String(title ?? '');
}

function summary({ mode, job, credits, page, relevance, notes = [] }: JobAnswerView): string[] {
  const count = page ? countOf(page) : `status ${job.status}`;
  const match = relevance ? [`match: ${MATCH_CLASSES.map((name) => `${relevance[name]} ${name}`).join(', ')}`] : [];
  const head = [job.ref, mode, count, ...(credits ? [costOf(credits)] : [])].join('  ');
  return ['', head, ...match, ...notes.map((note) => `- ${note}`)];
}

function countOf({ count, total, nextOffset }: NonNullable<JobAnswerView['page']>): string {
  return nextOffset === null ? counted(total, 'paper') : `${count} of ${counted(total, 'paper')} (--all shows all)`;
}

function costOf({ cost, pool, charged }: NonNullable<JobAnswerView['credits']>): string {
  const state = { yes: 'charged', no: 'not charged', unknown: 'charge unknown' }[charged];
  return `${counted(cost, 'credit')} (${pool}, ${state})`;
}

function pad(text: string, width: number): string {
  const fitting = cutToWidth(text, width);
  return fitting + ' '.repeat(Math.max(width - stringWidth(fitting), 0));
}

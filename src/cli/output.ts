import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import stringWidth from 'string-width';
import type { JobAnswerView } from '../jobs/reading/answer.ts';
import { counted } from '../lib/counted.ts';
import type { PaperView } from '../papers/view.ts';
import type { Io } from './io.ts';

const NARROWEST = 60;
const WIDEST_LINE = 160;
/** Blanks between two columns. */
const SEPARATOR = 2;
/** Units that a column of a width can show at most, accents of letters included. */
const UNITS_PER_COLUMN = 8;

/** A job's papers as a person reads them on a terminal. */
export function formatTable(answer: JobAnswerView, columns: number | undefined): string {
  return `${[...table(answer.papers ?? [], columns), ...summary(answer)].join('\n')}\n`;
}

/** Writes to a file (never over an existing one) or, for `-` and nothing, to stdout. */
export async function writeOutput(io: Io, text: string, file: string | undefined): Promise<void> {
  if (file === undefined || file === '-') {
    await new Promise<void>((resolve) => io.stdout.write(text, () => resolve()));
    return;
  }
  await pipeline([text], createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  io.stderr.write(`Written to ${file}\n`);
}

/** One line a paper: reference, year, citations, then title and venue as far as the width goes. */
function table(papers: readonly PaperView[], columns = WIDEST_LINE): string[] {
  const width = Math.min(Math.max(columns, NARROWEST), WIDEST_LINE);
  const refWidth = Math.max(...papers.map(({ ref }) => ref.length), 3);
  const rest = width - refWidth - 4 - 7 - 4 * SEPARATOR;
  const venueWidth = Math.floor(rest * 0.3);
  const row = (ref: string, year: string, citations: string, title: string, venue: string) =>
    [
      pad(ref, refWidth),
      pad(year, 4),
      citations.padStart(7),
      pad(title, rest - venueWidth),
      cutToWidth(venue, venueWidth),
    ]
      .join(' '.repeat(SEPARATOR))
      .trimEnd();
  const text = (value: unknown) => (value === undefined ? '' : String(value));
  return [
    row('REF', 'YEAR', 'CITED', 'TITLE', 'VENUE'),
    ...papers.map((paper) =>
      row(paper.ref, text(paper.year), text(paper.citations), titleOf(paper), text(paper.venue)),
    ),
  ];
}

/** A table says it before the title: nobody should build on a retracted paper unaware. */
function titleOf({ title, retracted }: PaperView): string {
  return retracted === true ? `RETRACTED: ${String(title)}` : String(title ?? '');
}

function summary({ mode, job, credits, page, notes = [] }: JobAnswerView): string[] {
  const count = page ? counted(page.total, 'paper') : `status ${job.status}`;
  const charged = { yes: 'charged', no: 'not charged', unknown: 'charge unknown' }[credits.charged];
  const cost = `${counted(credits.cost, 'credit')} (${credits.pool}, ${charged})`;
  return ['', `${job.ref}  ${mode}  ${count}  ${cost}`, ...notes.map((note) => `- ${note}`)];
}

function pad(text: string, width: number): string {
  const fitting = cutToWidth(text, width);
  return fitting + ' '.repeat(Math.max(width - stringWidth(fitting), 0));
}

/** The text cut to a width of terminal columns, wide characters counted as two. */
function cutToWidth(whole: string, width: number): string {
  // Measuring takes time by length, and a title may be a book.
  const text = whole.slice(0, width * UNITS_PER_COLUMN);
  if (text.length === whole.length && stringWidth(text) <= width) return text;
  let cut = '';
  let taken = 0;
  for (const character of text) {
    taken += stringWidth(character);
    if (taken > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

import { UNFINISHED } from '../../../formats/pieces.ts';
import { type ListedPaper, openRetractionTable } from '../../../formats/tables/retraction-watch.ts';
import { splitCsv } from '../../../formats/tables/split-csv.ts';
import type { RetractionTable } from '../../ports/library.ts';
import { CutShort } from '../unzip.ts';

/** The real table has 65,000 rows and about 65 MB. */
const MAX_ROWS = 1_000_000;
const MAX_CHARACTERS = 600_000_000;
/** The longest records have notes of some thousand characters. */
const MAX_RECORD_CHARACTERS = 256 * 1024;

/** Why the file was rejected as a whole. */
export class TableRefused extends Error {
  override readonly name = 'TableRefused';
}

/**
 * Reads the whole table before anything is stored. Its date is that of its newest notice, but not after `latest`, the
 * ISO day when it was written or fetched. Throws TableRefused.
 */
export async function readRetractionTable(
  text: AsyncIterable<string>,
  latest: string,
  isCurrent: boolean,
): Promise<RetractionTable> {
  const papers = new Map<string, ListedPaper>();
  let rows = 0;
  let skipped = 0;
  let newest = '';
  for await (const record of recordsOf(text)) {
    if (record === undefined) {
      skipped += 1;
      continue;
    }
    rows += 1;
    if (rows > MAX_ROWS) throw new TableRefused(`it has more than ${MAX_ROWS.toLocaleString('en-US')} rows`);
    const { listed, date } = record;
    if (listed.length === 0) skipped += 1;
    if (date !== undefined && date <= latest && date > newest) newest = date;
    for (const each of listed) papers.set(each.name, chooseEntry(papers.get(each.name), each));
  }
  if (papers.size === 0) throw new TableRefused('it has no row with a DOI or a PubMed number');
  return { papers: [...papers.values()], rows, skipped, asOf: isCurrent ? latest : newest || latest };
}

/** The rows in file order; undefined for a row that cannot be parsed. */
async function* recordsOf(text: AsyncIterable<string>) {
  const splitter = splitCsv(MAX_RECORD_CHARACTERS);
  let read: Exclude<ReturnType<typeof openRetractionTable>, string> | undefined;
  let characters = 0;
  const take = function* (pieces: ReturnType<typeof splitter.end>) {
    for (const piece of pieces) {
      if ('problem' in piece) {
        if (read === undefined)
          throw new TableRefused('it is not the table of Retraction Watch: it has no header line');
        if (piece.problem === UNFINISHED) throw new TableRefused('it ends in the middle of a row');
        yield undefined;
      } else if (read === undefined) {
        const opened = openRetractionTable(piece.text);
        if (typeof opened === 'string') throw new TableRefused(opened);
        read = opened;
      } else yield read(piece.text);
    }
  };
  try {
    for await (const chunk of text) {
      characters += chunk.length;
      if (characters > MAX_CHARACTERS) throw new TableRefused('it is longer than 600 million characters');
      yield* take(splitter.push(chunk));
    }
  } catch (error) {
    if (error instanceof CutShort) throw new TableRefused(error.message);
    throw error;
  }
  yield* take(splitter.end());
  if (read === undefined) throw new TableRefused('it is empty');
}

/** Lower numbers take precedence. */
const PRECEDENCE = {
  retracted: 0,
  reinstated: 0,
  withdrawn: 1,
  notice: 2,
  replaced: 3,
  'expression-of-concern': 4,
  corrected: 5,
};

/**
 * If a paper has several notices, a retraction takes precedence unless the paper was reinstated later; then expressions
 * of concern, then corrections; within a kind, the latest.
 */
function chooseEntry(known: ListedPaper | undefined, next: ListedPaper): ListedPaper {
  if (known === undefined) return next;
  const order = PRECEDENCE[known.kind] - PRECEDENCE[next.kind];
  if (order !== 0) return order > 0 ? next : known;
  const [a, b] = [known.date ?? '', next.date ?? ''];
  if (a === b) return next.kind === 'reinstated' ? next : known;
  return b > a ? next : known;
}

import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { parseYear } from '../../../../contract/filter-table.ts';
import { optionalFilterShape } from '../../../../contract/filters.ts';
import { readPaperRef } from '../../../../jobs/job-refs.ts';
import {
  findNamedPapers,
  librarySort,
  libraryWhere,
  selectFromLibrary,
} from '../../../../library/editing/select-papers.ts';
import {
  PAPER_ORIGINS,
  type PaperLibrary,
  type PaperOrigin,
  type PaperSelection,
} from '../../../../library/ports/library.ts';
import type { Paper } from '../../../../papers/paper.ts';
import { readQueryText } from '../../../../papers/query/query.ts';
import { type QueryTerms, readQueryTerms } from '../../../../papers/relevance/query-terms.ts';
import type { Note } from '../../../../wording/notes.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import { addWhereOption, readSort, readWhere } from '../../selection-options.ts';

/** Flags that select papers of the library. */
export type LibraryFlags = {
  where?: string[];
  sort?: string;
  origin?: PaperOrigin;
  importedFrom?: string;
  year?: string;
};

/** How a paper of the library can be named, for the help. */
export const WHICH_PAPERS = 'papers: L17, a DOI or other identifier, a citation key, or a paper of a job (J12-3)';

export function addLibraryFlags(command: Command): Command {
  return addWhereOption(command, Object.keys(libraryWhere.shape))
    .addOption(
      new Option('--origin <origin>', 'papers of the starter catalogue, found by searches, or imported').choices(
        PAPER_ORIGINS,
      ),
    )
    .option('--imported-from <file>', 'papers that were first added by importing this file')
    .option('--year <years>', 'papers of a year or a range of years: 2020, 1990:1999');
}

export function addSortFlag(command: Command): Command {
  return command.option(
    '--sort <field:direction>',
    'such as added:desc (the latest first), title:asc, year:desc or citationCount:desc',
  );
}

/** The selection of the flags, validated; `ids` are the papers to select from. Throws INVALID_INPUT and UsageError. */
export function readLibraryFlags({ where, sort, origin, importedFrom, year }: LibraryFlags, ids?: readonly number[]) {
  const selection: PaperSelection = {
    ...(ids && { ids }),
    ...(origin && { origin }),
    ...(importedFrom !== undefined && { importedFrom: resolve(importedFrom) }),
    ...(year !== undefined && { years: readYears(year) }),
  };
  return {
    selection,
    ...(where && { where: readWhere(where, libraryWhere) }),
    ...(sort !== undefined && { sort: readSort(sort, librarySort) }),
  };
}

function readYears(text: string): { from: number; to: number } {
  const year = optionalFilterShape.year.safeParse(text);
  if (!year.success || year.data === undefined)
    throw new UsageError(`--year: ${year.error?.issues[0]?.message ?? 'no year'}`);
  return parseYear(year.data);
}

/** The words of a search, and what they ask. Throws UsageError without a word. */
export function readWords(words: readonly string[]): { text: string; question: QueryTerms | undefined } {
  const text = words.join(' ');
  const query = readQueryText(text);
  if (query.tokens.length === 0) throw new UsageError(`WORDS: at least one word, got ${text}`);
  return { text, question: readQueryTerms({ keywords: [], text: query }) };
}

/** Ids of the papers that names and flags select, and notes on excluded ones; `unknown`: names that match no paper. */
export async function choosePapers(
  context: CommandContext,
  library: PaperLibrary,
  names: readonly string[],
  flags: LibraryFlags,
): Promise<{ ids: number[]; unknown: string[]; notes: Note[] }> {
  // Wrong flags are refused before anything is opened to resolve names.
  readLibraryFlags(flags);
  if (names.length === 0) return { ...selectFromLibrary(library, readLibraryFlags(flags)), unknown: [] };
  const { ids, unknown } = await findNames(context, library, names);
  return { ...selectFromLibrary(library, readLibraryFlags(flags, ids)), unknown };
}

/** Resolves names. References of a job's papers resolve to the library's papers of the same works. */
export async function findNames({ app }: CommandContext, library: PaperLibrary, names: readonly string[]) {
  const records = new Map<string, Paper>();
  for (const name of names.filter((each) => readPaperRef(each)?.job)) {
    const [found] = await (await app().exports()).exportedPapers({ jobId: name });
    if (found) records.set(name, found.paper);
  }
  return findNamedPapers(library, names, (name) => records.get(name));
}

/** The error for names that match no paper of the library. */
export function notInLibrary(unknown: readonly string[], otherwise = ''): Error {
  return new Error(`not in the library: ${unknown.join(', ')}${otherwise}`);
}

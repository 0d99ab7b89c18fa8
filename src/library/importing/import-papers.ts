import type { Completion } from '../../formats/parsed-entry.ts';
import type { RankedJournal } from '../../papers/journals/journal-ranking.ts';
import type { Paper } from '../../papers/paper.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { FileIdentity, ImportCheckpoint, ImportCounts, ImportTarget } from '../ports/library.ts';
import type { DetectedFormat } from './detect-format.ts';
import { countRecords, type RecordCounter } from './identified-records.ts';
import { ParserStuck } from './parse-in-thread.ts';
import { createParser, type Parser, type ReadEntry, type ReadPiece, readAhead } from './parser.ts';
import { CutShort } from './unzip.ts';

/** A file to import: its text from the beginning, and its identity if it can be read again. */
export type ImportSource = { text: AsyncIterable<string>; format: DetectedFormat; identity?: FileIdentity };

export type ImportOptions = {
  /** Read the file even if an earlier run read it to its end. */
  again?: boolean;
  /** On abort, the entries read so far are kept, and the next import resumes there. */
  signal?: AbortSignal;
  onProgress?: (counts: ImportCounts) => void;
  /** Opens the parser of the file; without it the file is read in this thread. */
  openParser?: (format: DetectedFormat, skipPieces: number) => Parser | Promise<Parser>;
};

type ImportProblem = {
  line: number;
  /** The index of the entry, if entries are not lines. */
  entry?: number;
  reason: string;
};

export type ImportReport = ImportCounts & {
  format: string;
  /** Records by the database that they name, over all runs; absent if no record names one. */
  databases?: Record<string, number>;
  /** The first problems of this run. */
  problems: ImportProblem[];
  /** Papers of the library whose quartile changed. */
  quartiles?: number;
  /** Pieces of the file that an earlier run had processed. */
  resumedAfter?: number;
  /** The file was read to its end before and has not changed, so nothing was read. */
  unchanged?: true;
  /** The file has abstracts without their papers, or journals, and the target accepts only papers. */
  onlyPapers?: true;
  /** The file had no entries, valid or not. */
  empty?: true;
  /** The encoding of lines that are not UTF-8. */
  encoding?: string;
  /** Why the file may contain more than was read. */
  cut?: string;
  /** Where and why parsing was abandoned; everything before is kept. */
  stuck?: string;
  interrupted?: true;
};

/** Maximum problems listed in a report; the rest is only counted. */
const MAX_PROBLEMS = 20;
/**
 * Limits of one transaction: large enough to be fast, small enough for memory and for what an interruption loses.
 */
const BATCH = { records: 2_000, characters: 32 * 1024 * 1024, pieces: 50_000 };

/**
 * Imports a file into the library. Bad entries are counted and reported, never fatal. Every batch stores a checkpoint,
 * so that an interrupted import resumes where it was.
 */
export async function importPapers(
  library: ImportTarget,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { format, identity } = source;
  const withQuartiles = (report: ImportReport) => fillQuartiles(library, report, options.signal);
  const earlier = identity && (await library.findCheckpoint(identity.path));
  const checkpoint = identity && !options.again ? sameImport(earlier, identity, format.name) : undefined;
  if (checkpoint?.isFinished)
    return withQuartiles({
      format: format.name,
      ...nothingNew(checkpoint.counts),
      ...named(checkpoint.identified?.databases),
      problems: [],
      unchanged: true,
    });
  const run = new ImportRun(library, source, { checkpoint, earlier }, options.onProgress ?? (() => {}));
  const { openParser = createParser, signal } = options;
  let parser: Parser | undefined;
  try {
    parser = await openParser(format, run.resumedAfter);
    for await (const pieces of readAhead(parser, source.text)) {
      await run.take(pieces);
      if (signal?.aborted) return await run.report({ interrupted: true });
    }
    return await withQuartiles(await run.report({ isFinished: true }));
  } catch (error) {
    if (signal?.aborted) return await run.report({ interrupted: true });
    if (error instanceof ParserStuck) return await run.report({ stuck: error.message });
    if (!(error instanceof CutShort)) throw error;
    // An entry at the end that could have continued is complete.
    await run.take((await parser?.end(true)) ?? []);
    return withQuartiles(await run.report({ cut: error.message }));
  }
}

/** Assigns the quartiles of new journals to papers, also if an earlier import was interrupted during this step. */
async function fillQuartiles(
  library: ImportTarget,
  report: ImportReport,
  signal: AbortSignal | undefined,
): Promise<ImportReport> {
  const quartiles = (await library.fillQuartiles?.(signal)) ?? 0;
  return {
    ...report,
    ...((quartiles > 0 || report.journals > 0) && { quartiles }),
    ...(signal?.aborted && { interrupted: true as const }),
  };
}

/** Whether a file yielded nothing, even if only because no entry could be read. */
export function importedNothing({
  added,
  merged,
  alreadyThere = 0,
  completed,
  journals,
  passedOver,
}: ImportCounts): boolean {
  return added + merged + alreadyThere + completed + journals + passedOver === 0;
}

/**
 * The checkpoint, if it is of the same file in the same format. A file that yielded nothing counts as never read: a
 * later version may understand it, and the user wants to see why it failed.
 */
function sameImport(
  checkpoint: ImportCheckpoint | undefined,
  file: FileIdentity,
  format: string,
): ImportCheckpoint | undefined {
  const isSame =
    checkpoint?.size === file.size &&
    checkpoint.modifiedAt === file.modifiedAt &&
    checkpoint.head === file.head &&
    checkpoint.format === format &&
    !(checkpoint.isFinished && importedNothing(checkpoint.counts));
  return isSame ? checkpoint : undefined;
}

export const NOTHING: ImportCounts = { added: 0, merged: 0, completed: 0, journals: 0, passedOver: 0, skipped: 0 };

/** The counts for a file that an earlier run read completely. */
function nothingNew({ added, merged, alreadyThere = 0 }: ImportCounts): ImportCounts {
  return { ...NOTHING, alreadyThere: added + merged + alreadyThere };
}

/** The databases that records name, if any. */
function named(counts: Record<string, number> = {}): Pick<ImportReport, 'databases'> {
  const { '': _, ...databases } = counts;
  return Object.keys(databases).length > 0 ? { databases } : {};
}

/** One run of an import: collects parsed entries and adds them to the library in batches. */
class ImportRun {
  readonly #counts: ImportCounts;
  readonly #counter: RecordCounter;
  readonly #problems: ImportProblem[] = [];
  /** Pieces that an earlier run had processed. */
  readonly resumedAfter: number;
  #pieces = 0;
  #entries = 0;
  #reported = 0;
  #onlyPapers = false;
  #records: Paper[] = [];
  #completions: Completion[] = [];
  #journals: RankedJournal[] = [];
  #characters = 0;
  #flushedPieces = 0;

  constructor(
    readonly library: ImportTarget,
    readonly source: ImportSource,
    { checkpoint, earlier }: Record<'checkpoint' | 'earlier', ImportCheckpoint | undefined>,
    readonly onProgress: (counts: ImportCounts) => void,
  ) {
    this.#counts = { ...NOTHING, ...checkpoint?.counts };
    this.#counter = countRecords(checkpoint, earlier);
    this.resumedAfter = checkpoint?.pieces ?? 0;
    this.#flushedPieces = this.resumedAfter;
  }

  async take(pieces: readonly ReadPiece[]): Promise<void> {
    for (const { characters, entries } of pieces) {
      this.#pieces += 1;
      if (this.#pieces <= this.resumedAfter) continue;
      this.#characters += characters;
      for (const entry of entries) this.#settle(entry);
      if (this.#isFull()) await this.#flush(false);
    }
    this.onProgress({ ...this.#counts, added: this.#counts.added + this.#records.length });
  }

  async report(end: { isFinished?: true; interrupted?: true; cut?: string; stuck?: string }): Promise<ImportReport> {
    const { isFinished = false, ...outcome } = end;
    await this.#flush(isFinished);
    const resumed = this.resumedAfter > 0 ? { resumedAfter: this.resumedAfter } : {};
    const empty = isFinished && this.#pieces === 0 ? { empty: true as const } : {};
    const counts = {
      format: this.source.format.name,
      ...this.#counts,
      ...named(this.#counter.identified(0).databases),
    };
    const onlyPapers = this.#onlyPapers ? { onlyPapers: true as const } : {};
    return { ...counts, problems: this.#problems, ...resumed, ...empty, ...onlyPapers, ...outcome };
  }

  #settle(entry: ReadEntry): void {
    this.#entries += 1;
    if ('passedOver' in entry) this.#counts.passedOver += 1;
    else if ('problem' in entry) this.#skip(entry.line, entry.problem);
    else if ('completes' in entry) {
      if (this.library.complete) this.#completions.push(entry.completes);
      else this.#leaveOut(entry.line, 'an abstract or summary without its paper');
    } else if ('journal' in entry) {
      if (this.library.addJournals) this.#journals.push(entry.journal);
      else this.#leaveOut(entry.line, 'a journal');
    } else {
      if (entry.unread !== undefined) this.#addProblem(entry.line, entry.unread);
      this.#records.push(entry.paper);
      this.#counter.take(entry.paper);
    }
  }

  /** Reports only the first entry of this kind; the others are counted. */
  #leaveOut(line: number, what: string): void {
    if (this.#onlyPapers) this.#counts.skipped += 1;
    else this.#skip(line, `${what}: a collection takes papers only`);
    this.#onlyPapers = true;
  }

  #skip(line: number, reason: string): void {
    this.#counts.skipped += 1;
    this.#addProblem(line, reason);
  }

  #addProblem(line: number, reason: string): void {
    this.#reported += 1;
    if (this.#reported > MAX_PROBLEMS) return;
    // After resuming, the number of earlier entries is unknown, so the entry has no index.
    const entry = this.source.format.layout === 'json-lines' || this.resumedAfter > 0 ? {} : { entry: this.#entries };
    this.#problems.push({ line, ...entry, reason });
  }

  #isFull(): boolean {
    return (
      this.#records.length + this.#completions.length + this.#journals.length >= BATCH.records ||
      this.#characters >= BATCH.characters ||
      this.#pieces - this.#flushedPieces >= BATCH.pieces
    );
  }

  async #flush(isFinished: boolean): Promise<void> {
    const { library, source } = this;
    const counts = this.#counts;
    const { identity } = source;
    const pieces = Math.max(this.#pieces, this.resumedAfter);
    const checkpoint = (more: Partial<ImportCounts>): ImportCheckpoint => ({
      ...(identity as FileIdentity),
      format: source.format.name,
      pieces,
      counts: sumCounts(counts, more),
      identified: this.#counter.identified(sumCounts(counts, more).added),
      isFinished,
    });
    // Records come first, because a text may belong to a paper of the same batch. Only the last transaction advances
    // the checkpoint.
    const hasTexts = this.#completions.length > 0;
    const hasJournals = this.#journals.length > 0;
    const isLast = identity && !hasTexts && !hasJournals;
    const added = await whenStoreIsFree(() => library.add(this.#records, isLast ? checkpoint : undefined));
    Object.assign(counts, sumCounts(counts, added));
    if (hasTexts) {
      const keep = identity && !hasJournals ? (completed: number) => checkpoint({ completed }) : undefined;
      counts.completed += await whenStoreIsFree(() => library.complete?.(this.#completions, keep) ?? 0);
    }
    if (hasJournals) {
      const keep = identity && ((journals: number) => checkpoint({ journals }));
      counts.journals += await whenStoreIsFree(() => library.addJournals?.(this.#journals, keep) ?? 0);
    }
    this.#records = [];
    this.#completions = [];
    this.#journals = [];
    this.#characters = 0;
    this.#flushedPieces = pieces;
  }
}

/** The sum of the counts of two imports. */
export function sumCounts(counts: ImportCounts, more: Partial<ImportCounts>): ImportCounts {
  const names = Object.keys({ ...counts, ...more }) as (keyof ImportCounts)[];
  const sums = names.map((name) => [name, (counts[name] ?? 0) + (more[name] ?? 0)]);
  return Object.fromEntries(sums) as ImportCounts;
}

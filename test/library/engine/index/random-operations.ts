import fs, { rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { openIndexFolder } from '../../../../src/library/engine/index/index-files.ts';
import type { IndexedPaper, LibraryPosition } from '../../../../src/library/engine/index/index-reader.ts';
import { openPaperIndex, type PaperIndex } from '../../../../src/library/engine/index/paper-index.ts';
import type { IndexWriter } from '../../../../src/library/engine/index/writer/index-writer.ts';
import type { WriteLock } from '../../../../src/library/engine/index/writer/write-lock.ts';
import { seededRandom } from '../../../crash/scripts.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { compareAnswers, compareContents } from './compare-with-naive.ts';
import { type CrashMoment, type FailingFiles, failingFiles, SimulatedCrash } from './failing-files.ts';
import { pick, type Random, randomPaper, upTo } from './random-papers.ts';

/** The events of a number of sequences, so that a run can show that it tried everything. */
export type Tally = Record<
  | 'added'
  | 'replaced'
  | 'deleted'
  | 'published'
  | 'unpublished'
  | 'merged'
  | 'written while merging'
  | 'crashed'
  | 'crashed, change seen'
  | 'reopened'
  | 'discarded'
  | 'old snapshots read'
  | 'contents compared'
  | 'rankings compared',
  number
>;

export function emptyTally(): Tally {
  return {
    added: 0,
    replaced: 0,
    deleted: 0,
    published: 0,
    unpublished: 0,
    merged: 0,
    'written while merging': 0,
    crashed: 0,
    'crashed, change seen': 0,
    reopened: 0,
    discarded: 0,
    'old snapshots read': 0,
    'contents compared': 0,
    'rankings compared': 0,
  };
}

/** One process at a time without a lock file: all processes of a sequence are played by this one. */
const FREE_LOCK: WriteLock = { attempt: (work) => ({ done: work() }), close: () => undefined };
const MAX_STEPS = 14;
const LIBRARY = 'library of the test';

/**
 * A dying process leaves the same files whether or not they have reached the disk, and waiting for the disk takes most
 * of the time.
 */
export function withoutWaitingForTheDisk(): void {
  fs.fsyncSync = () => undefined;
  syncBuiltinESMExports();
}

/**
 * Runs one sequence of operations on an index in a folder of its own and throws at the first difference from the naive
 * reference.
 */
export async function runSequence(seed: number, tally: Tally): Promise<void> {
  const folder = join(temporaryFolder(), 'index');
  const sequence = new Sequence(seededRandom(seed), folder, tally);
  try {
    await sequence.run();
  } catch (error) {
    throw new Error(`sequence of seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    sequence.close();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

/** Counted crashes mostly hit the writing of lists, so those around the publishing itself are named. */
function randomMoment(random: Random): CrashMoment {
  const when = pick(random, ['before', 'within'] as const);
  const named = pick(random, ['publish', 'list', 'remove', 'finish', undefined] as const);
  return named ? { operation: named, count: 1 + upTo(random, 2), when } : { count: 1 + upTo(random, 400), when };
}

type Change = { id: number; paper: IndexedPaper | undefined };

class Sequence {
  readonly #random: Random;
  readonly #folder: string;
  readonly #tally: Tally;
  readonly #mostWords: number;
  readonly #mostId: number;
  /**
   * Every change since the index was empty. The position after the nth of them is revision n, so that it names the
   * state.
   */
  #changes: Change[] = [];
  /** The change that is the last one known to be published. */
  #published = 0;
  #files: FailingFiles;
  #index: PaperIndex;
  readonly #reader: PaperIndex;

  constructor(random: Random, folder: string, tally: Tally) {
    this.#random = random;
    this.#folder = folder;
    this.#tally = tally;
    this.#mostWords = pick(random, [1, 30, 100, 1e6]);
    this.#mostId = pick(random, [4, 15, 60, 60]);
    [this.#files, this.#index] = this.#open();
    this.#reader = openPaperIndex({ files: openIndexFolder(folder), lock: FREE_LOCK, library: LIBRARY });
  }

  async run(): Promise<void> {
    // With a segment for every few papers more of them would only take long.
    if (this.#random() < 0.3) this.#fill(this.#mostWords < 100 ? 12 : this.#random() < 0.02 ? 450 : 60);
    for (let steps = 4 + upTo(this.#random, MAX_STEPS); steps > 0; steps -= 1) {
      if (this.#random() < 0.2) this.#files.crashAt(randomMoment(this.#random));
      try {
        await this.#step();
      } catch (error) {
        if (!(error instanceof SimulatedCrash)) throw error;
      }
      if (this.#files.hasCrashed) this.#afterCrash();
      this.#checkReader();
    }
    // A crash that has not come yet is not to come now.
    this.#reopen();
    this.#check();
  }

  close(): void {
    this.#index.close();
    this.#reader.close();
  }

  #open(): [FailingFiles, PaperIndex] {
    const files = failingFiles(openIndexFolder(this.#folder), this.#folder);
    return [files, openPaperIndex({ files, lock: FREE_LOCK, library: LIBRARY, maxWords: this.#mostWords })];
  }

  async #step(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.5) this.#write();
    else if (dice < 0.65) await this.#merge();
    else if (dice < 0.75) await this.#writeWhileMerging();
    else if (dice < 0.8) this.#writeWithoutPublishing();
    else if (dice < 0.88) this.#reopen();
    else if (dice < 0.9) this.#discard();
    else if (dice < 0.95) this.#index.releaseMemory();
    else this.#index.refresh();
    if (!this.#files.hasCrashed) this.#check();
  }

  /** Many papers at once, so that searches find enough for feedback, now and then enough for a tail. */
  #fill(papers: number): void {
    this.#inTurn((writer) => {
      for (let id = 1; id <= papers; id += 1) this.#change(writer, { id, paper: randomPaper(this.#random, id) });
      writer.publish(this.#reached());
    });
    this.#published = this.#changes.length;
  }

  #write(): void {
    this.#inTurn((writer) => {
      this.#changeSome(writer);
      writer.publish(this.#reached());
    });
    this.#published = this.#changes.length;
    this.#tally.published += 1;
  }

  /** Unpublished changes are lost, except those that the writer published itself because there were many. */
  #writeWithoutPublishing(): void {
    this.#inTurn((writer) => this.#changeSome(writer));
    this.#forgetUnpublished(this.#index.position());
    this.#tally.unpublished += 1;
  }

  async #merge(): Promise<void> {
    const merges = await this.#index.merge();
    this.#tally.merged += merges;
  }

  /**
   * The merge has begun and waits when the changes are published: what they delete has to be gone from what it makes.
   */
  async #writeWhileMerging(): Promise<void> {
    const merging = this.#index.merge();
    // Looked at below; a crash of the write must not leave it unheard.
    merging.catch(() => undefined);
    const before = this.#index.health().segments;
    this.#write();
    const merges = await merging;
    this.#tally.merged += merges;
    if (merges > 0 && before > 0) this.#tally['written while merging'] += 1;
  }

  #reopen(): void {
    this.#index.close();
    [this.#files, this.#index] = this.#open();
    this.#tally.reopened += 1;
  }

  #discard(): void {
    this.#index.discard('the test wants it');
    this.#changes = [];
    this.#published = 0;
    // Its position names a state of before.
    this.#reader.refresh();
    this.#tally.discarded += 1;
  }

  #inTurn(work: (writer: IndexWriter) => void): void {
    if (!this.#index.write(work)) throw new Error('the lock was not free');
  }

  #changeSome(writer: IndexWriter): void {
    if (writer.position.revision !== this.#changes.length) throw new Error('the writer begins at another position');
    for (let count = 1 + upTo(this.#random, 5); count > 0; count -= 1) {
      const id = 1 + upTo(this.#random, this.#mostId - 1);
      const paper = this.#random() < 0.3 ? undefined : randomPaper(this.#random, id);
      this.#change(writer, { id, paper });
    }
  }

  #change(writer: IndexWriter, change: Change): void {
    const isThere = this.#stateAt(this.#changes.length).has(change.id);
    this.#changes.push(change);
    if (change.paper) {
      this.#tally[isThere ? 'replaced' : 'added'] += 1;
      writer.add(change.paper, this.#reached());
    } else {
      this.#tally.deleted += 1;
      writer.remove(change.id, this.#reached());
    }
  }

  #reached(): LibraryPosition {
    return { revision: this.#changes.length, id: 7, removal: 3 };
  }

  #stateAt(revision: number): Map<number, IndexedPaper> {
    const papers = new Map<number, IndexedPaper>();
    for (const { id, paper } of this.#changes.slice(0, revision)) {
      if (paper) papers.set(id, paper);
      else papers.delete(id);
    }
    return papers;
  }

  #forgetUnpublished({ revision }: LibraryPosition): void {
    this.#changes.length = revision;
    this.#published = revision;
  }

  /**
   * Everything of the process is gone; another one finds the last state that was published or one that was being
   * published.
   */
  #afterCrash(): void {
    this.#tally.crashed += 1;
    [this.#files, this.#index] = this.#open();
    const { revision } = this.#index.position();
    if (revision > this.#changes.length) throw new Error('the crash left a position that never was');
    if (revision < this.#published) {
      // Only what empties the index goes back.
      if (revision !== 0) throw new Error(`the crash lost changes: at ${revision}, published were ${this.#published}`);
      this.#reader.refresh();
    }
    if (revision > this.#published) this.#tally['crashed, change seen'] += 1;
    this.#forgetUnpublished(this.#index.position());
    this.#check();
  }

  #check(): void {
    const { revision } = this.#index.position();
    if (revision !== this.#published) throw new Error(`at ${revision}, published were ${this.#published}`);
    const reason = this.#index.health().rebuiltBecause;
    if (reason !== undefined && reason !== 'the test wants it') throw new Error(`it was damaged: ${reason}`);
    this.#compare(this.#index);
  }

  /** Another process: its snapshot stays right, even after its files are removed; then it sees the new state. */
  #checkReader(): void {
    if (this.#random() < 0.5) return;
    this.#compare(this.#reader);
    this.#tally['old snapshots read'] += 1;
    this.#reader.refresh();
    if (this.#reader.position().revision !== this.#published)
      throw new Error('a reader does not see what is published');
    if (this.#reader.health().rebuiltBecause) throw new Error(`a reader saw ${this.#reader.health().rebuiltBecause}`);
  }

  #compare(index: PaperIndex): void {
    const papers = this.#stateAt(index.position().revision);
    compareContents(index.snapshot(), papers);
    this.#tally['contents compared'] += 1;
    if (this.#random() < 0.4) {
      compareAnswers(index.snapshot(), papers, this.#random);
      this.#tally['rankings compared'] += 1;
    }
  }
}

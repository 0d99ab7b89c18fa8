import { orAborted, startDeadline } from '../../lib/deadline.ts';
import { isDamage } from '../../platform/sqlite/database.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import { type AnalysedText, createAnalyser } from './analyse-text.ts';
import { addBatch } from './index-batch.ts';
import { type IndexedText, type IndexStore, openIndexStore, removeIndex } from './index-store.ts';
import { weighTexts } from './weigh-texts.ts';

/** The index of passages of all stored texts. It updates itself; a lost or damaged index is rebuilt. */
export type PassageIndex = {
  /**
   * Adds stored texts that the index lacks, in steps of a few milliseconds. Waits up to `maxMs` for these texts, or for
   * all; the others follow in the background. Returns how many are still missing.
   */
  update(options: { hashes?: readonly string[]; maxMs: number; signal: AbortSignal }): Promise<number>;
  /** How well each indexed text (by hash) and other texts match the concepts, from 0 to about 1. */
  weigh(concepts: readonly (readonly string[])[], others: readonly AnalysedText[]): TextFits;
  /** The hashes of indexed texts that could be read. */
  hashes(): string[];
  analysed(hash: string): AnalysedText | undefined;
  /** Deletes the index file. */
  forget(): void;
  close(): void;
};

type TextFits = { indexed(hash: string): number; others: readonly number[] };

type Texts = Pick<FullTexts, 'hashes' | 'outline'>;

/** Texts per batch. Larger batches make fewer rows, but callers wait longer for their texts. */
const BATCH = 400;
/** With more batches, or more removed texts than present ones, the index is rebuilt. */
const MAX_BATCHES = 2_000;

/** Opens nothing before the first use. */
export function createPassageIndex(path: string, texts: Texts, now = Date.now): PassageIndex {
  const analyse = createAnalyser();
  const closing = new AbortController();
  let store: IndexStore | undefined;
  let known = new Map<string, IndexedText>();
  let lengths = new Uint32Array();
  /** The state of the file from which `known` and `lengths` were read. */
  let state: string | undefined;
  /** Texts that callers wait for. */
  const awaited = new Set<string>();
  let batch: Promise<boolean> | undefined;

  const opened = () => {
    if (store?.isReadOnly) {
      store.close();
      store = undefined;
    }
    store ??= openIndexStore(path);
    return store;
  };
  const reset = () => {
    store?.close();
    store = undefined;
    state = undefined;
    known = new Map();
    removeIndex(path);
  };
  /** Runs work on the store; if the file is damaged, runs it again on an empty one. */
  const withStore = <T>(work: (store: IndexStore) => T): T => {
    try {
      return work(opened());
    } catch (error) {
      if (!isDamage(error)) throw error;
      reset();
      return work(opened());
    }
  };
  const refresh = () =>
    withStore((index) => {
      const now = index.state();
      if (now === state) return;
      state = now;
      const rows = index.texts();
      known = new Map(rows.map((row) => [row.hash, row]));
      lengths = new Uint32Array(1 + rows.reduce((most, { n }) => Math.max(most, n), 0));
      for (const { n, length } of rows) lengths[n] = length;
    });

  /** Lists stored texts that the index lacks, and removes texts from it that are no longer stored. */
  const missing = async (): Promise<string[]> => {
    const stored = new Set(await whenStoreIsFree(() => texts.hashes()));
    await whenStoreIsFree(() => withStore((index) => index.removeUnread(now())));
    refresh();
    const gone = [...known.keys()].filter((hash) => !stored.has(hash));
    if (gone.length > 0) withStore((index) => index.remove(gone));
    const needsRebuild =
      withStore((index) => index.batches()) > MAX_BATCHES || lengths.length > 2 * stored.size + MAX_BATCHES;
    if (needsRebuild) withStore((index) => index.removeAll());
    refresh();
    return [...stored].filter((hash) => !known.has(hash));
  };
  /** Adds a batch; returns whether any text was missing. */
  const addMissing = async (): Promise<boolean> => {
    const all = await missing();
    const first = all.filter((hash) => awaited.has(hash));
    const { signal } = closing;
    if (all.length === 0) return false;
    const hashes = (first.length > 0 ? first : all).slice(0, BATCH);
    try {
      await addBatch({ hashes, outline: texts.outline, analyse, store: opened, signal });
    } catch (error) {
      if (!isDamage(error)) throw error;
      reset();
    }
    for (const hash of hashes) awaited.delete(hash);
    refresh();
    return true;
  };
  /** Adds batches until nothing is missing. Returns the current batch. */
  const run = (): Promise<boolean> => {
    batch ??= addMissing().finally(() => {
      batch = undefined;
    });
    batch.then((isMore) => isMore && !closing.signal.aborted && run()).catch(() => {});
    return batch;
  };

  return {
    async update({ hashes, maxMs, signal }) {
      for (const hash of hashes ?? []) awaited.add(hash);
      const deadline = startDeadline(maxMs, signal);
      try {
        for (;;) {
          const all = await missing();
          const awaited = hashes ? all.filter((hash) => hashes.includes(hash)) : all;
          if (awaited.length === 0 || deadline.isExpired()) return awaited.length;
          await orAborted(run(), deadline.signal).catch((error) => {
            if (!deadline.isExpired()) throw error;
          });
        }
      } finally {
        deadline.dispose();
      }
    },
    weigh: (concepts, others) =>
      withStore((index) => {
        const fits = weighTexts(concepts, { lengths, postings: (term) => index.postings(term) }, others);
        return { indexed: (hash) => fits.indexed[known.get(hash)?.n ?? 0] ?? 0, others: fits.others };
      }),
    hashes: () => [...known.values()].filter(({ length }) => length > 0).map(({ hash }) => hash),
    analysed: (hash) => {
      const text = known.get(hash);
      return text && withStore((index) => index.analysed(text.n));
    },
    forget: reset,
    close() {
      closing.abort();
      store?.close();
    },
  };
}

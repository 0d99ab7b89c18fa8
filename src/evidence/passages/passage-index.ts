import { orAborted, startDeadline } from '../../lib/deadline.ts';
import { isDamage } from '../../platform/sqlite/database.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import { type AnalysedText, createAnalyser } from './analyse-text.ts';
import { addBatch } from './index-batch.ts';
import { type IndexedText, type IndexStore, openIndexStore, removeIndex } from './index-store.ts';
import { weighTexts } from './weigh-texts.ts';

/** The passages of all stored texts. It follows the store of texts by itself; a lost or damaged index is made anew. */
export type PassageIndex = {
  /**
   * Brings the index up to the stored texts, in steps of a few milliseconds. Waits for these texts, or for all, at most
   * `maxMs`; the rest follows in the background. Returns how many are missing.
   */
  update(options: { hashes?: readonly string[]; maxMs: number; signal: AbortSignal }): Promise<number>;
  /** How well each indexed text, by its hash, and other texts fit the terms: from 0 to about 1. */
  weigh(terms: readonly string[], others: readonly AnalysedText[]): TextFits;
  /** The texts that could be read. */
  hashes(): string[];
  analysed(hash: string): AnalysedText | undefined;
  /** Removes its file. */
  forget(): void;
  close(): void;
};

type TextFits = { indexed(hash: string): number; others: readonly number[] };

type Texts = Pick<FullTexts, 'hashes' | 'outline'>;

/** Texts added together. More make fewer rows, but others wait longer for theirs. */
const BATCH = 400;
/** With more batches, or more removed texts than present ones, the index is made anew. */
const MAX_BATCHES = 2_000;

/** Nothing is opened before the first use. */
export function createPassageIndex(path: string, texts: Texts, now = Date.now): PassageIndex {
  const analyse = createAnalyser();
  const closing = new AbortController();
  let store: IndexStore | undefined;
  let known = new Map<string, IndexedText>();
  let lengths = new Uint32Array();
  /** The state of the file that these were read from. */
  let state: string | undefined;
  /** Texts that somebody waits for. */
  const wanted = new Set<string>();
  let batch: Promise<boolean> | undefined;

  const opened = () => {
    store ??= openIndexStore(path);
    return store;
  };
  const startAnew = () => {
    store?.close();
    store = undefined;
    state = undefined;
    known = new Map();
    removeIndex(path);
  };
  /** Once more after damage, with an empty index. */
  const mending = <T>(work: (store: IndexStore) => T): T => {
    try {
      return work(opened());
    } catch (error) {
      if (!isDamage(error)) throw error;
      startAnew();
      return work(opened());
    }
  };
  const refresh = () =>
    mending((index) => {
      const now = index.state();
      if (now === state) return;
      state = now;
      const rows = index.texts();
      known = new Map(rows.map((row) => [row.hash, row]));
      lengths = new Uint32Array(1 + rows.reduce((most, { n }) => Math.max(most, n), 0));
      for (const { n, length } of rows) lengths[n] = length;
    });

  /** The stored texts that the index lacks; those that are no longer stored are removed from it. */
  const missing = async (): Promise<string[]> => {
    const held = new Set(await whenStoreIsFree(() => texts.hashes()));
    await whenStoreIsFree(() => mending((index) => index.removeUnread(now())));
    refresh();
    const gone = [...known.keys()].filter((hash) => !held.has(hash));
    if (gone.length > 0) mending((index) => index.remove(gone));
    const isWorn = mending((index) => index.batches()) > MAX_BATCHES || lengths.length > 2 * held.size + MAX_BATCHES;
    if (isWorn) mending((index) => index.removeAll());
    refresh();
    return [...held].filter((hash) => !known.has(hash));
  };
  /** Adds a batch; returns whether there was something to add. */
  const addMissing = async (): Promise<boolean> => {
    const all = await missing();
    const first = all.filter((hash) => wanted.has(hash));
    const { signal } = closing;
    if (all.length === 0) return false;
    const hashes = (first.length > 0 ? first : all).slice(0, BATCH);
    try {
      await addBatch({ hashes, outline: texts.outline, analyse, store: opened, signal });
    } catch (error) {
      if (!isDamage(error)) throw error;
      startAnew();
    }
    for (const hash of hashes) wanted.delete(hash);
    refresh();
    return true;
  };
  /** Adds one batch after the other until nothing is missing. Callers wait for the batch that runs. */
  const run = (): Promise<boolean> => {
    batch ??= addMissing().finally(() => {
      batch = undefined;
    });
    batch.then((isMore) => isMore && !closing.signal.aborted && run()).catch(() => {});
    return batch;
  };

  return {
    async update({ hashes, maxMs, signal }) {
      for (const hash of hashes ?? []) wanted.add(hash);
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
    weigh: (terms, others) =>
      mending((index) => {
        const fits = weighTexts(terms, { lengths, postings: (term) => index.postings(term) }, others);
        return { indexed: (hash) => fits.indexed[known.get(hash)?.n ?? 0] ?? 0, others: fits.others };
      }),
    hashes: () => [...known.values()].filter(({ length }) => length > 0).map(({ hash }) => hash),
    analysed: (hash) => {
      const text = known.get(hash);
      return text && mending((index) => index.analysed(text.n));
    },
    forget: startAnew,
    close() {
      closing.abort();
      store?.close();
    },
  };
}

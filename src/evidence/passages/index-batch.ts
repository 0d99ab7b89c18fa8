import { readQueryTokens } from '../../papers/query/terms.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { pauseEvery } from '../../platform/turns.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import type { AnalysedText, createAnalyser } from './analyse-text.ts';
import type { IndexStore } from './index-store.ts';
import { countTerms, packPosting } from './weigh-texts.ts';

type Batch = {
  hashes: readonly string[];
  outline: FullTexts['outline'];
  analyse: ReturnType<typeof createAnalyser>;
  store: () => IndexStore;
  signal: AbortSignal;
};

/** Maximum tokens of a batch, which limits its memory. */
const MAX_TOKENS = 2_000_000;
/** Rows per write transaction: of postings, and of texts, which take about 15 KB each. */
const POSTINGS_AT_ONCE = 500;
const TEXTS_AT_ONCE = 10;
const SLICE_MS = 10;
const TITLE_TIMES = 5;

/** Analyses texts and adds them to the index, in steps of a few milliseconds; returns the number of texts added. */
export async function addBatch({ hashes, outline: outlineOf, analyse, store, signal }: Batch): Promise<number> {
  const pause = pauseEvery(SLICE_MS, signal);
  const added: { hash: string; length: number; analysed: AnalysedText | undefined }[] = [];
  const postings = new Map<string, number[]>();
  for (let tokens = 0; added.length < hashes.length && tokens < MAX_TOKENS; ) {
    const hash = hashes[added.length] as string;
    const outline = await outlineOf(hash, { signal });
    await pause();
    const analysed = outline && (await runSteps(analyse(outline), pause));
    for (const [term, times] of analysed ? countWithTitle(analysed, outline?.title) : []) {
      const list = postings.get(term);
      if (list) list.push(packPosting(added.length, times));
      else postings.set(term, [packPosting(added.length, times)]);
    }
    tokens += analysed?.tokens.length ?? 0;
    added.push({ hash, length: analysed?.tokens.length ?? 0, analysed });
  }
  const write = async (work: (store: IndexStore) => void) => {
    await whenStoreIsFree(() => work(store()), { signal });
    await pause();
  };
  const first = await whenStoreIsFree(() => store().reserve(added.length), { signal });
  let rows: [string, number[]][] = [];
  for (const [term, list] of postings) {
    rows.push([term, list.map((posting) => posting + packPosting(first, 0))]);
    if (rows.length < POSTINGS_AT_ONCE) continue;
    await write((index) => index.addPostings(first, rows));
    rows = [];
  }
  await write((index) => index.addPostings(first, rows));
  for (let from = 0; from < added.length; from += TEXTS_AT_ONCE) {
    const part = added.slice(from, from + TEXTS_AT_ONCE).map((text, nth) => ({ n: first + from + nth, ...text }));
    await write((index) => index.addTexts(part));
  }
  return added.length;
}

async function runSteps<T>(steps: Generator<undefined, T>, pause: () => Promise<void> | undefined): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** The frequency of each term in a text; words of the title count TITLE_TIMES more. */
function countWithTitle(text: AnalysedText, title = ''): Map<string, number> {
  const times = countTerms(text);
  for (const { term } of readQueryTokens(title)) times.set(term, (times.get(term) ?? 0) + TITLE_TIMES);
  return times;
}

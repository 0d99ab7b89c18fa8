import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { VectorStore } from '../../../src/library/vectors.ts';
import { fromWire, toWire } from '../../../src/papers/wire.ts';
import type { Embedder } from '../../../src/search/embeddings/embedder.ts';
import { rescore } from '../../../src/search/federated/rescore.ts';
import type { KnownFailure } from '../../../src/wording/notes/source-outcomes.ts';
import { queryOf } from '../../helpers/query.ts';

const SIGNAL = new AbortController().signal;
const BODY = { keywords: ['heart attack'], query: 'aspirin' };
const AT_RIGHT_ANGLES = [0, 1];

type Given = Float32Array[] | KnownFailure;
type Call = { texts: readonly string[]; timeoutMs: number };

/** An endpoint whose vectors are as similar to the question as `similar` says of a text; it fails from a call on. */
function standIn(similar: (text: string) => number[], answer?: (nth: number, vectors: Float32Array[]) => Given) {
  const calls: Call[] = [];
  const embedder: Embedder = {
    host: 'box:11434',
    model: 'small',
    identity: async () => 'box small',
    embed: async (texts, { timeoutMs }) => {
      calls.push({ texts, timeoutMs });
      const vectors = texts.map((text) => Float32Array.from(similar(text)));
      return answer?.(calls.length, vectors) ?? vectors;
    },
  };
  return { embedder, calls };
}

function memory(): VectorStore & { held: Map<string, Float32Array> } {
  const held = new Map<string, Float32Array>();
  return {
    held,
    find: (hashes) =>
      new Map(hashes.flatMap((hash) => (held.has(hash) ? [[hash, held.get(hash) as Float32Array]] : []))),
    keep: (vectors) => {
      for (const [hash, vector] of vectors) held.set(hash, vector);
    },
  };
}

const paper = (title: string, score: number): WirePaper => ({ id: title, title, abstract: null, score }) as WirePaper;
const many = (count: number) => Array.from({ length: count }, (_, at) => paper(`paper ${at}`, 1 - at / 1000));
const titles = ({ papers }: { papers: { title: string }[] }) => papers.map(({ title }) => title);
const question = (text: string) => text === 'heart attack. aspirin';
/** Paper 40 alone means what the question means. */
const fortieth = (text: string) => (question(text) || text === 'paper 40' ? [1, 0] : AT_RIGHT_ANGLES);

describe('a ranked list', () => {
  it('is reordered by meaning too; scores and explanations say so', async () => {
    const papers = [
      { ...paper('Shares of the market', 1), explanation: { ranks: { openalex: 1 } } },
      { ...paper('Myocardial infarction', 0.9), abstract: 'Acetylsalicylic acid.' },
    ];
    const { embedder, calls } = standIn((text) => (question(text) || text.includes('infarction') ? [1, 0] : [3, 4]));
    const { papers: found, notes } = await rescore(
      papers.map(fromWire),
      queryOf(BODY),
      { embedder, vectors: memory() },
      SIGNAL,
    );
    expect(found.map(toWire)).toMatchObject([
      { title: 'Myocardial infarction', score: 1, explanation: { similarity: 1 } },
      { title: 'Shares of the market', explanation: { ranks: { openalex: 1 }, similarity: 0.6 } },
    ]);
    expect(notes).toEqual([{ kind: 'ranked-by-meaning', model: 'small' }]);
    expect(calls.map(({ texts }) => texts)).toEqual([
      ['heart attack. aspirin'],
      ['Shares of the market', 'Myocardial infarction. Acetylsalicylic acid.'],
    ]);
  });

  it('of nothing asks nobody', async () => {
    const { embedder, calls } = standIn(() => [1]);
    expect(await rescore([], queryOf(BODY), { embedder, vectors: memory() }, SIGNAL)).toEqual({
      papers: [],
      notes: [],
    });
    expect(calls).toEqual([]);
  });

  it('is asked about in growing batches, once: what is stored is not sent again', async () => {
    const vectors = memory();
    const { embedder, calls } = standIn(fortieth);
    const first = await rescore(many(70).map(fromWire), queryOf(BODY), { embedder, vectors }, SIGNAL);
    expect(calls.map(({ texts }) => texts.length)).toEqual([1, 8, 16, 32, 14]);
    expect(titles(first)[0]).toBe('paper 40');
    const again = await rescore(many(70).map(fromWire), queryOf(BODY), { embedder, vectors }, SIGNAL);
    expect(calls.slice(5).map(({ texts }) => texts)).toEqual([['heart attack. aspirin']]);
    expect(again).toEqual(first);
  });

  it('is asked about anew for another model, and for one of the same name with other vectors', async () => {
    const vectors = memory();
    const { embedder } = standIn(fortieth);
    await rescore(many(2).map(fromWire), queryOf(BODY), { embedder, vectors }, SIGNAL);
    const other = standIn(fortieth);
    await rescore(
      many(2).map(fromWire),
      queryOf(BODY),
      { embedder: { ...other.embedder, identity: async () => 'box large' }, vectors },
      SIGNAL,
    );
    expect(other.calls).toHaveLength(2);
    const longer = standIn((text) => [...fortieth(text), 0]);
    await rescore(many(2).map(fromWire), queryOf(BODY), { embedder: longer.embedder, vectors }, SIGNAL);
    expect(longer.calls).toHaveLength(2);
  });

  it('has its long texts cut', async () => {
    const { embedder, calls } = standIn(() => [1]);
    const long = { ...paper('A title', 1), abstract: 'word '.repeat(10_000) } as WirePaper;
    await rescore([fromWire(long)], queryOf({ query: 'why '.repeat(2_000) }), { embedder, vectors: memory() }, SIGNAL);
    expect(calls.flatMap(({ texts }) => texts.map(({ length }) => length))).toEqual([3_000, 3_000]);
  });
});

describe('an endpoint that fails', () => {
  it('because its model takes longer to load than a search may leaves the list as it is', async () => {
    const { embedder, calls } = standIn(fortieth);
    const loading = { ...embedder, host: undefined, identity: () => new Promise<string>(() => {}) };
    // Every time that is waited for is over at once.
    const timers = {
      now: () => 0,
      after: (_ms: number, call: () => void) => {
        setImmediate(call);
        return () => {};
      },
    };
    const parts = { embedder: loading, vectors: memory(), timers };
    const { papers, notes } = await rescore(many(60).map(fromWire), queryOf(BODY), parts, SIGNAL);
    expect(papers).toEqual(many(60).map(fromWire));
    expect(notes).toEqual([{ kind: 'ranked-by-words', model: 'small', why: { failure: 'too slow' } }]);
    expect(calls).toEqual([]);
  });

  const down: KnownFailure = { failure: 'unreachable' };

  it('at once leaves the list as it is, and a note says why', async () => {
    const { embedder } = standIn(fortieth, () => down);
    const { papers, notes } = await rescore(
      many(60).map(fromWire),
      queryOf(BODY),
      { embedder, vectors: memory() },
      SIGNAL,
    );
    expect(papers).toEqual(many(60).map(fromWire));
    expect(notes).toEqual([{ kind: 'ranked-by-words', host: 'box:11434', why: { failure: 'unreachable' } }]);
  });

  it('after the first papers leaves the others behind these, and keeps what it gave', async () => {
    const vectors = memory();
    const { embedder } = standIn(fortieth, (nth, given) => (nth < 5 ? given : { failure: 'too slow' }));
    const found = await rescore(many(100).map(fromWire), queryOf(BODY), { embedder, vectors }, SIGNAL);
    expect(titles(found)[0]).toBe('paper 40');
    expect(titles(found).slice(56)).toEqual(
      many(100)
        .slice(56)
        .map(({ title }) => title),
    );
    expect(found.notes).toEqual([
      {
        kind: 'ranked-in-part',
        compared: 56,
        papers: 100,
        model: 'small',
        host: 'box:11434',
        why: { failure: 'too slow' },
      },
    ]);
    expect(vectors.held.size).toBe(56);
  });

  it('that changes the length of its vectors is not used further', async () => {
    const { embedder } = standIn(fortieth, (nth, given) => (nth < 2 ? given : given.map(() => Float32Array.from([1]))));
    const { notes } = await rescore(many(5).map(fromWire), queryOf(BODY), { embedder, vectors: memory() }, SIGNAL);
    expect(notes).toEqual([{ kind: 'ranked-by-words', host: 'box:11434', why: { failure: 'unreadable' } }]);
  });

  it('has 15 seconds for all of a search', async () => {
    let now = 1_000;
    const { embedder, calls } = standIn(fortieth, (_, given) => {
      now += 6_000;
      return given;
    });
    const timers = { now: () => now, after: () => () => {} };
    await rescore(many(70).map(fromWire), queryOf(BODY), { embedder, vectors: memory(), timers }, SIGNAL);
    expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([15_000, 9_000, 3_000, 0, 0]);
  });

  it('is one thing, a library that cannot keep vectors another: the search goes on with what was given', async () => {
    const { embedder } = standIn(fortieth);
    const broken = () => {
      throw new Error('the library is locked');
    };
    const found = await rescore(
      many(50).map(fromWire),
      queryOf(BODY),
      { embedder, vectors: { find: broken, keep: broken } },
      SIGNAL,
    );
    expect(titles(found)[0]).toBe('paper 40');
  });
});

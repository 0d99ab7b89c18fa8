import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolderEmbedder } from '../../../../src/search/embeddings/local/model-folder.ts';
import { modelFolder, tokenizerOf, WORDS } from './tiny-models.ts';

const LIMITS = { timeoutMs: 60_000, signal: new AbortController().signal };
type Feed = { data: BigInt64Array; shape: readonly number[] };

/** A runtime whose model gives each piece the vector of its number and of its place. */
function runtime(answer?: (feeds: Record<string, Feed>) => Record<string, unknown>) {
  const [opened, runs]: [string[], Record<string, Feed>[]] = [[], []];
  class Tensor {
    readonly data: BigInt64Array;
    readonly shape: readonly number[];
    constructor(_type: 'int64', data: BigInt64Array, shape: readonly number[]) {
      this.data = data;
      this.shape = shape;
    }
  }
  const states = ({ input_ids }: Record<string, Feed>) => {
    const { data, shape } = input_ids as Feed;
    const values = [...data].flatMap((id, at) => [Number(id), at % (shape[1] as number)]);
    return { last_hidden_state: { dims: [...shape, 2], data: Float32Array.from(values) } };
  };
  const session = {
    inputNames: ['input_ids', 'attention_mask'],
    run: async (feeds: Record<string, unknown>) => {
      runs.push(feeds as Record<string, Feed>);
      return (answer ?? states)(feeds as Record<string, Feed>) as never;
    },
  };
  const create = async (path: string) => {
    opened.push(basename(path));
    return session;
  };
  return { opened, runs, runtime: async () => ({ InferenceSession: { create }, Tensor }) };
}

const FILES = { 'tokenizer.json': tokenizerOf(WORDS), 'onnx/model.onnx': 'x', 'onnx/model_int8.onnx': 'x' };
const listed = (vectors: unknown) => (vectors as Float32Array[]).map((vector) => [...vector]);

describe('an ONNX model', () => {
  it('reads texts between its marks, padded to the longest, and gives the mean of their pieces', async () => {
    const { opened, runs, runtime: given } = runtime();
    const embedder = createFolderEmbedder({ folder: modelFolder(FILES), runtime: given });
    const vectors = await embedder.embed(['heart attack', 'market'], LIMITS);
    expect(opened).toEqual(['model.onnx']);
    expect(Object.keys(runs[0] ?? {})).toEqual(['input_ids', 'attention_mask']);
    expect(runs[0]?.input_ids).toMatchObject({ shape: [2, 4], data: BigInt64Array.of(2n, 4n, 5n, 3n, 2n, 9n, 3n, 0n) });
    expect(runs[0]?.attention_mask?.data).toEqual(BigInt64Array.of(1n, 1n, 1n, 1n, 1n, 1n, 1n, 0n));
    expect(listed(vectors)).toEqual([
      [3.5, 1.5],
      [expect.closeTo(14 / 3, 5), 1],
    ]);
  });

  it('gives the first piece where its pooling says so, and reads no more than its length', async () => {
    const { runs, runtime: given } = runtime();
    const folder = modelFolder({
      ...FILES,
      '1_Pooling/config.json': '{"pooling_mode_cls_token":true}',
      'sentence_bert_config.json': '{"max_seq_length":4}',
    });
    const vectors = await createFolderEmbedder({ folder, runtime: given }).embed(['heart heart heart heart'], LIMITS);
    expect(listed(vectors)).toEqual([[2, 0]]);
    expect(runs[0]?.input_ids?.data).toEqual(BigInt64Array.of(2n, 4n, 4n, 3n));
  });

  it('may give vectors of texts itself', async () => {
    const given = runtime(() => ({ sentence_embedding: { dims: [1, 3], data: Float32Array.of(1, 2, 3) } }));
    const embedder = createFolderEmbedder({ folder: modelFolder(FILES), runtime: given.runtime });
    expect(listed(await embedder.embed(['heart'], LIMITS))).toEqual([[1, 2, 3]]);
  });

  it.each([
    ['nothing', () => ({})],
    ['numbers of another kind', () => ({ logits: { dims: [1, 3], data: [1, 2, 3] } })],
    ['another number of texts', () => ({ logits: { dims: [2, 3], data: new Float32Array(6) } })],
    ['no number', () => ({ logits: { dims: [1, 1], data: Float32Array.of(Number.NaN) } })],
    [
      'an error',
      () => {
        throw new Error('cannot run');
      },
    ],
    [
      'an error about its inputs',
      () => {
        throw new TypeError('position_ids is missing');
      },
    ],
  ])('that gives %s cannot be used', async (_what, answer) => {
    const embedder = createFolderEmbedder({ folder: modelFolder(FILES), runtime: runtime(answer).runtime });
    expect(await embedder.embed(['heart'], LIMITS)).toEqual({ failure: 'unusable', detail: 'unfit-weights' });
  });
});

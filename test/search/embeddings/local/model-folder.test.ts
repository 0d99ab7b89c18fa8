import fs, { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { identityOfFolder } from '../../../../src/search/embeddings/local/load-model.ts';
import { createFolderEmbedder } from '../../../../src/search/embeddings/local/model-folder.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { floats, modelFolder, safetensors, TABLE, tableFolder, tokenizerOf, WORDS } from './tiny-models.ts';

const LIMITS = { timeoutMs: 60_000, signal: new AbortController().signal };
const embed = (folder: string, ...texts: string[]) => createFolderEmbedder({ folder }).embed(texts, LIMITS);
const listed = (vectors: unknown) => (vectors as Float32Array[]).map((vector) => [...vector]);
const unusable = (detail: string) => ({ failure: 'unusable', detail });

describe('a table of static vectors', () => {
  it('gives a text the sum of its pieces, without words that it does not know', async () => {
    const vectors = await embed(tableFolder(), 'Heart attack.', 'market unheard', 'unheard');
    expect(listed(vectors)).toEqual([
      [2, 0],
      [0, 2],
      [0, 0],
    ]);
  });

  it('may have shared vectors, weights, and numbers of 16 bits', async () => {
    const bytes = (numbers: ArrayBufferLike) => new Uint8Array(numbers);
    const embeddings = { dtype: 'F16', shape: [2, 2], bytes: bytes(Uint16Array.of(0x3c00, 0, 0, 0xc100).buffer) };
    const mapping = BigInt64Array.from(WORDS, (word) => (word === 'market' ? 1n : 0n));
    const weights = Float64Array.from(WORDS, (word) => (word === 'heart' ? 3 : 1));
    const folder = modelFolder({
      'tokenizer.json': tokenizerOf(WORDS),
      'model.safetensors': safetensors({
        weights: { dtype: 'F64', shape: [WORDS.length], bytes: bytes(weights.buffer) },
        mapping: { dtype: 'I64', shape: [WORDS.length], bytes: bytes(mapping.buffer) },
        embeddings,
      }),
    });
    expect(listed(await embed(folder, 'heart market'))).toEqual([[3, -2.5]]);
  });

  it('is the same one wherever it lies, and another with other numbers or words', async () => {
    const [folder, moved] = [tableFolder(), join(temporaryFolder(), 'moved')];
    cpSync(folder, moved, { recursive: true });
    const identity = await createFolderEmbedder({ folder }).identity();
    expect(identity).toMatch(/^folder [0-9a-f]{64}$/);
    expect(await createFolderEmbedder({ folder: moved }).identity()).toBe(identity);
    expect(await identityOfFolder(moved)).toBe(identity);
    expect(await identityOfFolder(tableFolder(TABLE.map(([x = 0, y = 0]) => [y, x])))).not.toBe(identity);
    writeFileSync(join(moved, 'tokenizer.json'), tokenizerOf([...WORDS].reverse()));
    expect(await identityOfFolder(moved)).not.toBe(identity);
  });

  it('has its weights read for its identity once, until a file changes', async () => {
    const folder = tableFolder();
    const weights = join(folder, 'model.safetensors');
    const identity = await identityOfFolder(folder);
    const { createReadStream } = fs;
    const opened: unknown[] = [];
    fs.createReadStream = (...given) => {
      opened.push(given[0]);
      return createReadStream(...given);
    };
    syncBuiltinESMExports();
    try {
      expect(await createFolderEmbedder({ folder }).identity()).toBe(identity);
      expect(opened).toEqual([]);
      writeFileSync(weights, readFileSync(weights));
      expect(await createFolderEmbedder({ folder }).identity()).toBe(identity);
      expect(opened).toEqual([weights]);
    } finally {
      fs.createReadStream = createReadStream;
      syncBuiltinESMExports();
    }
  });

  it('is read once it is whole, though it was not at first', async () => {
    const folder = tableFolder();
    const tokenizer = readFileSync(join(folder, 'tokenizer.json'));
    writeFileSync(join(folder, 'tokenizer.json'), '');
    const embedder = createFolderEmbedder({ folder });
    expect(await embedder.identity()).toEqual(unusable('unfit-tokenizer'));
    writeFileSync(join(folder, 'tokenizer.json'), tokenizer);
    expect(await embedder.embed(['heart'], LIMITS)).toHaveLength(1);
  });

  it('stops where its time is over', async () => {
    let now = 0;
    const timers = {
      now: () => {
        now += 1_000;
        return now;
      },
    };
    const texts = Array.from({ length: 100 }, () => 'heart');
    const slow = createFolderEmbedder({ folder: tableFolder(), timers });
    expect(await slow.embed(texts, { ...LIMITS, timeoutMs: 3_000 })).toEqual({ failure: 'too slow' });
    const ended = { ...LIMITS, signal: AbortSignal.abort() };
    expect(await createFolderEmbedder({ folder: tableFolder() }).embed(['heart'], ended)).toEqual({
      failure: 'too slow',
    });
  });
});

it('a table that is larger than any is refused before it is read', async () => {
  const folder = tableFolder();
  truncateSync(join(folder, 'model.safetensors'), 3 * 1024 ** 3);
  expect(await embed(folder, 'heart')).toEqual(unusable('unfit-weights'));
  // After the run all files of tests are read.
  rmSync(folder, { recursive: true });
});

describe('a folder that is no model', () => {
  const whole = safetensors({ embeddings: floats(TABLE) });
  const withTable = (table: Uint8Array) =>
    modelFolder({ 'tokenizer.json': tokenizerOf(WORDS), 'model.safetensors': table });

  it.each([
    ['is missing', join(temporaryFolder(), 'nowhere'), 'no-model'],
    ['has no tokenizer', modelFolder({ 'model.safetensors': whole }), 'no-model'],
    ['has no weights', modelFolder({ 'tokenizer.json': tokenizerOf(WORDS) }), 'no-model'],
    ['has tensors of another model', withTable(safetensors({ layer: floats(TABLE) })), 'no-model'],
    [
      'has a tokenizer of another kind',
      modelFolder({ 'tokenizer.json': '{}', 'model.safetensors': whole }),
      'unfit-tokenizer',
    ],
    ['has fewer vectors than words', withTable(safetensors({ embeddings: floats(TABLE.slice(1)) })), 'unfit-weights'],
    [
      'has numbers that are none',
      withTable(safetensors({ embeddings: floats(TABLE.map(() => [Number.NaN])) })),
      'unfit-weights',
    ],
    ['is cut short', withTable(whole.subarray(0, -4)), 'unfit-weights'],
    ['is empty', withTable(new Uint8Array()), 'no-model'],
    [
      'has ONNX without its runtime',
      modelFolder({ 'tokenizer.json': tokenizerOf(WORDS), 'onnx/model.onnx': 'x' }),
      'no-onnx-runtime',
    ],
  ])('%s', async (_what, folder, detail) => {
    expect(await embed(folder, 'heart')).toEqual(unusable(detail));
    expect(await createFolderEmbedder({ folder }).identity()).toEqual(unusable(detail));
  });
});

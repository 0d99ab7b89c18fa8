import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

/** Models in folders, small enough to be written by hand. */

export const WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'heart', 'attack', 'myo', '##card', '##ial', 'market', '.'];

export function tokenizerOf(words: readonly string[], changes: object = {}): string {
  return JSON.stringify({
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: { type: 'WordPiece', unk_token: '[UNK]', vocab: Object.fromEntries(words.map((word, at) => [word, at])) },
    ...changes,
  });
}

type Tensor = { dtype: string; shape: number[]; bytes: Uint8Array };

export const floats = (rows: readonly (readonly number[])[]): Tensor => ({
  dtype: 'F32',
  shape: [rows.length, rows[0]?.length ?? 0],
  bytes: new Uint8Array(Float32Array.from(rows.flat()).buffer),
});

/** A file of safetensors: the length of its header, the header, the numbers of all tensors. */
export function safetensors(tensors: Record<string, Tensor>): Buffer {
  let end = 0;
  const header = Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
    end += bytes.length;
    return [name, { dtype, shape, data_offsets: [end - bytes.length, end] }];
  });
  const text = Buffer.from(JSON.stringify(Object.fromEntries(header)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

export function modelFolder(files: Record<string, string | Uint8Array>, name = 'tiny'): string {
  const folder = join(temporaryFolder(), name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Words of the heart point one way, those of trade another. */
export const TABLE = WORDS.map((word) => (word === 'market' ? [0, 2] : word === '.' ? [0, 0] : [1, 0]));

export const tableFolder = (table: readonly (readonly number[])[] = TABLE, name?: string, words = WORDS) =>
  modelFolder(
    { 'tokenizer.json': tokenizerOf(words), 'model.safetensors': safetensors({ embeddings: floats(table) }) },
    name,
  );

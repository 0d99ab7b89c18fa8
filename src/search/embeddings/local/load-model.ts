import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { rethrowBug } from '../../../lib/bugs.ts';
import { asFields, asNumber, parseJson } from '../../../lib/json.ts';
import { loadRuntime, openOnnxModel, type Pooling, UnusableModel } from './onnx-model.ts';
import { hasTable, headerEnd, readStaticTable } from './static-table.ts';
import { readWordPieces, type WordPieces } from './word-pieces.ts';

type Vectors = (texts: readonly string[]) => Promise<Float32Array[] | undefined> | Float32Array[];
/** `vectors` returns undefined if the model does not produce text vectors. */
type LoadedModel = { identity: string; vectors: Vectors };

/** Maximum tokens of a text if the model does not specify it. */
const DEFAULT_MAX_PIECES = 256;
/** The title and the first sentences represent a text better than the whole does (decision 0054). */
const MAX_PIECES_OF_TABLE = 128;
/** Half a million words with 512 numbers each. Node cannot read a file of 2 GB at once. */
const MAX_TABLE_BYTES = 1024 * 1024 * 1024;
/** Longer inputs exceed what a small model handles well. */
const MAX_PIECES = 512;

/** Identity of a folder's model by its content, without loading it; undefined if there is none. */
export async function identityOfFolder(folder: string): Promise<string | undefined> {
  try {
    const { weights } = await findWeights(folder);
    return await hashFiles(folder, weights);
  } catch (error) {
    rethrowBug(error);
    return undefined;
  }
}

/** Loads a model. Rejects with `UnusableModel`, or with the error of a file or the runtime. */
export async function loadModel(folder: string, runtime = loadRuntime): Promise<LoadedModel> {
  const { weights, isTable } = await findWeights(folder);
  const identity = await hashFiles(folder, weights);
  const pieces = readWordPieces(await readText(folder, 'tokenizer.json'));
  if (!pieces) throw new UnusableModel('unfit-tokenizer');
  if (isTable) return { identity, vectors: await openTable(join(folder, weights), pieces) };
  const installed = await runtime();
  if (!installed) throw new UnusableModel('no-onnx-runtime');
  const pooling = await readPooling(folder, pieces.maxPieces);
  return { identity, vectors: await openOnnxModel(installed, join(folder, weights), pieces, pooling) };
}

async function openTable(path: string, pieces: WordPieces): Promise<Vectors> {
  const table = readStaticTable(new Uint8Array(await readFile(path)));
  if (!table || table.pieces < pieces.size) throw new UnusableModel('unfit-weights');
  return (texts) =>
    texts.map((text) => {
      const sum = new Float32Array(table.dimensions);
      const known = pieces.read(text, MAX_PIECES_OF_TABLE).filter((piece) => piece !== pieces.unknown);
      for (const piece of known) table.addTo(sum, piece);
      return sum;
    });
}

/** Prefers a table: its folder may contain the same table as ONNX, too. */
async function findWeights(folder: string): Promise<{ weights: string; isTable: boolean }> {
  const [names, onnx] = await Promise.all([list(folder), list(join(folder, 'onnx'))]);
  if (!names.includes('tokenizer.json')) throw new UnusableModel('no-model');
  if (names.includes('model.safetensors') && (await beginsTable(join(folder, 'model.safetensors'))))
    return { weights: 'model.safetensors', isTable: true };
  if (names.includes('model.onnx')) return { weights: 'model.onnx', isTable: false };
  const others = onnx.filter((name) => /^model.*\.onnx$/.test(name)).sort();
  const other = others.includes('model.onnx') ? 'model.onnx' : others[0];
  if (other === undefined) throw new UnusableModel('no-model');
  return { weights: join('onnx', other), isTable: false };
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function beginsTable(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const read = async (length: number) => {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, 0);
      return bytes.subarray(0, bytesRead);
    };
    if (!hasTable(await read(headerEnd(await read(8)) ?? 0))) return false;
    if ((await file.stat()).size > MAX_TABLE_BYTES) throw new UnusableModel('unfit-weights');
    return true;
  } finally {
    await file.close();
  }
}

async function readText(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8');
}

/** `maxPieces`: the maximum length in the tokenizer file. */
async function readPooling(folder: string, maxPieces = DEFAULT_MAX_PIECES): Promise<Pooling> {
  const readFields = async (name: string) => asFields(parseJson(await readText(folder, name).catch(() => '')));
  const [pooling, sentences, config] = await Promise.all([
    readFields('1_Pooling/config.json'),
    readFields('sentence_bert_config.json'),
    readFields('config.json'),
  ]);
  const lengths = [sentences.max_seq_length, config.max_position_embeddings].map(asNumber);
  const limit = Math.min(maxPieces, MAX_PIECES, ...lengths.filter((length) => length !== undefined));
  return { isFirst: pooling.pooling_mode_cls_token === true, maxPieces: Math.max(3, limit) };
}

const SETTINGS = ['1_Pooling/config.json', 'sentence_bert_config.json', 'config.json'];

/** The last hash of a folder, with the size and times of its files then. */
const hashes = new Map<string, { stats: string; hash: Promise<string> }>();

/**
 * The hash of the files. They are read again only if the size or time of one has changed, because weights may be a
 * gigabyte.
 */
async function hashFiles(folder: string, weights: string): Promise<string> {
  const stats = await readStats([...SETTINGS, 'tokenizer.json', weights].map((name) => join(folder, name)));
  const cached = hashes.get(folder);
  if (cached?.stats === stats) return cached.hash;
  const hash = readHash(folder, weights);
  hashes.set(folder, { stats, hash });
  hash.catch(() => hashes.delete(folder));
  return hash;
}

async function readStats(paths: readonly string[]): Promise<string> {
  const stats = paths.map(async (path) => {
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    return [path, found?.ino, found?.size, found?.mtimeNs, found?.ctimeNs].join(' ');
  });
  return (await Promise.all(stats)).join('\n');
}

/** Hashes content, not location: a moved folder keeps its vectors, and another model gets its own. */
async function readHash(folder: string, weights: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of SETTINGS) hash.update(`${await readText(folder, name).catch(() => '')}\0`);
  hash.update(`${await readText(folder, 'tokenizer.json')}\0`);
  await pipeline(createReadStream(join(folder, weights)), hash, { end: false });
  return `folder ${hash.digest('hex')}`;
}

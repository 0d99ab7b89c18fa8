import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileIdentity } from '../ports/library.ts';
import { decodeText, type OnEncoding } from './decode-text.ts';
import { CutShort, unzip } from './unzip.ts';

export type ImportFile = {
  /** As the user named it. */
  name: string;
  /** Identifies a file that was imported before. */
  identity: FileIdentity;
  /** The beginning of its text, decompressed. */
  head: string;
  /** The kind of container, if the file has no text to read: `a zip archive`. */
  container?: string;
  /** Its text from the beginning; `onBytes` gets the number of bytes read so far. */
  text(onBytes?: (bytes: number) => void, onEncoding?: OnEncoding): AsyncGenerator<string>;
};

const HEAD_BYTES = 64 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Containers and compressed files other than gzip, by their first bytes (hex). */
const CONTAINERS: [beginning: RegExp, name: string][] = [
  [/^504b(?:0304|0506|0708)/, 'a zip archive'],
  [/^425a683[1-9]314159265359/, 'compressed with bzip2'],
  [/^fd377a585a00/, 'compressed with xz'],
  [/^28b52ffd/, 'compressed with Zstandard'],
  [/^377abcaf271c/, 'a 7z archive'],
  [/^526172211a07/, 'a rar archive'],
];
const MAX_BEGINNING_BYTES = 10;
/** The magic of a tar archive and its offset, after the first file's name and mode. */
const TAR = { mark: 'ustar', at: 257 };

/** Inspects a file by reading only its beginning. Undefined if it does not exist. Throws file system errors. */
export async function lookAtFile(name: string): Promise<ImportFile | undefined> {
  const path = resolve(name);
  const handle = await open(path).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const first = buffer.subarray(0, bytesRead);
    const identity = {
      path,
      size: stats.size,
      modifiedAt: Math.floor(stats.mtimeMs),
      head: createHash('sha256').update(first).digest('hex'),
    };
    const openBytes = () => createReadStream(path, { highWaterMark: CHUNK_BYTES });
    return { name, identity, ...(await readable(first, openBytes)) };
  } finally {
    await handle.close();
  }
}

/** As `lookAtFile`, for a stream such as standard input. Its text can be read once, and it has no identity. */
export async function lookAtStream(
  name: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<Omit<ImportFile, 'identity'>> {
  const chunks = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES; ) {
    const { value, done } = await chunks.next();
    if (done) break;
    first.push(value);
    bytes += value.length;
  }
  const beginning = Buffer.concat(first);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { name, ...(await readable(beginning.subarray(0, HEAD_BYTES), all)) };
}

/** Head and text of a file that begins with `first`; `openBytes` opens it from the beginning. */
async function readable(
  first: Uint8Array,
  openBytes: () => AsyncIterable<Uint8Array>,
): Promise<Pick<ImportFile, 'head' | 'text' | 'container'>> {
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  const head = await headOf(first, isGzip);
  const container = containerOf(first, head);
  return {
    head,
    ...(container && { container }),
    text: (onBytes = () => {}, onEncoding) => {
      const bytes = counted(openBytes(), onBytes);
      return decodeText(isGzip ? unzip(bytes) : bytes, onEncoding);
    },
  };
}

function containerOf(first: Uint8Array, head: string): string | undefined {
  if (head.startsWith(TAR.mark, TAR.at)) return 'a tar archive';
  const beginning = Buffer.from(first.subarray(0, MAX_BEGINNING_BYTES)).toString('hex');
  return CONTAINERS.find(([pattern]) => pattern.test(beginning))?.[1];
}

/** The text of downloaded bytes, decompressed if gzipped. */
export async function* readableBytes(bytes: Uint8Array): AsyncGenerator<string> {
  async function* slices() {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
  }
  yield* (await readable(bytes.subarray(0, HEAD_BYTES), slices)).text();
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    onBytes(read);
    yield chunk;
  }
}

/** Decodes the first bytes of a file, which may end in the middle of a character or line. */
async function headOf(first: Uint8Array, gzipped: boolean): Promise<string> {
  async function* bytes() {
    yield first;
  }
  let head = '';
  try {
    for await (const text of decodeText(gzipped ? unzip(bytes()) : bytes())) {
      head += text;
      if (head.length >= 4 * HEAD_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof CutShort)) throw error;
  }
  return head.slice(0, 4 * HEAD_BYTES);
}

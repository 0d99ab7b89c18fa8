import { crc32, createInflateRaw } from 'node:zlib';

/** Thrown for a truncated or damaged gzip file, after everything before the damage has been yielded. */
export class CutShort extends Error {
  override readonly name = 'CutShort';
}

/**
 * A slice unpacks to at most a thousand times its size, all held at once. If a slice is damaged its output is lost, so
 * slices of short files are kept small.
 */
const SLICE_BYTES = { min: 512, max: 8 * 1024, shareOfRead: 1 / 16 };
const UNPACKED_BYTES = 256 * 1024;

const CUT = 'the gzip file is cut off';
const DAMAGED = 'the gzip file is damaged';

/** Bits of a member's flags, for the fields between its header and its data (RFC 1952). */
const FLAG = { checksum: 2, extra: 4, name: 8, comment: 16 };

/**
 * The contents of a gzip file of one or more members, also with zeros after each. Throws CutShort if the file is
 * truncated or damaged, or if something else follows a member, after yielding what could be read. Node's own Gunzip
 * ends at a zero, whatever follows, and loses a member if the next one is damaged.
 */
export async function* unzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new Input(compressed);
  await readHeader(input);
  for (;;) {
    yield* readData(input);
    if (!(await input.skipZeros())) return;
    await readHeader(input, 'a part of the gzip file is followed by data that is not gzip');
  }
}

async function readHeader(input: Input, otherwise = DAMAGED): Promise<void> {
  const [first, second, method, flags = 0] = await input.take(4);
  if (first !== 0x1f || second !== 0x8b || method !== 8) throw new CutShort(otherwise);
  await input.take(6);
  if (flags & FLAG.extra) {
    const [low = 0, high = 0] = await input.take(2);
    await input.take(low + 256 * high);
  }
  if (flags & FLAG.name) await input.skipText();
  if (flags & FLAG.comment) await input.skipText();
  if (flags & FLAG.checksum) await input.take(2);
}

/** The data of a member, which its checksum and length follow. */
async function* readData(input: Input): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  let length = 0;
  for await (const piece of inflate(input)) {
    checksum = crc32(piece, checksum);
    length += piece.length;
    yield piece;
  }
  const end = Buffer.from(await input.take(8));
  if (end.readUInt32LE(0) !== checksum || end.readUInt32LE(4) !== length % 2 ** 32) throw new CutShort(DAMAGED);
}

async function* inflate(input: Input): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: UNPACKED_BYTES });
  const chunks: Uint8Array[] = [];
  let failure: Error | undefined;
  // In flowing mode, so that a failure does not discard output unpacked before it.
  inflater.on('data', (piece: Uint8Array) => chunks.push(piece));
  inflater.on('error', (error) => {
    failure = error;
  });
  const closed = new Promise<void>((resolve) => inflater.once('close', resolve));
  try {
    for (let bytesRead = 0, isOver = false; !isOver; ) {
      const slice = await input.slice(sliceSize(bytesRead));
      if (!slice) throw new CutShort(CUT);
      bytesRead += slice.length;
      const written = new Promise<void>((resolve) => inflater.write(slice, () => resolve()));
      await Promise.race([written, closed]);
      yield* chunks.splice(0);
      if (failure) throw new CutShort(DAMAGED, { cause: failure });
      // The data end before the first byte that the inflater does not consume.
      const unused = bytesRead - inflater.bytesWritten;
      isOver = unused > 0;
      if (isOver) input.putBack(slice.subarray(slice.length - unused));
    }
  } finally {
    inflater.destroy();
  }
}

function sliceSize(bytesRead: number): number {
  const { min, max, shareOfRead } = SLICE_BYTES;
  return Math.min(Math.max(Math.floor(bytesRead * shareOfRead), min), max);
}

/** The bytes of a file in slices. */
class Input {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(compressed: AsyncIterable<Uint8Array>) {
    this.#chunks = compressed[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the file. */
  async slice(maxBytes = SLICE_BYTES.max): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = value;
    }
    const slice = this.#rest.subarray(0, maxBytes);
    this.#rest = this.#rest.subarray(slice.length);
    return slice;
  }

  putBack(bytes: Uint8Array): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([bytes, this.#rest]);
  }

  /** Reads this many bytes. Throws CutShort if the file has fewer. */
  async take(count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let missing = count; missing > 0; ) {
      const part = await this.slice(missing);
      if (!part) throw new CutShort(CUT);
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Skips zeros; returns whether anything follows them. */
  async skipZeros(): Promise<boolean> {
    for (let slice = await this.slice(); slice; slice = await this.slice()) {
      const at = slice.findIndex((byte) => byte !== 0);
      if (at < 0) continue;
      this.putBack(slice.subarray(at));
      return true;
    }
    return false;
  }

  /** Skips a zero-terminated text. */
  async skipText(): Promise<void> {
    while ((await this.take(1))[0] !== 0);
  }
}

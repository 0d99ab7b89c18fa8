import { createGunzip } from 'node:zlib';

/** A gzip file ends before its data do, or its data are damaged: everything before that was given. */
export class CutShort extends Error {
  override readonly name = 'CutShort';
}

/** A slice unpacks to a thousand times its size at most, and all of that is held at once. */
const SLICE_BYTES = 8 * 1024;
const UNPACKED_BYTES = 256 * 1024;

async function* slices(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) yield chunk.subarray(at, at + SLICE_BYTES);
  }
}

/**
 * The contents of a gzip file of one or more members. Throws CutShort where the file is cut or damaged, after what
 * could be read.
 */
export async function* unzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: UNPACKED_BYTES });
  const chunks: Uint8Array[] = [];
  let failure: Error | undefined;
  // Flowing, so that a failure never takes along what was unpacked before it.
  gunzip.on('data', (piece: Uint8Array) => chunks.push(piece));
  gunzip.on('error', (error) => {
    failure = error;
  });
  const closed = new Promise<void>((resolve) => gunzip.once('close', resolve));
  try {
    for await (const chunk of slices(compressed)) {
      const written = new Promise<void>((resolve) => gunzip.write(chunk, () => resolve()));
      await Promise.race([written, closed]);
      yield* chunks.splice(0);
      if (failure || gunzip.readableEnded) break;
    }
    if (!failure) gunzip.end();
    await closed;
    yield* chunks.splice(0);
  } finally {
    gunzip.destroy();
  }
  if (failure) {
    const isCut = (failure as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
    throw new CutShort(isCut ? 'the gzip file is cut off' : 'the gzip file is damaged', { cause: failure });
  }
}

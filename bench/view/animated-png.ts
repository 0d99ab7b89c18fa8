import { crc32, deflateSync } from 'node:zlib';

/** A picture of an animation: each pixel's place among the colours (0: as before), and how long it stays. */
export type Frame = { pixels: Buffer; milliseconds: number };
/** RGB of each colour but the one of place 0. */
type Animation = { width: number; height: number; colours: readonly number[][]; frames: readonly Frame[] };

/** One PNG that shows the frames one after the other `plays` times (0: without end), and stays at the last. */
export function animatePng({ width, height, colours, frames }: Animation, plays: number): Buffer {
  const [eightBits, indexed] = [8, 3];
  const head = [...four(width), ...four(height), eightBits, indexed, 0, 0, 0];
  let number = 0;
  const shown = frames.flatMap(({ pixels, milliseconds }, index) => {
    const [thousandths, stays, over] = [[1000 >> 8, 1000 & 255], 0, 1];
    const control = [...four(number++), ...four(width), ...four(height), ...four(0), ...four(0)];
    control.push(milliseconds >> 8, milliseconds & 255, ...thousandths, stays, over);
    const data = deflateSync(withFilters(pixels, width), { level: 9 });
    const picture = index === 0 ? chunk('IDAT', data) : chunk('fdAT', [...four(number++), ...data]);
    return [chunk('fcTL', control), picture];
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('acTL', [...four(frames.length), ...four(plays)]),
    chunk('PLTE', [0, 0, 0, ...colours.flat()]),
    chunk('tRNS', [0]),
    ...shown,
    chunk('IEND', []),
  ]);
}

/** Lines begin with how they are filtered: not at all, which is best for few colours. */
function withFilters(pixels: Buffer, width: number): Buffer {
  const lines = Buffer.alloc(pixels.length + pixels.length / width);
  for (let line = 0; line * width < pixels.length; line += 1)
    pixels.copy(lines, line * (width + 1) + 1, line * width, (line + 1) * width);
  return lines;
}

function four(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(name: string, content: Iterable<number>): Buffer {
  const data = Buffer.from([...content]);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([four(data.length), named, four(crc32(named))]);
}

// Draws packaging/icon.png: three sheets in a queue, the first one with lines of text. `node scripts/make-icon.mjs [FILE]`.
import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 512;
/** Each pixel is the mean of so many samples a side, which makes the edges smooth. */
const SAMPLES = 4;

const INK = [23, 42, 69];
const PAPER = [250, 248, 243];
/** From the back to the front. */
const SHAPES = [
  { box: [16, 16, 480, 480], radius: 104, colour: INK },
  { box: [232, 96, 176, 232], radius: 20, colour: [92, 122, 160] },
  { box: [172, 132, 176, 232], radius: 20, colour: [158, 184, 212] },
  { box: [104, 168, 184, 248], radius: 20, colour: PAPER },
  { box: [132, 208, 128, 16], radius: 8, colour: [214, 96, 58] },
  { box: [132, 248, 128, 12], radius: 6, colour: INK },
  { box: [132, 280, 128, 12], radius: 6, colour: INK },
  { box: [132, 312, 128, 12], radius: 6, colour: INK },
  { box: [132, 344, 76, 12], radius: 6, colour: INK },
];

function isInside({ box: [left, top, width, height], radius }, x, y) {
  const beyondX = Math.max(left + radius - x, 0, x - (left + width - radius));
  const beyondY = Math.max(top + radius - y, 0, y - (top + height - radius));
  return beyondX * beyondX + beyondY * beyondY <= radius * radius;
}

/** Red, green, blue and opacity of a pixel. */
function pixel(column, row) {
  const sum = [0, 0, 0];
  let hits = 0;
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const x = column + ((sample % SAMPLES) + 0.5) / SAMPLES;
    const y = row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
    const shape = SHAPES.findLast((candidate) => isInside(candidate, x, y));
    if (!shape) continue;
    hits += 1;
    shape.colour.forEach((value, channel) => {
      sum[channel] += value;
    });
  }
  const colour = sum.map((value) => (hits === 0 ? 0 : Math.round(value / hits)));
  return [...colour, Math.round((255 * hits) / (SAMPLES * SAMPLES))];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
// Eight bits a channel, colour with opacity.
header.set([8, 6, 0, 0, 0], 8);
const rows = [];
for (let row = 0; row < SIZE; row += 1) {
  // Before each row the way in which it is predicted: not at all.
  rows.push(0);
  for (let column = 0; column < SIZE; column += 1) rows.push(...pixel(column, row));
}
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const image = deflateSync(Buffer.from(rows), { level: 9 });
const file = process.argv[2] ?? new URL('../packaging/icon.png', import.meta.url);
await writeFile(
  file,
  Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]),
);

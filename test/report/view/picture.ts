import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright-core';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/**
 * The looks of the view, compared with those in the folder `looks`: a picture, and where the parts stand. Fonts and
 * browsers differ between machines, so that pictures are compared coarsely, by the mean colours of their squares, and
 * of the parts only what no font decides: which are there, where they begin, and how wide they are.
 */

const FOLDER = fileURLToPath(new URL('looks', import.meta.url));
/** Of the kept pictures, in pixels. */
const WIDTH = 240;
/** Of a square of the kept pictures, in pixels. */
const SQUARE = 10;
/** Of 255: between the means of one colour in one square. */
const MAX_DIFFERENCE = 40;
/** Of all squares. Another font changes up to a tenth of them, another theme nearly all. */
const MAX_SHARE = 0.15;
/** In pixels: rounding, and borders of another width. */
const MAX_SHIFT = 3;
const HOW =
  'If the new look is right: PAPERQUEUE_TEST_RENEW=1 npx vitest run --project slow test/report/view/looks test/faces/ui/looks';
const RENEW = process.env.PAPERQUEUE_TEST_RENEW !== undefined;

/** What is wrong with the look of a page, in words; empty when it looks as it did. `view`: where its parts are. */
export async function compareLook(
  browser: Browser,
  page: Page,
  name: string,
  view: Page | Frame = page,
): Promise<string> {
  const faults = [await comparePicture(browser, page, name), await compareParts(view, name)].filter(Boolean);
  return faults.length > 0 ? [...faults, HOW].join('\n') : '';
}

async function comparePicture(browser: Browser, page: Page, name: string): Promise<string> {
  const now = await reduce(browser, await page.screenshot());
  const path = join(FOLDER, `${name}.png`);
  if (RENEW) writeFileSync(path, now.png);
  if (!existsSync(path)) return `There is no picture ${path}.`;
  const kept = await reduce(browser, readFileSync(path));
  const share = differingShare(now.squares, kept.squares);
  if (share <= MAX_SHARE) return '';
  const seen = join(temporaryFolder(), `${name}.png`);
  writeFileSync(seen, now.png);
  return `${Math.round(share * 100)} % of ${name} look different: compare ${seen} with ${path}.`;
}

type Part = [selector: string, left: number, width: number];

async function compareParts(view: Page | Frame, name: string): Promise<string> {
  const now = (await view.evaluate(`(${partsInBrowser})(${JSON.stringify(PARTS)})`)) as Part[];
  const path = join(FOLDER, `${name}.txt`);
  if (RENEW) writeFileSync(path, now.map((part) => `${part.join('\t')}\n`).join(''));
  if (!existsSync(path)) return `There is no ${path}.`;
  const kept = readFileSync(path, 'utf8').trim().split('\n');
  return differingParts(now, kept.map(readPart)).join('\n');
}

function readPart(line: string): Part {
  const [selector = '', left, width] = line.split('\t');
  return [selector, Number(left), Number(width)];
}

/** What was there and is not, what is new, and what has moved. */
export function differingParts(now: readonly Part[], kept: readonly Part[]): string[] {
  if (now.map(([selector]) => selector).join() !== kept.map(([selector]) => selector).join())
    return [`The parts are ${now.map(([selector]) => selector).join(' ')}.`];
  return now.flatMap(([selector, left, width], at) => {
    const [, keptLeft, keptWidth] = kept[at] as Part;
    const isSame = Math.abs(left - keptLeft) <= MAX_SHIFT && Math.abs(width - keptWidth) <= MAX_SHIFT;
    return isSame ? [] : [`${selector} is at ${left}, ${width} wide; it was at ${keptLeft}, ${keptWidth} wide.`];
  });
}

const PARTS = [
  ...['header', 'nav', '.glance', '.answer-line', '.bar', 'aside', '.pane', '.controls', 'figure', '.facet'],
  ...['.papers', '.papers thead th', '.papers tbody tr:first-child th', '.empty', '.sections > section', '.flow'],
  ...['.host', '.top', '.page', '.search-form', 'textarea', '.state', '.problem', '.cost', '.jobs'],
];
const partsInBrowser = `(selectors) => selectors.flatMap((selector) =>
  [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((node) => node.getBoundingClientRect())
    .map(({ left, width }) => [selector, Math.round(left), Math.round(width)]))`;

/** Of two pictures of another size, all. */
export function differingShare(a: readonly number[][], b: readonly number[][]): number {
  if (a.length !== b.length) return 1;
  const isOther = (colour: number[], at: number) =>
    colour.some((value, channel) => Math.abs(value - (b[at]?.[channel] ?? 0)) > MAX_DIFFERENCE);
  return a.filter(isOther).length / a.length;
}

type Reduced = { png: Buffer; squares: number[][] };

/** A picture at the width of the kept ones, and the mean colours of its squares. The browser does the work. */
async function reduce(browser: Browser, png: Buffer): Promise<Reduced> {
  const page = await browser.newPage();
  const { address, squares } = (await page.evaluate(
    `(${inBrowser})(${JSON.stringify({ address: dataAddress(png), width: WIDTH, square: SQUARE })})`,
  )) as { address: string; squares: number[][] };
  await page.close();
  return { png: Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'), squares };
}

function dataAddress(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`;
}

const inBrowser = `async ({ address, width, square }) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((image.height * width) / image.width);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const squares = [];
  for (let y = 0; y + square <= canvas.height; y += square)
    for (let x = 0; x + square <= canvas.width; x += square) {
      const { data } = context.getImageData(x, y, square, square);
      squares.push([0, 1, 2].map((channel) => {
        let sum = 0;
        for (let at = channel; at < data.length; at += 4) sum += data[at];
        return sum / (square * square);
      }));
    }
  return { address: canvas.toDataURL('image/png'), squares };
}`;

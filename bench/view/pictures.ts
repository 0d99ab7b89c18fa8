import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { temporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { openBrowser, openFile } from '../../test/view/browser.ts';
import { bundleHost, openHost, type Result } from '../../test/view/host.ts';
import { animatePng, type Frame } from './animated-png.ts';
import { SCREENED, type Seen, screenPapers } from './screen-papers.ts';

const FOLDER = 'docs/images';
const REPORT = { width: 1280, height: 860 };
/** Pixels of a picture for one of the page. */
const SCALE = 2;
const CHAT_WIDTH = 820;
const QUESTION = 'What is known about recognition memory and the hippocampus?';
/** How long the first, each later and the last picture of the animation stays. */
const [FIRST_MS, NEXT_MS, LAST_MS] = [1000, 330, 2000];
/** Then it stays at its end. */
const PLAYS = 3;
const QUALITY = 0.85;
/** Of 255, between two values of a colour in the animation: its text stays sharp in a third of the bytes. */
const STEP = 255 / 7;
/** Inter where it is installed (Debian: fonts-inter), as the system's font: readers have one as good. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include>/etc/fonts/fonts.conf</include>
${['system-ui', 'sans-serif'].map((family) => `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit></match>`).join('\n')}
</fontconfig>`;

export type Drawn = {
  report: string;
  card: string;
  found: Result;
  ask: (method: string, params: Record<string, unknown>) => Promise<Result>;
  /** Of the local page, whose library has the same papers. */
  settings: Record<string, string>;
};

/** Draws the README's pictures anew: the report and the card with decisions, and how twenty papers are decided on. */
export async function drawPictures(drawn: Drawn): Promise<void> {
  const fonts = join(temporaryFolder(), 'fonts.conf');
  writeFileSync(fonts, FONTS);
  process.env.FONTCONFIG_FILE = fonts;
  const browser = await openBrowser();
  await saveStill(browser, 'report', await drawReport(browser, drawn.report));
  await saveStill(browser, 'app', await drawChat(browser, drawn));
  const seen = await screenPapers(browser, drawn.settings);
  await saveStill(browser, 'screening', (seen.at(-1) as Seen).png);
  await saveAnimation(browser, 'screening-by-keys', seen);
  await browser.close();
}

async function drawReport(browser: Browser, report: string): Promise<Buffer> {
  const { page } = await openFile(browser, report, { viewport: REPORT, deviceScaleFactor: SCALE });
  await page.locator('.pane .abstract').waitFor();
  await page.locator('table.papers tbody .title').first().focus();
  for (const key of '1132') await page.keyboard.press(key);
  await page.evaluate('document.activeElement.blur(), scrollTo(0, 0)');
  return page.screenshot();
}

async function drawChat(browser: Browser, { card, found, ask }: Drawn): Promise<Buffer> {
  const host = await openHost(browser, await bundleHost(), {
    html: card,
    capabilities: { serverTools: {}, openLinks: {}, downloadFile: {}, message: {}, updateModelContext: {} },
    context: { theme: 'dark', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
    askServer: ask,
    width: CHAT_WIDTH,
    scale: SCALE,
  });
  await host.host('sendToolResult', found);
  await host.view.locator('.answer .item').nth(5).waitFor();
  for (const [index, name] of ['Keep', 'Keep', 'Out', 'Maybe'].entries())
    await host.view
      .locator('.answer .item')
      .nth(index)
      .getByRole('button', { name: new RegExp(`^${name}: `) })
      .click();
  await host.view.page().waitForTimeout(500);
  await host.page.evaluate(`(${IN_A_CHAT})(${JSON.stringify([QUESTION, await host.height()])})`);
  // The frame is narrower now, and is drawn anew.
  await host.page.waitForTimeout(500);
  const height = (await host.page.evaluate('document.body.scrollHeight')) as number;
  return host.page.screenshot({ clip: { x: 0, y: 0, width: CHAT_WIDTH, height } });
}

/** The frame of the view between what was asked and what is answered. */
const IN_A_CHAT = `([question, height]) => {
  document.body.style = 'margin:0;padding:18px 26px;background:#101214;color:#e8eaed;font:16px/1.5 system-ui';
  const said = document.createElement('p');
  said.textContent = question;
  said.style = 'width:fit-content;margin:0 0 14px auto;padding:8px 14px;border-radius:14px;background:#272b31';
  document.body.prepend(said);
  Object.assign(document.querySelector('iframe').style,
    { height: height + 'px', width: '100%', display: 'block', border: '0', borderRadius: '14px' });
}`;

async function saveStill(browser: Browser, name: string, png: Buffer): Promise<void> {
  const page = await browser.newPage();
  const webp = String(await page.evaluate(`(${TO_WEBP})(${JSON.stringify(addressOf(png))})`));
  save(`${name}.webp`, Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'));
  await page.close();
}

async function saveAnimation(browser: Browser, name: string, seen: readonly Seen[]): Promise<void> {
  const page = await browser.newPage();
  const frames: Frame[] = [];
  for (const { png, papers } of seen) {
    const pixels = String(await page.evaluate(`(${TO_PLACES})(${JSON.stringify(addressOf(png))})`));
    const milliseconds = papers === 0 ? FIRST_MS : papers === seen.length - 1 ? LAST_MS : NEXT_MS;
    frames.push({ pixels: Buffer.from(pixels, 'base64'), milliseconds });
  }
  const colours = (await page.evaluate(
    '[...colours.keys()].map((value) => [0, 8, 16].map((by) => (value >> by) & 255))',
  )) as number[][];
  await page.close();
  save(`${name}.png`, animatePng({ ...SCREENED, colours, frames }, PLAYS));
}

function addressOf(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`;
}

function save(file: string, picture: Buffer): void {
  writeFileSync(join(FOLDER, file), picture);
  console.log(`${file}: ${Math.round(picture.length / 1000)} kB`);
}

/** A picture as WebP, a third of the PNG. */
const TO_WEBP = `async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', ${QUALITY});
}`;

/** The place of each pixel's colour among all seen so far, from 1; 0 for what is as in the picture before. */
const TO_PLACES = `async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const { width, height } = image;
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { alpha: false });
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.round(data[at] / ${STEP}) * ${STEP};
  const values = new Uint32Array(data.buffer);
  globalThis.colours ??= new Map();
  const places = values.map((value, at) => {
    if (globalThis.former?.[at] === value) return 0;
    if (!colours.has(value)) colours.set(value, colours.size + 1);
    return colours.get(value);
  });
  globalThis.former = values;
  let bytes = '';
  for (const place of places) bytes += String.fromCharCode(place);
  return btoa(bytes);
}`;

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { temporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { openBrowser, openFile } from '../../test/report/view/browser.ts';
import { bundleHost, openHost, type Result } from '../../test/report/view/host.ts';
import { animatePng, type Frame } from './animated-png.ts';
import { screenPapers } from './screen-papers.ts';

const FOLDER = 'docs/images';
const REPORT = { width: 1280, height: 860 };
/** Pixels of a picture for one of the page. */
const SCALE = 2;
const CHAT_WIDTH = 820;
const QUESTION = 'What is known about recognition memory and the hippocampus?';
/** The film: a chat of this height, and how long its question, its card, each kept paper and its flow stay. */
const FILM_HEIGHT = 560;
const [QUESTION_MS, CARD_MS, KEPT_MS, FLOW_MS] = [1200, 1600, 800, 3000];
const KEPT = 3;
/** In place of the address of this run. */
const SERVICE = 'https://service.example/api';
const ASKS_FLOW = 'Keep these three, and show me the flow of records.';
/** Then it stays at its end. */
const PLAYS = 3;
const QUALITY = 0.85;
/** Of 255, between two values of a colour in the animation: its text stays sharp in half of the bytes. */
const STEP = 255 / 15;
/** Of a picture of indexed colours, beside that of no change. */
const MAX_COLOURS = 255;
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

/** Draws the README's pictures anew: the film of a chat, the report, and screening. */
export async function drawPictures(drawn: Drawn): Promise<void> {
  const fonts = join(temporaryFolder(), 'fonts.conf');
  writeFileSync(fonts, FONTS);
  process.env.FONTCONFIG_FILE = fonts;
  const browser = await openBrowser();
  const film = await filmChat(browser, drawn);
  await saveStill(browser, 'chat', (film.at(-2) as Shot).png);
  await saveAnimation(browser, 'chat', film);
  await saveStill(browser, 'report', await drawReport(browser, drawn.report));
  await saveStill(browser, 'screening', await screenPapers(browser, drawn.settings));
  await browser.close();
}

type Shot = { png: Buffer; milliseconds: number };

async function drawReport(browser: Browser, report: string): Promise<Buffer> {
  const { page } = await openFile(browser, report, { viewport: REPORT, deviceScaleFactor: SCALE });
  await page.locator('.pane .abstract').waitFor();
  await page.locator('table.papers tbody .title').first().focus();
  for (const key of '1132') await page.keyboard.press(key);
  await page.evaluate('document.activeElement.blur(), scrollTo(0, 0)');
  // The list and the pane are what one works with.
  const top = (await page.locator('.pane').boundingBox())?.y ?? 0;
  return page.screenshot({ clip: { x: 0, y: top, width: REPORT.width, height: REPORT.height - top } });
}

/** The flow of records of the report, as it is once so many papers are kept. */
async function readFlow(browser: Browser, report: string): Promise<string> {
  const { page } = await openFile(browser, report, { viewport: REPORT });
  await page.locator('table.papers tbody .title').first().focus();
  for (let kept = 0; kept < KEPT; kept += 1) await page.keyboard.press('1');
  const flow = await page.locator('#flow svg').evaluate((drawing) => drawing.outerHTML);
  await page.close();
  return flow.replace(/http:\/\/127[^<]*/g, SERVICE);
}

/** A question in a chat, the card that answers it, papers kept one after the other, and the flow of records. */
async function filmChat(browser: Browser, drawn: Drawn): Promise<Shot[]> {
  const flow = await readFlow(browser, drawn.report);
  const { host, page } = await openChat(browser, drawn);
  const shots: Shot[] = [];
  const shoot = async (milliseconds: number) => {
    const clip = { x: 0, y: 0, width: CHAT_WIDTH, height: FILM_HEIGHT };
    shots.push({ png: await page.screenshot({ clip }), milliseconds });
  };
  await page.evaluate("document.querySelector('iframe').style.visibility = 'hidden'");
  await shoot(QUESTION_MS);
  await page.evaluate("document.querySelector('iframe').style.visibility = ''");
  await page.waitForTimeout(300);
  await shoot(CARD_MS);
  for (let kept = 0; kept < KEPT; kept += 1) {
    await host.decide('Keep', kept);
    await shoot(KEPT_MS);
  }
  await page.evaluate(`(${SHOW_FLOW})(${JSON.stringify([ASKS_FLOW, flow])})`);
  await shoot(FLOW_MS);
  await page.close();
  return shots;
}

/** The card in a chat, below the question that it answers. */
async function openChat(browser: Browser, { card, found, ask }: Drawn) {
  const host = await openHost(browser, await bundleHost(), {
    html: card,
    capabilities: { serverTools: {}, openLinks: {}, downloadFile: {}, message: {}, updateModelContext: {} },
    context: { theme: 'dark', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
    askServer: ask,
    width: CHAT_WIDTH,
    scale: SCALE,
  });
  await host.host('sendToolResult', found);
  const items = host.view.locator('.answer .item');
  await items.nth(5).waitFor();
  await host.page.evaluate(`(${IN_A_CHAT})(${JSON.stringify([QUESTION, await host.height()])})`);
  // The frame is narrower now, and is drawn anew.
  await host.page.waitForTimeout(500);
  const decide = async (name: string, index: number) => {
    const button = items.nth(index).getByRole('button', { name: new RegExp(`^${name}: `) });
    await button.click();
    await host.page.mouse.move(0, 0);
    await host.page.waitForTimeout(500);
  };
  return { host: { decide }, page: host.page };
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

/** A second question in the place of the card, and the flow that answers it. */
const SHOW_FLOW = `([question, flow]) => {
  const said = document.querySelector('p').cloneNode();
  said.textContent = question;
  const answer = document.createElement('div');
  answer.style = 'padding:12px 20px;border-radius:14px;background:#15191d';
  answer.innerHTML = flow;
  Object.assign(answer.querySelector('svg').style, { display: 'block', margin: 'auto', height: '400px', maxWidth: '100%' });
  document.querySelector('iframe').replaceWith(said, answer);
}`;

async function saveStill(browser: Browser, name: string, png: Buffer): Promise<void> {
  const page = await browser.newPage();
  const webp = String(await page.evaluate(`(${TO_WEBP})(${JSON.stringify(addressOf(png))})`));
  save(`${name}.webp`, Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'));
  await page.close();
}

async function saveAnimation(browser: Browser, name: string, shots: readonly Shot[]): Promise<void> {
  const page = await browser.newPage();
  const frames: Frame[] = [];
  for (const { png, milliseconds } of shots) {
    const pixels = String(await page.evaluate(`(${TO_PLACES})(${JSON.stringify(addressOf(png))})`));
    frames.push({ pixels: Buffer.from(pixels, 'base64'), milliseconds });
  }
  const colours = (await page.evaluate(
    '[...colours.keys()].map((value) => [0, 8, 16].map((by) => (value >> by) & 255))',
  )) as number[][];
  await page.close();
  if (colours.length > MAX_COLOURS) throw new Error(`${colours.length} colours`);
  const size = { width: CHAT_WIDTH * SCALE, height: FILM_HEIGHT * SCALE };
  save(`${name}.png`, animatePng({ ...size, colours, frames }, PLAYS));
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

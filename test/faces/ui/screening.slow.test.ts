import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { realRecords } from '../../helpers/real-papers.ts';
import { runHere, type ServedHere } from '../../helpers/run-here.ts';
import { some } from '../../helpers/runs.ts';
import { importPapers } from '../../helpers/sources/world.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { axeFindings, openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** Screening in a browser, over a library of 200 real papers. */

const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
let served: ServedHere;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let home: string;
const problems: string[] = [];
const foreign: string[] = [];
beforeAll(async () => {
  // Titles end with a stop of their own, to which no second one is added.
  await importPapers(
    settings,
    realRecords().map((record) => ({ ...record, title: `${record.title}?` })),
  );
  served = await serveUiHere(settings);
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:)/.test(request.url())) foreign.push(request.url());
  });
  await page.goto(served.address);
  await page.locator('#one-box').fill('memory, hippocampus, learning');
  // Enter would be a line's end until the page's script has come.
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.locator('table.papers tbody tr').first().waitFor();
  home = page.url().replace(/\/jobs\/.*/, '');
  await page.getByText('Begin a review').click();
  await page.getByLabel('Criteria').fill('hippocampus\nrats | rat, mouse, mice\nnot human patients');
  await page.getByText(/^The rest: one reader, title and abstract, then full text/).click();
  await page.getByLabel('Test of what is left (CMH), looked at once').check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('#card').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
});

const card = () => page.locator('#card article');
const ref = () => card().getAttribute('data-ref');
const told = () => page.locator('#told').innerText();
const standing = async () => {
  const { events } = JSON.parse((await runHere(['review', 'audit', 'R1', '--json'], settings)).stdout) as {
    events: { what: string; ref: string; decision: string; reasons?: string[]; note?: string; who: { name: string } }[];
  };
  const found = new Map<string, string>();
  for (const { what, ref, decision, reasons = [], note = '' } of events) {
    if (what === 'decide') found.set(ref, [decision, ...reasons, note].join(' ').trim());
    if (what === 'withdraw') found.delete(ref);
  }
  return found;
};

/** The page of the review, with the next records at hand. */
async function open(query = ''): Promise<void> {
  await page.goto(`${home}/review/R1${query}`);
  await page.locator('#skip:not([hidden])').waitFor();
  await page.waitForLoadState('networkidle');
}

describe('screening by keys', () => {
  beforeEach(() => open());

  it('decides, with reasons and notes, and shows the next record without asking anybody', async () => {
    const [first] = [await ref()];
    await page.keyboard.press('3');
    expect(await page.locator('input[value=C3]').isChecked()).toBe(true);
    await page.keyboard.press('1');
    await page.keyboard.press('1');
    await page.keyboard.press('n');
    // Letters are written now, and decide nothing.
    await page.keyboard.type('mie');
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await page.keyboard.press('e');
    const second = await ref();
    expect(second).not.toBe(first);
    expect(await told()).toMatch(/^Excluded: .+ \(C3\)\. Next: /);
    expect(await page.locator('input[name=reason]:checked').count()).toBe(0);
    expect(await page.locator('#note').inputValue()).toBe('');
    const title = (await card().locator('h2').innerText()).trim();
    await page.keyboard.press('i');
    expect(title).toMatch(/\?$/);
    expect(await told()).toContain(`Included: ${title} Next: `);
    const third = await ref();
    await page.keyboard.press('m');
    await page.locator('#unsaved').waitFor();
    expect(await page.locator('#unsaved').innerText()).toMatch(
      /^\d decisions? waits? to be saved: paperqueue does not/,
    );
    expect(await axeFindings(page)).toEqual([]);
    expect((await standing()).size).toBe(0);
    await context.setOffline(false);
    await page.locator('#unsaved').waitFor({ state: 'hidden' });
    expect(Object.fromEntries(await standing())).toEqual({
      [String(first)]: 'exclude C3 mie',
      [String(second)]: 'include',
      [String(third)]: 'maybe',
    });
    expect(await page.locator('#panel progress').getAttribute('value')).toBe('3');
  });

  it('takes back what was decided here, and then what was decided before, one by one', async () => {
    const before = await standing();
    const here = String(await ref());
    await page.keyboard.press('i');
    await until(async () => (await standing()).has(here));
    await page.keyboard.press('u');
    expect([await ref(), await told()]).toEqual([here, expect.stringMatching(/^Taken back: include/)]);
    await until(async () => !(await standing()).has(here));
    const last = [...before.keys()].at(-1);
    await page.keyboard.press('u');
    await until(async () => (await ref()) === last);
    expect(Object.fromEntries(await standing())).toEqual(Object.fromEntries([...before].slice(0, -1)));
    await page.keyboard.press('e');
    await until(async () => (await standing()).get(String(last)) === 'exclude');
  });

  it('takes back what has not been sent yet, and what was to take its place', async () => {
    const before = Object.fromEntries(await standing());
    await page.keyboard.press('i');
    await until(async () => (await standing()).size === Object.keys(before).length + 1);
    const decided = Object.fromEntries(await standing());
    await context.setOffline(true);
    await page.keyboard.press('k');
    expect(await card().locator('.standing').innerText()).toContain('You decided: include');
    await page.keyboard.press('e');
    await page.keyboard.press('e');
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    expect(await card().locator('.standing').innerText()).toContain('You decided: include');
    await context.setOffline(false);
    await page.locator('#unsaved').waitFor({ state: 'hidden' });
    await page.waitForLoadState('networkidle');
    expect(Object.fromEntries(await standing())).toEqual(decided);
  });

  it('skips and looks back, and keeps what was begun there', async () => {
    const [first] = [await ref()];
    await page.keyboard.press('2');
    await page.keyboard.press('j');
    const second = await ref();
    expect(second).not.toBe(first);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await ref()).toBe(second);
    await page.keyboard.press('k');
    expect([await ref(), await page.locator('input[value=C2]').isChecked()]).toEqual([first, true]);
    await page.keyboard.press('?');
    expect(await page.locator('#keys-help').innerText()).toContain('takes the last decision back');
    // While the keys are shown, they do nothing.
    await page.keyboard.press('i');
    await page.keyboard.press('Escape');
    expect(await ref()).toBe(first);
  });

  it('says what was refused, and offers the record again', async () => {
    const here = String(await ref());
    await runHere(['review', 'decide', 'R1', here, 'exclude', '--as', 'Ana'], settings);
    await page.keyboard.press('i');
    await page.getByRole('button', { name: 'Show it' }).click();
    expect(await page.locator('#unsaved').innerText()).toContain('Ana decided exclude');
    expect(await ref()).toBe(here);
    await runHere(['review', 'decide', 'R1', here, 'withdraw', '--as', 'Ana'], settings);
  });

  it('sends what a closed page could not send', async () => {
    const here = String(await ref());
    await page.route('**/turn*', (route) => route.abort());
    await page.keyboard.press('m');
    await page.locator('#unsaved').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(home);
    await page.unroute('**/turn*');
    expect((await standing()).has(here)).toBe(false);
    await open();
    await until(async () => (await standing()).get(here) === 'maybe');
  });

  it('keeps a reason that no mark shows when only the note changes', async () => {
    const here = String(await ref());
    await page.keyboard.press('2');
    await page.keyboard.press('e');
    await until(async () => (await standing()).get(here) === 'exclude C2');
    await runHere(['review', 'criteria', 'R1', '--retire', 'C2'], settings);
    await open(`?record=${here}`);
    expect(await page.locator('input[form=decide][value=C2]').count()).toBe(0);
    await page.locator('#note').fill('a letter');
    await page.locator('#note').blur();
    await page.keyboard.press('e');
    await until(async () => (await standing()).get(here)?.endsWith('letter') === true);
    expect((await standing()).get(here)).toBe('exclude C2 a letter');
  });
});

it('a screening is read to its end, and the page then goes on by itself', async () => {
  const args = ['review', 'new', '--question', 'Short?', '--jobs', 'J1', '--stages', 'title-abstract'];
  await runHere([...args, '--json'], settings);
  await page.goto(`${home}/review/R2`);
  const total = Number(await page.locator('#panel progress').getAttribute('max'));
  for (let read = 0; read < total; read += 1) {
    await card().waitFor();
    await page.keyboard.press(read % 9 === 0 ? 'i' : 'e');
  }
  await page.getByText('Nothing is left for you to read at this stage').waitFor();
  expect(await page.locator('#methods').innerText()).toContain(`${total} of ${total} records`);
  expect(await axeFindings(page)).toEqual([]);
});

const SIZES = [
  [1280, 'light'],
  [1024, 'dark'],
  [360, 'dark'],
  [800, 'light'],
  [640, 'light'],
] as const;

it.each(some(SIZES, { nth: 2 }))(
  'the pages at %i pixels, %s, have nothing that axe finds, and do not scroll sideways',
  async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await runHere(
      ['review', 'new', '--question', 'Two?', '--jobs', 'J1', '--readers', '2', '--include', 'rats'],
      settings,
    );
    await runHere(['review', 'decide', 'R3', 'J1-1', 'include', '--as', 'Ana', '--reason', 'C1'], settings);
    await runHere(['review', 'decide', 'R3', 'J1-1', 'exclude', '--note', 'no rats'], settings);
    for (const path of ['/review/R1', '/review/R3', '/review/R2', '/review/new?jobs=J1']) {
      await page.goto(home + path);
      await page.waitForLoadState('networkidle');
      for (const fold of await page.locator('main summary').all()) await fold.click();
      expect([path, await axeFindings(page)]).toEqual([path, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const buttons = page.locator('.decide button:visible');
      const cut = await buttons.evaluateAll((nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth));
      expect(cut).toEqual([]);
    }
  },
);

it('a file that is dropped on a review is taken into it', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${home}/review/R3`);
  const dropped = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['title,year,included\\nLittle owls of the vineyards,2020,1\\n'], 'owls.csv'));
    return data;
  })()`);
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await page.getByText('owls.csv: 1 new record, 0 duplicates, 1 decision taken in.').waitFor();
});

it('nothing was asked of anybody else, and no script failed', () => {
  expect([foreign, problems]).toEqual([[], []]);
});

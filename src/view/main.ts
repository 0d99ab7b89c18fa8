import type { ViewData, ViewTexts } from '../papers/report/view-data.ts';
import { drawView } from './draw/draw-report.ts';
import { drawMore } from './draw/more-charts.ts';
import { fileActions } from './file-actions.ts';
import { followTheme } from './theme.ts';

/** The data in an exported file; undefined where a host or a server gives it. */
function readData(page: Document): ViewData | undefined {
  return readJson(page, 'data') as ViewData | undefined;
}

/** The texts of the exports in an exported file. They are unpacked when somebody exports: most readers do not. */
async function readTexts(page: Document): Promise<ViewTexts> {
  const packed = Uint8Array.from(atob(readJson(page, 'texts') as string), (character) => character.charCodeAt(0));
  const texts = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(texts).json();
}

function readJson(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Draws the data in the page. */
function start(root: HTMLElement): void {
  const data = readData(document);
  if (!data) return;
  const actions = fileActions(data, () => readTexts(document));
  drawMore(root, drawView(root, data, actions));
  // What is folded on the screen is open on paper, but for the numbers of the plot: the table has them.
  addEventListener('beforeprint', () => {
    for (const node of document.querySelectorAll('details:not(.overview > :first-child *)'))
      (node as HTMLDetailsElement).open = true;
  });
}

followTheme(document.documentElement);
const root = document.getElementById('view');
if (root) start(root);

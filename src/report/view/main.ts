import type { ViewData, ViewTexts } from '../data/report-data.ts';
import { keepInBrowser } from './decide/keep-in-browser.ts';
import { DECISIONS_ID, drawSaveDecisions } from './decide/save-decisions.ts';
import { drawView } from './draw/draw-report.ts';
import { drawMore } from './draw/more-charts.ts';
import { fileActions } from './file-actions.ts';
import { followAddress } from './follow/follow-address.ts';
import type { Model } from './model.ts';
import { followTheme } from './theme.ts';

/** The data in an exported file; undefined if a host or a server provides it. */
function readData(page: Document): ViewData | undefined {
  return readJson(page, 'data') as ViewData | undefined;
}

/** The export texts of an exported file, decompressed on demand: most readers never export. */
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
  // The content as delivered, for saving a copy.
  const plain = [...root.childNodes];
  const ofFile = readJson(document, DECISIONS_ID) as Parameters<typeof keepInBrowser>[1];
  const actions = {
    ...fileActions(data, () => readTexts(document)),
    keep: keepInBrowser(data, ofFile),
    drawSaveDecisions: (model: Model) => drawSaveDecisions(root, plain, model),
  };
  const model = drawView(root, data, actions);
  drawMore(root, model);
  followAddress(model);
  // Expands collapsed sections for printing, except the numbers of charts.
  addEventListener('beforeprint', () => {
    for (const node of document.querySelectorAll('details:not(.data)')) (node as HTMLDetailsElement).open = true;
  });
}

followTheme(document.documentElement);
const root = document.getElementById('view');
if (root) start(root);

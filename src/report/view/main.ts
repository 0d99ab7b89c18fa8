import type { ViewData, ViewTexts } from '../data/report-data.ts';
import { keepInBrowser } from './decide/keep-in-browser.ts';
import { DECISIONS_ID, drawSaveDecisions } from './decide/save-decisions.ts';
import { drawView } from './draw/draw-report.ts';
import { drawMore } from './draw/more-charts.ts';
import { fileActions } from './file-actions.ts';
import { followAddress } from './follow/follow-address.ts';
import type { Model } from './model.ts';
import { followTheme } from './theme.ts';

/** The export texts of an exported file, decompressed on demand: most readers never export. */
async function readTexts(): Promise<ViewTexts> {
  const packed = Uint8Array.from(atob(readJson('texts') as string), (character) => character.charCodeAt(0));
  const texts = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(texts).json();
}

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Draws the data of an exported file. */
function start(root: HTMLElement): void {
  const data = readJson('data') as ViewData | undefined;
  if (!data) return;
  // The content as delivered, for saving a copy.
  const plain = [...root.childNodes];
  const inFile = readJson(DECISIONS_ID) as Parameters<typeof keepInBrowser>[1];
  const actions = {
    ...fileActions(data, readTexts),
    keep: keepInBrowser(data, inFile),
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

import { drawMore } from './draw/more.ts';
import { drawView } from './draw/view.ts';
import { fileActions } from './file-actions.ts';
import { readData, readTexts } from './island.ts';
import { followTheme } from './theme.ts';

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

import { drawView } from './draw/view.ts';
import { fileActions } from './file-actions.ts';
import { readData, readTexts } from './island.ts';
import { followTheme } from './theme.ts';

/** Draws the data in the page. */
async function start(root: HTMLElement): Promise<void> {
  const data = readData(document);
  if (data)
    drawView(
      root,
      data,
      fileActions(data, () => readTexts(document)),
    );
}

followTheme(document.documentElement);
const root = document.getElementById('view');
if (root) void start(root);

import { drawView } from './draw/view.ts';
import { fileActions } from './file-actions.ts';
import { readIsland } from './island.ts';

/** Finds the data, in the page or at the server, and draws it. */
async function start(root: HTMLElement): Promise<void> {
  const island = readIsland(document);
  if (island) drawView(root, island.data, fileActions(island.texts));
}

const root = document.getElementById('view');
if (root) void start(root);

import { drawView } from './draw/view.ts';
import { fileActions } from './file-actions.ts';
import { readData, readTexts } from './island.ts';

/** The reader's theme, unless the page or its host has set one. */
function followTheme({ dataset }: HTMLElement): void {
  if (dataset.theme) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', follow);
  follow();
}

/** Finds the data, in the page or at the server, and draws it. */
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

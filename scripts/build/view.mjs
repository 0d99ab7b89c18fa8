import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';

/** Script and style of the view, in a file, a host and the local page, as texts in files that the code imports. */
export async function writeView() {
  const { outputFiles } = await build({
    ...OPTIONS,
    entryPoints: [...SCRIPTS, 'view.css', 'app.css', 'report.css', ...PAGE_STYLES].map(
      (name) => `src/report/view/${name}`,
    ),
    format: 'iife',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  const style = textOf('view.css');
  const report = { script: textOf('main.js'), style: `${style}${textOf('report.css')}` };
  const app = { script: textOf('app.js'), style: `${style}${textOf('app.css')}` };
  await writeFile(
    'src/report/view.json',
    `${JSON.stringify({ report, app, table: { style: textOf('table.css') } })}\n`,
  );
  // What a paper's tabs need is only loaded when one is opened.
  const modules = await build({ ...OPTIONS, entryPoints: ['src/report/view/page.ts'], format: 'esm', splitting: true });
  const styles = Object.fromEntries(PAGE_STYLES.map((name) => [name, textOf(name)]));
  const scripts = modules.outputFiles.map(({ path, text }) => [basename(path), text.trim()]);
  await writeFile('src/faces/ui/assets.json', `${JSON.stringify({ ...Object.fromEntries(scripts), ...styles })}\n`);
}

const SCRIPTS = ['main.ts', 'app.ts'];
const PAGE_STYLES = ['page.css', 'form.css', 'desk.css', 'screening.css', 'table.css'];
const OPTIONS = {
  outdir: 'view',
  write: false,
  bundle: true,
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  logLevel: 'warning',
};

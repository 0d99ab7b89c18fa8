import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** Script and style of the view, in a file, a host and the local page, as texts in files that the code imports. */
export async function writeView() {
  const { outputFiles } = await build({
    entryPoints: ['main.ts', 'app.ts', 'page.ts', 'view.css', 'report.css', 'page.css'].map(
      (name) => `src/view/${name}`,
    ),
    outdir: 'view',
    write: false,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  const style = textOf('view.css');
  const report = { script: textOf('main.js'), style: `${style}${textOf('report.css')}` };
  const app = { script: textOf('app.js'), style };
  await writeFile('src/jobs/report/view.json', `${JSON.stringify({ report, app })}\n`);
  const page = { script: textOf('page.js'), style: textOf('page.css') };
  await writeFile('src/ui/assets.json', `${JSON.stringify(page)}\n`);
}

import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** Both scripts of the view (of a file, of a host) and its style as texts in a file that the code imports. */
export async function writeView() {
  const { outputFiles } = await build({
    entryPoints: ['src/view/main.ts', 'src/view/app.ts', 'src/view/view.css'],
    outdir: 'view',
    write: false,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  const page = { script: textOf('main.js'), app: textOf('app.js'), style: textOf('.css') };
  await writeFile('src/jobs/report/view.json', `${JSON.stringify(page)}\n`);
}

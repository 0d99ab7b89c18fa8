import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** Script and style of the view, in a file and in a host, as texts in a file that the code imports. */
export async function writeView() {
  const { outputFiles } = await build({
    entryPoints: ['src/view/main.ts', 'src/view/app.ts', 'src/view/view.css', 'src/view/report.css'],
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
}

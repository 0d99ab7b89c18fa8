import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPassages } from '../../src/evidence/passages/create-passages.ts';
import { createCellChecks } from '../../src/evidence/table/check-cells.ts';
import type { Extractor, TablePaper } from '../../src/evidence/table/table-events.ts';
import { createTables } from '../../src/evidence/table/tables.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { createFullTexts } from '../../src/reading/full-texts.ts';
import { runTask } from '../../src/reading/process/tasks.ts';
import { openTextStore } from '../../src/reading/store/text-store.ts';
import { openExportFolder } from '../../src/report/exporting/export-folder.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { storeFolder } from '../jobs/store/stores.ts';

export const call = { signal: new AbortController().signal };
export const ANA: Extractor = { kind: 'human', name: 'ana' };
export const MODEL: Extractor = { kind: 'assistant', name: 'model-1' };

const endings: (() => unknown)[] = [];
afterEachTest(async () => {
  for (const end of endings.splice(0)) await end();
});

/** An article as JATS, a paragraph a line. */
function article(doi: string, title: string, lines: readonly string[]): string {
  const paragraphs = lines.map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join('');
  return `<?xml version="1.0"?><article><front><article-meta><article-id pub-id-type="doi">${doi}</article-id>
<title-group><article-title>${title}</article-title></title-group></article-meta></front>
<body><sec><title>Methods</title><p>We measured what the abstract says, in a trial of two arms.</p></sec>
<sec><title>Results</title>${paragraphs}</sec></body></article>`;
}

export const paperAt = (number: number, more: Partial<TablePaper> = {}): TablePaper => ({
  ref: `J1-${number}`,
  title: `Trial ${number} of sleep`,
  doi: `10.5555/trial.${number}`,
  ...more,
});

/** Tables over a store, and texts of a folder; nothing of the web. `sources` are the papers that names stand for. */
export function openWorld(sources: Record<string, TablePaper[]>, folder = storeFolder()) {
  const store = openJobStore(folder, 1);
  const texts = createFullTexts({
    web: {
      sources: async () => [],
      fullText: async () => 'none',
      passages: async () => undefined,
      fetch: async () => 'none',
      record: async () => undefined,
    },
    reader: { read: runTask, close() {} },
    texts: () => openTextStore(join(folder, 'texts.sqlite')),
  });
  const passages = createPassages({ store: {} as never, dataDir: folder, fullTexts: async () => texts });
  endings.push(
    passages.close,
    () => texts.close(),
    () => store.close(),
  );
  const tables = createTables({
    logs: store.tableLogs,
    checkCells: createCellChecks(async () => texts),
    passages: async () => passages,
    resolvePapers: async (named) => ({ from: named, papers: sources[named] ?? [] }),
    exports: openExportFolder(folder),
    now: () => new Date('2026-01-05T09:00:00.000Z'),
  });
  /** Attaches a text of these paragraphs. */
  const attach = async (paper: TablePaper, lines: readonly string[]) => {
    const path = join(folder, `${paper.ref}.xml`);
    writeFileSync(path, article(paper.doi ?? '', paper.title ?? '', lines));
    await texts.attach(paper, { path }, call);
  };
  return { tables, attach, store, texts, folder, sources };
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { OpenWeb } from '../../src/reading/open-web.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const call = { signal: new AbortController().signal };
const WEB: OpenWeb = {
  sources: async () => [],
  fullText: async () => 'none',
  passages: async () => undefined,
  fetch: async () => 'none',
  record: async () => undefined,
};
const OWL = { ref: 'J1-1', doi: '10.5555/owl' };
const ARTICLE = `<article><front><article-meta><article-id pub-id-type="doi">${OWL.doi}</article-id><title-group>
<article-title>Owls</article-title></title-group></article-meta></front><body><sec><title>Results</title>
<p>Owls flew 12 km in each of the nights.</p></sec></body></article>`;

/** A process with readers of this version, over one folder; `reads` are the documents that its readers read. */
async function processWith(version: number, folder: string) {
  vi.resetModules();
  vi.doMock('../../src/reading/read-document.ts', async (original) => ({
    ...(await original<object>()),
    READERS_VERSION: version,
  }));
  const { createPassages } = await import('../../src/evidence/passages/create-passages.ts');
  const { createFullTexts } = await import('../../src/reading/full-texts.ts');
  const { runTask } = await import('../../src/reading/process/tasks.ts');
  const { openTextStore } = await import('../../src/reading/store/text-store.ts');
  let reads = 0;
  const read: typeof runTask = (task) => {
    if ('content' in task) reads += 1;
    return runTask(task);
  };
  const full = createFullTexts({
    web: WEB,
    reader: { read, close() {} },
    texts: () => openTextStore(join(folder, 'texts.sqlite')),
  });
  const passages = createPassages({ store: {} as never, dataDir: folder, fullTexts: async () => full });
  return {
    full,
    reads: () => reads,
    find: async () => (await passages.find({ papers: [OWL], find: ['owls'] }, call)).questions[0]?.passages[0]?.text,
    close() {
      passages.close();
      full.close();
    },
  };
}

it('reads and indexes all texts again once the readers are others', async () => {
  const folder = temporaryFolder();
  const first = await processWith(1_000, folder);
  const path = join(folder, 'owl.xml');
  writeFileSync(path, ARTICLE);
  await first.full.attach(OWL, { path }, call);
  expect(await first.find()).toContain('12 km');
  first.close();
  const same = await processWith(1_000, folder);
  expect(await same.find()).toContain('12 km');
  expect(same.reads()).toBe(0);
  same.close();
  const other = await processWith(1_001, folder);
  expect(await other.find()).toContain('12 km');
  expect(other.reads()).toBe(1);
  other.close();
});

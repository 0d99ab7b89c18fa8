import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runCommand } from '../helpers/run-command.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { tableFolder } from '../search/embeddings/local/tiny-models.ts';

/** Two papers have the word of the search; the one that has it less often means what the search means. */
const PAPERS = `TY  - JOUR
TI  - Attack of the market
AB  - Market attack: an attack of market on market.
ER  -
TY  - JOUR
TI  - Myocardial matters
AB  - Myocardial heart, myocardial heart, then one attack of what was seen.
ER  -
`;

it('the built command ranks by a table of vectors in a folder, and by words where it is broken', async () => {
  const data = libraryFolder();
  const ris = join(temporaryFolder(), 'papers.ris');
  writeFileSync(ris, PAPERS);
  expect((await runCommand(['import', ris], { PAPERQUEUE_DATA_DIR: data })).code).toBe(0);
  const search = async (model?: string) => {
    const settings = { PAPERQUEUE_DATA_DIR: data, ...(model && { PAPERQUEUE_EMBEDDINGS_MODEL: model }) };
    const { stdout, stderr } = await runCommand(['search', '-k', 'attack', '--json', '--fresh'], settings);
    if (stdout === '') throw new Error(stderr);
    const { papers, notes } = JSON.parse(stdout) as { papers: { title: string; score: number }[]; notes: string[] };
    // How well the words fit decides first which papers are shown first.
    return { best: papers.find(({ score }) => score === 1)?.title, notes: notes.join(' ') };
  };
  const folder = tableFolder();
  const byWords = await search();
  expect(byWords.best).toBe('Attack of the market');
  const byMeaning = await search(folder);
  expect(byMeaning.notes).toContain('Ranked by words and by embeddings (tiny).');
  expect(byMeaning.best).toBe('Myocardial matters');
  writeFileSync(join(folder, 'model.safetensors'), 'broken');
  const broken = await search(folder);
  expect(broken.notes).toContain('Ranked by words alone: the model tiny cannot be used');
  expect(broken.best).toBe(byWords.best);
});

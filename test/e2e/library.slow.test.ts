import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES } from '../../src/formats/format-facts.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** `paperqueue library`: looking at papers, and removing them. */

const PAPERS = [
  {
    id: 'fish',
    title: 'Zebrafish regeneration',
    abstract: 'Fins grow.',
    year: 2019,
    doi: '10.1000/fish',
    venue: 'Fins',
  },
  { id: 'coral', title: 'Coral bleaching in warm years', year: 2021, pmid: '123', citationCount: 4 },
  { id: 'reef', title: 'A reef after bleaching', year: 2015, arxivId: '2101.00001', citationCount: 9 },
];
const BIBTEX = '@article{smith2001deep, title={Deep reefs}, author={Smith, Jane}, year=2001}';

/** A library with these papers and no others, and how to run commands on it. */
async function shelf() {
  const folder = temporaryFolder();
  const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
  const run = (...args: string[]) => runHere(args, settings);
  const library = (...args: string[]) => run('library', ...args);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  await library('remove', '--origin', 'starter', '--yes');
  const jsonl = file('papers.jsonl', PAPERS.map((paper) => JSON.stringify(paper)).join('\n'));
  const bib = file('papers.bib', BIBTEX);
  expect((await run('import', jsonl, bib)).code).toBe(0);
  /** References by the first word of the title. */
  const json = async (...args: string[]) => JSON.parse((await library(...args, '--json')).stdout);
  const { papers } = await json('list');
  const ref = (start: string) => papers.find(({ title }: { title: string }) => title.startsWith(start))?.ref as string;
  const titles = async (...args: string[]) =>
    (await json(...args)).papers.map(({ title }: { title: string }) => title.split(' ')[0]);
  return { settings, run, library, json, titles, ref, jsonl, bib };
}

describe('paperqueue library list', () => {
  it('shows the latest first, in pages and in the order asked for', async () => {
    const { titles, json, library } = await shelf();
    expect(await titles('list')).toEqual(['Deep', 'A', 'Coral', 'Zebrafish']);
    expect(await titles('list', '--sort', 'year:asc')).toEqual(['Deep', 'A', 'Zebrafish', 'Coral']);
    expect(await titles('list', '--sort', 'title:asc')).toEqual(['A', 'Coral', 'Deep', 'Zebrafish']);
    expect(await titles('list', '--sort', 'citationCount:desc')).toEqual(['A', 'Coral', 'Deep', 'Zebrafish']);
    expect(await json('list', '--count', '2', '--offset', '1')).toMatchObject({
      page: { offset: 1, count: 2, total: 4, nextOffset: 3 },
    });
    const { stdout, stderr } = await library('list', '--count', '2');
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stderr).toContain('1-2 of 4 papers');
    expect((await library('list', '--offset', '9')).stderr).toContain('past the end of 4 papers');
  });

  it('leaves out what does not meet the conditions, and says what is unknown', async () => {
    const { titles, json, jsonl } = await shelf();
    expect(await titles('list', '--where', 'yearFrom=2016', '--where', 'text=bleaching')).toEqual(['Coral']);
    expect(await titles('list', '--year', '2010:2020')).toEqual(['A', 'Zebrafish']);
    expect(await titles('list', '--imported-from', jsonl)).toEqual(['A', 'Coral', 'Zebrafish']);
    expect(await titles('list', '--origin', 'starter')).toEqual([]);
    const { noteData } = await json('list', '--where', 'minCitations=5');
    expect(noteData).toEqual([
      { kind: 'left-by-where', papers: 1, of: 4, jobs: 'library' },
      { kind: 'facts-lacking', fields: [{ field: 'citation count', records: 2 }] },
    ]);
  });

  it('writes every format that exports have', async () => {
    const { library } = await shelf();
    for (const format of EXPORT_FORMAT_NAMES)
      expect((await library('list', '--format', format, '--count', '1')).stdout).toContain('Deep reefs');
  });

  it('refuses what it does not know by its name', async () => {
    const { library } = await shelf();
    for (const [flags, named] of [
      [['list', '--where', 'colour=red'], 'where colour'],
      [['list', '--where', 'match=good'], 'where match'],
      [['list', '--sort', 'score:desc'], '--sort'],
      [['list', '--count', '0'], '--count'],
      [['list', '--offset', '-1'], '--offset'],
      [['list', '--year', 'soon'], '--year'],
      [['list', '--format', 'html'], '--format'],
      [['list', '-o', 'a.html'], '--format'],
      [['search'], 'words'],
      [['search', '***'], 'WORDS'],
      [['show'], 'ref'],
      [['remove'], 'REF'],
    ] as const)
      expect(await library(...flags)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(named) });
  });
});

describe('paperqueue library search', () => {
  it('ranks the papers by words, without a job', async () => {
    const { titles, library, run } = await shelf();
    expect(await titles('search', 'warm', 'bleaching')).toEqual(['Coral', 'A']);
    expect(await titles('search', 'bleaching', '--where', 'yearTo=2016')).toEqual(['A']);
    expect(await titles('search', 'bleaching', '--sort', 'year:asc')).toEqual(['A', 'Coral']);
    expect(await library('search', 'quokka')).toMatchObject({ code: 0, stdout: '', stderr: '0 papers\n' });
    expect(JSON.parse((await run('jobs', '--json')).stdout).jobs).toEqual([]);
  });
});

describe('paperqueue library show', () => {
  it('finds a paper by its reference, identifiers and citation keys', async () => {
    const { titles, ref } = await shelf();
    for (const name of [ref('Zebrafish'), ref('Zebrafish').toLowerCase(), 'fish', 'https://doi.org/10.1000/FISH'])
      expect(await titles('show', name)).toEqual(['Zebrafish']);
    expect(await titles('show', 'pmid:123')).toEqual(['Coral']);
    expect(await titles('show', 'https://arxiv.org/abs/2101.00001v2')).toEqual(['A']);
    // One was imported, the other is what an export of the library calls the paper.
    expect(await titles('show', 'smith2001deep', 'anon2015reef')).toEqual(['Deep', 'A']);
  });

  it('shows what there is and fails for the rest, by name', async () => {
    const { library, ref } = await shelf();
    const { code, stdout, stderr } = await library('show', ref('Coral'), 'L999', 'nobody');
    expect([code, stdout]).toEqual([1, expect.stringContaining('Coral bleaching')]);
    expect(stderr).toContain('not in the library: L999, nobody');
  });

  it('finds the paper of a search by its reference there', async () => {
    const { run, titles } = await shelf();
    expect((await run('search', '-k', 'coral', '-k', 'bleaching', '-k', 'warm')).code).toBe(0);
    expect(await titles('show', 'J1-1')).toEqual(['Coral']);
  });
});

describe('paperqueue library remove', () => {
  it('lists what would go, and removes nothing in part', async () => {
    const { library, ref, titles } = await shelf();
    const [fish, coral] = [ref('Zebrafish'), ref('Coral')];
    const refused = await library('remove', fish, '10.1000/nobody', 'nothing', '--yes');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('not in the library: 10.1000/nobody, nothing; nothing was removed');
    const several = await library('remove', fish, coral);
    expect(several).toMatchObject({ code: 2, stdout: '' });
    for (const part of [fish, 'Zebrafish regeneration', coral, '2 papers would be removed'])
      expect(several.stderr).toContain(part);
    expect(await titles('list')).toHaveLength(4);
    expect(JSON.parse((await library('remove', fish, coral, '--yes', '--json')).stdout)).toEqual({
      removed: 2,
      papers: [
        { ref: fish, title: 'Zebrafish regeneration', year: 2019 },
        { ref: coral, title: 'Coral bleaching in warm years', year: 2021 },
      ],
    });
    expect(await titles('list')).toEqual(['Deep', 'A']);
    expect(await library('show', fish)).toMatchObject({ code: 1 });
  });

  it('takes conditions', async () => {
    const { library, titles } = await shelf();
    expect((await library('remove', '--where', 'text=bleaching', '--yes')).stdout).toBe('2 papers removed\n');
    expect(await titles('list')).toEqual(['Deep', 'Zebrafish']);
  });

  it('lets an import add the paper again, under a new reference', async () => {
    const { run, library, titles, ref, jsonl } = await shelf();
    await library('remove', ref('Zebrafish'));
    const [report] = (await run('import', jsonl, '--json')).stdout.trim().split('\n');
    expect(JSON.parse(report ?? '')).toMatchObject({ added: 1, addedAgain: 1, alreadyThere: 2 });
    expect(await titles('list')).toEqual(['Zebrafish', 'Deep', 'A', 'Coral']);
    expect(await library('show', ref('Zebrafish'))).toMatchObject({ code: 1 });
  });
});

describe('paperqueue library export', () => {
  it('writes the chosen papers', async () => {
    const { library, ref } = await shelf();
    const { stdout } = await library('export', ref('Deep'), '--format', 'bibtex');
    expect(stdout).toMatch(/^@article\{smith2001deep,/);
    expect(stdout.match(/^@/gm)).toHaveLength(1);
    expect(await library('export', 'nobody')).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('paperqueue library edit', () => {
  it('corrects, tags and annotates a paper, and what it says comes out of exports and searches', async () => {
    const { library, json, ref, titles } = await shelf();
    const coral = ref('Coral');
    const edited = await json('edit', coral, '--set', 'venue=Marine Ecology', '--set', 'year=2022', '--tag', 'to read');
    expect(edited.papers).toEqual([
      {
        ref: coral,
        title: 'Coral bleaching in warm years',
        changes: [
          { field: 'year', from: 2021, to: 2022 },
          { field: 'venue', to: 'Marine Ecology' },
          { field: 'tags', to: ['to read'] },
        ],
      },
    ]);
    expect((await library('edit', coral, '--note', 'Ask Bo.', '--untag', 'TO READ', '--tag', 'mine')).code).toBe(0);
    const { stdout } = await library('show', coral);
    for (const part of ['Marine Ecology, 2022', 'Keywords   mine', 'Notes      Ask Bo.'])
      expect(stdout).toContain(part);
    for (const words of ['mine', 'ask bo']) expect((await titles('search', words))[0]).toBe('Coral');
    expect(await titles('list', '--where', 'text="ask bo"')).toEqual(['Coral']);
    for (const [format, written] of [
      ['ris', /^KW {2}- mine\r\n(?:.*\r\n)*N1 {2}- Ask Bo\.\r$/m],
      ['bibtex', /keywords = \{mine\},\n(?:.*\n)*.*note = \{Ask Bo\.?\}/],
      ['csl-json', /"keyword": ?"mine"/],
      ['csv', /mine.*Ask Bo\./],
      ['jsonl', /"keywords":\["mine"\],"notes":\["Ask Bo\."\]/],
    ] as const)
      expect((await library('export', coral, '--format', format)).stdout).toMatch(written);
    expect((await library('edit', coral, ref('Deep'), '--tag', 'Mine')).code).toBe(0);
    expect(await titles('list', '--where', 'tag=mine')).toEqual(['Deep', 'Coral']);
    expect(await titles('list', '--where', 'tag=other')).toEqual([]);
  });

  it('changes nothing where something is wrong, and says what', async () => {
    const { library, ref } = await shelf();
    const [coral, deep] = [ref('Coral'), ref('Deep')];
    const before = (await library('export')).stdout;
    for (const [args, code, named] of [
      [[coral], 2, '--set, --unset, --tag'],
      [[coral, '--set', 'colour=red', '--tag', 'x'], 2, 'colour'],
      [[coral, '--set', 'year=soon', '--set', 'doi=ten'], 2, '--set: doi takes a DOI'],
      [[coral, '--set', 'year'], 2, 'field=value'],
      [[coral, '--unset', 'title'], 2, '--unset'],
      [[coral, '--tag', ' '], 2, '--tag'],
      [[coral, deep, '--set', 'year=2000'], 2, 'one paper at a time'],
      [[coral, 'L999', '--tag', 'x'], 1, 'L999'],
      [[coral, '--untag', 'x', '--tag', 'y'], 1, 'no such tag'],
      [[coral, '--set', 'doi=10.1000/fish'], 1, ref('Zebrafish')],
    ] as const)
      expect(await library('edit', ...args)).toMatchObject({
        code,
        stdout: '',
        stderr: expect.stringContaining(named),
      });
    expect((await library('export')).stdout).toBe(before);
  });

  it('loses nothing where a process imports meanwhile', async () => {
    const { library, ref, jsonl, titles, settings, json } = await shelf();
    const coral = ref('Coral');
    const lines = Array.from({ length: 3_000 }, (_, nth) =>
      JSON.stringify({ id: `n${nth}`, title: `Lamp ${nth} of the pier` }),
    );
    writeFileSync(jsonl, lines.join('\n'));
    const importing = runCommand(['import', jsonl], settings);
    const tags = ['one', 'two', 'three', 'four'];
    for (const tag of tags) expect(await library('edit', coral, '--tag', tag)).toMatchObject({ code: 0 });
    expect((await importing).code).toBe(0);
    expect((await json('show', coral)).papers[0].keywords).toEqual(tags);
    expect(await titles('list', '--all')).toHaveLength(3_004);
  });
});

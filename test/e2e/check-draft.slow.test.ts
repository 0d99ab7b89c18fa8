import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fasterTime, openFasterStore } from '../helpers/faster-time.ts';
import { CATALOGUE, type CatalogueName, type CataloguePaper } from '../helpers/references/catalogue.ts';
import { runHere } from '../helpers/run-here.ts';
import { status } from '../helpers/sources/answering-sources.ts';
import type { Work } from '../helpers/sources/works.ts';
import { Session, type Sources, settingsOf, startSources, stopSources } from '../helpers/sources/world.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ARTICLE } from '../reading/fixtures.ts';

const { FASTER } = vi.hoisted(() => ({ FASTER: 2 }));

vi.mock(import('../../src/lib/timers.ts'), () => ({ REAL_TIMERS: fasterTime(FASTER) }));
vi.mock(import('../../src/search/sources/transport/source-store.ts'), async (original) => {
  const store = await original();
  return { ...store, openSourceStore: openFasterStore(store.openSourceStore, FASTER) };
});

/** A draft checked through the whole program, at local stand-ins of the sources. */

let sources: Sources;

beforeAll(async () => {
  sources = await startSources();
  const names = Object.keys(CATALOGUE) as CatalogueName[];
  const works = names.map((name, index): Work => {
    const paper: CataloguePaper = CATALOGUE[name];
    return { number: 5000 + index, abstract: `On ${paper.title}.`, ...paper };
  });
  const inArxiv = works.filter(({ arxivId }) => arxivId !== undefined);
  sources.openalex.holdings = { works };
  sources.crossref.holdings = { works: works.filter((work) => !inArxiv.includes(work)) };
  sources.europepmc.holdings = { works: works.filter(({ pmid }) => pmid !== undefined) };
  sources.arxiv.holdings = { works: inArxiv };
});
afterAll(() => stopSources(sources));

const BIB = `
@inproceedings{attention, title={Attention is all you need}, author={Vaswani, Ashish and Shazeer, Noam and Parmar, Niki}, year={2017}, booktitle={Advances in Neural Information Processing Systems}}
@article{wrongyear, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, year={2013}, journal={Nature}}
@article{byothers, title={C60: Buckminsterfullerene}, author={Nobody, Ida and Stranger, Bo and Alien, Cy}, year={1985}, journal={Nature}}
@article{wakefield, title={Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children}, author={Wakefield, A. J. and Murch, S. H.}, year={1998}, journal={The Lancet}}
@article{invented, title={A study of invented tides in the ponds of nowhere at all}, author={Weevil, Ada}, year={2019}, journal={Pond Letters}}
@article{mussel, title={How Mytilus holds on}, doi={10.5555/mussel.1}, year={2021}}
@article{idle, title={BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding}, author={Devlin, Jacob and Chang, Ming-Wei}, year={2019}}
`;

const DRAFT = `# Ponds

Networks attend [@attention]. They learn deeply [@wrongyear].

Carbon is round [@byothers], and see @wakefield99 for colitis [@wakefield].

Ponds are invented [@invented]. "Threads did not break in 48 of 50 animals" [@mussel].
The authors say "Threads did break in 48 of 50 animals" [@mussel].
They add "nothing in any pond ever holds on to stones" [@mussel].

It held in 48 of 50 animals, and in 17 of 99 others [@mussel].
`;

function writeDraft(name = 'paper.md', text = DRAFT): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'refs.bib'), BIB);
  writeFileSync(join(folder, 'article.xml'), ARTICLE);
  writeFileSync(join(folder, name), text);
  return folder;
}

type Row = Record<string, unknown> & { kind: string; verdict?: string; at?: number };

async function check(settings: Record<string, string>, folder: string, ...args: string[]) {
  const command = ['check', join(folder, 'paper.md'), '--bibliography', join(folder, 'refs.bib'), ...args];
  const { code, stdout, stderr } = await runHere(command, settings);
  return { code, stdout, stderr };
}

describe('a draft', () => {
  it('is checked in all that it cites and quotes: what is wrong is found, nothing true is accused', async () => {
    const settings = settingsOf(sources);
    const folder = writeDraft();
    expect((await runHere(['attach', join(folder, 'article.xml')], settings)).code).toBe(0);
    const { code, stdout, stderr } = await check(settings, folder, '--json', '--strict');
    expect(code, stderr).toBe(4);
    const { rows, counts } = JSON.parse(stdout) as { rows: Row[]; counts: Record<string, unknown> };
    const references = rows.filter(({ kind }) => kind === 'reference');
    const of = (words: string) => references.find(({ reference }) => String(reference).includes(words));
    expect(of('Attention')).toMatchObject({ verdict: 'exists', at: 3, cited: '[@attention]' });
    expect(of('Deep learning')).toMatchObject({
      verdict: 'differs',
      class: 'erroneous',
      differs: ['year: 2015, asked 2013'],
    });
    expect(of('Buckminster')).toMatchObject({ verdict: 'differs', class: 'hallucinated' });
    expect(of('Ileal')).toMatchObject({ retracted: true, at: 5 });
    expect(of('invented')).toMatchObject({ verdict: 'none', mayBeInvented: true, class: 'hallucinated', at: 7 });
    expect(of('Mytilus')).toMatchObject({ verdict: 'exists', at: 7 });
    expect(of('BERT')).toMatchObject({ verdict: 'exists', isUncited: true });
    expect(of('wakefield99')).toMatchObject({
      verdict: 'not-listed',
      at: 5,
      note: expect.stringContaining('so it was not looked up'),
    });
    expect(references).toHaveLength(8);
    const quotations = rows.filter(({ kind }) => kind === 'quotation');
    expect(quotations.map(({ at, verdict }) => [at, verdict])).toEqual([
      [8, 'altered'],
      [9, 'absent'],
      [7, 'exact'],
    ]);
    const statement = rows.find(({ kind, at }) => kind === 'statement' && at === 11);
    expect(statement).toMatchObject({ numbers: { agree: ['48', '50'], absent: ['17', '99'] } });
    expect(rows[0]).toMatchObject({ retracted: true });
    expect(counts).toMatchObject({ citations: 10, references: { none: 1, 'not-listed': 1, retracted: 1, uncited: 1 } });
  });

  it('is told in blocks with lines, the most serious first, and one line of what was checked', async () => {
    const settings = settingsOf(sources);
    const folder = writeDraft();
    const { code, stdout, stderr } = await check(settings, folder);
    expect(code, stderr).toBe(0);
    const lines = stdout.split('\n').filter((line) => !line.startsWith(' '));
    expect(lines[0]).toMatch(/paper\.md:5 {2}RETRACTED {2}\[@wakefield\]/);
    expect(lines.map((line) => line.split('  ')[1])).toEqual(
      expect.arrayContaining(['RETRACTED', 'NOT FOUND', 'NOT LISTED', 'DIFFERS', 'NEVER CITED']),
    );
    expect(stdout).not.toContain('Attention');
    expect(stderr).toContain('paper.md: 10 citations, 8 references (');
  });

  it('accuses nobody where no source answers, and says so', async () => {
    for (const source of Object.values(sources)) source.mood = status(503);
    try {
      const { code, stdout, stderr } = await check(settingsOf(sources), writeDraft(), '--json');
      const { rows } = JSON.parse(stdout) as { rows: Row[] };
      expect(rows.flatMap(({ verdict = '' }) => (verdict === 'none' || verdict === 'absent' ? [verdict] : []))).toEqual(
        [],
      );
      expect(code).toBe(3);
      expect(stderr).toContain('could not be checked');
    } finally {
      for (const source of Object.values(sources)) source.mood = undefined;
    }
  });

  it('says of each work that was not looked up everywhere what was asked', async () => {
    const settings = { ...settingsOf(sources), PAPERQUEUE_SOURCES: 'library' };
    const folder = writeDraft('paper.md', `${DRAFT}\n\nOwls agree (J1-999).`);
    const { stdout } = await check(settings, folder);
    expect(stdout).toMatch(/NOT HELD .*invented/i);
    expect(stdout).toMatch(/No other source was asked whether it exists\./);
    expect(stdout).toMatch(/UNKNOWN REF {2}J1-999\n.*not looked up elsewhere\./);
    expect(stdout).not.toMatch(/NOT FOUND|MISSING/);
  });

  it('is checked for an assistant, within the size of an answer, page by page', async () => {
    const session = await Session.open(settingsOf(sources));
    try {
      const long = DRAFT + Array.from({ length: 900 }, (_, at) => `Pond ${at} [@miss${at}].`).join('\n\n');
      const first = (await session.call('lookup_papers', { text: long, bibliography: BIB })) as unknown as {
        rows: Row[];
        page: { total: number; nextOffset: number };
      };
      expect(first.page.nextOffset).toBe(first.rows.length);
      expect(JSON.stringify(first).length).toBeLessThan(40_000);
      const second = (await session.call('lookup_papers', {
        text: long,
        bibliography: BIB,
        offset: first.page.nextOffset,
      })) as unknown as typeof first;
      expect(second.page).toMatchObject({ offset: first.rows.length, total: first.page.total });
      const neither = await session.call('lookup_papers', {});
      expect(neither.error).toMatchObject({ code: 'INVALID_INPUT', charged: 'no' });
    } finally {
      await session.end();
    }
  });
});

describe('a real reference with the usual differences', () => {
  /** The record is in the sources: it may differ, and is never called invented. */
  it.each([
    'Vaswani A, Shazeer N, Parmar N. Attention is all you need. arXiv preprint arXiv:1706.03762. 2018.',
    'Ashish Vaswani, Noam Shazeer, and Niki Parmar. Attention is all you need. Adv. Neural Inf. Process. Syst., 30, 2017.',
    'Jacob Devlin and Ming-Wei Chang. BERT: Pre-training of deep bidirectional transformers for language understanding. arXiv:1810.04805, 2018.',
    'J. Devlin and M.-W. Chang. BERT: Pre-training of deep bidirectional transformers. In NAACL, 2019.',
    'Yann LeCun, Yoshua Bengio, and Geoffrey Hinton. Deep learning. Nature, 521(7553):436–444, 2016.',
    'H. W. Kroto and J. R. Heath. C60: Buckminsterfullerene. Nature (London), 318:162–163, 1986.',
    'Matthew J Page and Joanne E McKenzie. The PRISMA 2020 statement. BMJ, 372, 2021.',
    'Kaiming He and Xiangyu Zhang. Deep residual learning for image recognition. CVPR, 2015.',
    'Müller J. Aerztliche Versorgung und Muedigkeit: eine Uebersicht ueber dreissig Jahre. 2011.',
    'Terry P. Hughes. Global warming and recurrent mass bleaching of corals. Nature, 543:373–377, 2016.',
  ])('%s', async (reference) => {
    const { stdout } = await runHere(['lookup', reference, '--json'], settingsOf(sources));
    const { items } = JSON.parse(stdout) as { items: { found: string; mayBeInvented?: boolean; class?: string }[] };
    expect(items[0]?.found).toMatch(/^(?:exact|likely)$/);
    expect(items[0]).not.toHaveProperty('mayBeInvented');
    expect(items[0]?.class ?? 'erroneous').toBe('erroneous');
  });
});

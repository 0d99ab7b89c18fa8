import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fasterTime, openFasterStore } from '../helpers/faster-time.ts';
import { CATALOGUE, type CatalogueName, type CataloguePaper } from '../helpers/references/catalogue.ts';
import { ABSENT, HOSTILE_CATALOGUE, RIGHT, UNTITLED, WRONG } from '../helpers/references/hostile-references.ts';
import { ALTERED, INVENTED, REAL, RETRACTED } from '../helpers/references/references.ts';
import { runHere } from '../helpers/run-here.ts';
import { EXAMPLE_PAPER, ScriptedService } from '../helpers/scripted-service.ts';
import { TOKEN } from '../helpers/secrets.ts';
import { status } from '../helpers/sources/answering-sources.ts';
import type { Work } from '../helpers/sources/works.ts';
import {
  importPapers,
  Session,
  type Shown,
  type Sources,
  settingsOf,
  startSources,
  stopSources,
} from '../helpers/sources/world.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The time of a whole call shrinks, too, and on a busy machine its work on the processor takes seconds of it. */
const { FASTER } = vi.hoisted(() => ({ FASTER: 2 }));

vi.mock(import('../../src/lib/timers.ts'), () => ({ REAL_TIMERS: fasterTime(FASTER) }));
vi.mock(import('../../src/search/sources/transport/source-store.ts'), async (original) => {
  const store = await original();
  return { ...store, openSourceStore: openFasterStore(store.openSourceStore, FASTER) };
});

/** Known papers looked up through a whole server: at sources, in the library and in stored jobs. */

type Item = {
  item: string;
  /** Absent for a topic. */
  found?: string;
  mayBeInvented?: boolean;
  papers: { ref: string; title: string; retracted?: boolean; differs?: string[] }[];
  authors?: { id: string; name: string }[];
  note?: string;
};
type Answer = Shown & { items: Item[]; asked: { source: string; outcome: string }[]; next: string };

const workOf = (name: CatalogueName, index: number): Work => {
  const paper: CataloguePaper = CATALOGUE[name];
  return { number: 5000 + index, abstract: `On ${paper.title}.`, ...paper };
};
const NAMES = Object.keys(CATALOGUE) as CatalogueName[];
const WORKS = NAMES.map(workOf);
const titleOf = (name: CatalogueName): string => CATALOGUE[name].title;

let sources: Sources;

beforeAll(async () => {
  sources = await startSources();
  const inArxiv = WORKS.filter(({ arxivId }) => arxivId !== undefined);
  const inPubMed = WORKS.filter(({ pmid }) => pmid !== undefined);
  sources.openalex.holdings = { works: WORKS };
  sources.crossref.holdings = { works: WORKS.filter((work) => !inArxiv.includes(work)) };
  sources.europepmc.holdings = { works: inPubMed };
  sources.arxiv.holdings = { works: inArxiv };
});
afterAll(() => stopSources(sources));

const settingsFor = (names: string) => ({ ...settingsOf(sources), PAPERQUEUE_SOURCES: names });

async function lookUp(settings: Record<string, string>, items: readonly string[], args: object = {}): Promise<Answer> {
  const session = await Session.open(settings);
  try {
    return (await session.call('lookup_papers', { items, ...args })) as Answer;
  } finally {
    await session.end();
  }
}

describe('lookup_papers at live sources', () => {
  it('finds every real reference, says what differs in altered ones and which are retracted', async () => {
    const right = [...REAL, ...RETRACTED];
    const { items, credits, job, notes, error } = await lookUp(
      settingsOf(sources),
      right.map(([text]) => text),
    );
    expect(error).toBeUndefined();
    expect(credits).toMatchObject({ cost: 0, charged: 'no' });
    expect(job).toMatchObject({ operation: 'lookupPapers', status: 'success' });
    expect(items.map(({ found, papers }) => [found, papers[0]?.title])).toEqual(
      right.map(([, name]) => ['exact', titleOf(name)]),
    );
    const altered = await lookUp(
      settingsOf(sources),
      ALTERED.map(([text]) => text),
    );
    expect(altered.items.map(({ found, papers }) => [found, papers[0]?.title, papers[0]?.differs?.length])).toEqual(
      ALTERED.map(([, name, differs]) => ['likely', titleOf(name), differs.length]),
    );
    const retracted = items.flatMap(({ papers }) => (papers[0]?.retracted ? papers[0].title : []));
    expect(new Set(retracted)).toEqual(new Set([titleOf('wakefield'), titleOf('registry')]));
    expect(notes[0]).toMatch(/^Retracted: J1-\d+, J1-\d+\.$/);
  });

  it('asks for many identifiers and titles in few requests', async () => {
    sources.openalex.asked.length = 0;
    await lookUp(
      settingsFor('library,openalex'),
      NAMES.map((name) => CATALOGUE[name].doi),
    );
    expect(sources.openalex.asked).toHaveLength(1);
    sources.openalex.asked.length = 0;
    const long = NAMES.filter((name) => titleOf(name).length > 40);
    const { items } = await lookUp(settingsFor('library,openalex'), long.map(titleOf));
    expect(items.map(({ found }) => found)).toEqual(long.map(() => 'exact'));
    // Six titles a request, and one for the DOIs of those that the starter catalogue has: they may be retracted.
    expect(sources.openalex.asked.length).toBeLessThanOrEqual(Math.ceil(long.length / 6) + 1);
  });

  it('takes numbers of OpenAlex', async () => {
    const { items } = await lookUp(settingsFor('library,openalex'), ['https://openalex.org/W5001', 'openalex:W5003']);
    expect(items).toMatchObject([
      { found: 'exact', papers: [{ title: titleOf('deepLearning') }] },
      { found: 'exact', papers: [{ title: titleOf('bert') }] },
    ]);
  });

  it('finds no invented reference', async () => {
    const { items, notes, asked } = await lookUp(settingsFor('library,openalex,crossref'), INVENTED);
    expect(items).toHaveLength(INVENTED.length);
    // Where the time of the call or the register of an identifier was missing, that is said.
    for (const { found, papers } of items) {
      expect(['none', 'unchecked', undefined]).toContain(found);
      expect(papers).toEqual([]);
    }
    expect(notes[0]).toMatch(/^\d+ of \d+ items not found\.$/);
    expect(items.find(({ item }) => item.startsWith('arXiv:'))).toMatchObject({ found: 'unchecked' });
    expect(asked.slice(0, 3)).toEqual([
      { source: 'library', outcome: 'answered', works: expect.any(Number) },
      { source: 'openalex', outcome: 'answered' },
      { source: 'crossref', outcome: 'answered' },
    ]);
    expect(items.filter(({ mayBeInvented }) => mayBeInvented).length).toBeGreaterThan(INVENTED.length / 2);
    expect(items.flatMap(({ note }) => note ?? [])).toEqual([
      'This title has other authors: Yann LeCun, Yoshua Bengio, Geoffrey Hinton (2015): Deep learning',
      'This title has other authors: Leo Breiman (2001): Random Forests',
      '10.1038/nature14539 is the DOI of another paper: Deep learning',
      '10.1109/cvpr.2016.90 is the DOI of another paper: Deep Residual Learning for Image Recognition',
    ]);
  });

  it('gives papers about a few words, and no verdict on a topic', async () => {
    const { items, next } = await lookUp(settingsFor('library,openalex'), ['mass bleaching of corals'], { count: 2 });
    expect(items).toMatchObject([{ papers: [{ title: titleOf('bleaching') }] }]);
    expect(items[0]).not.toHaveProperty('found');
    expect(next).toContain('read as a topic');
  });

  it('names a failed source first, and calls unchecked what too few answered about', async () => {
    sources.crossref.mood = status(500);
    sources.openalex.mood = undefined;
    const partly = await lookUp(settingsFor('library,openalex,crossref'), [titleOf('bert'), INVENTED[0] as string]);
    expect(partly.notes[0]).toMatch(/^Sources that failed: Crossref /);
    expect(partly.items.map(({ found }) => found)).toEqual(['exact', 'unchecked']);
    expect(partly.items[1]).not.toHaveProperty('mayBeInvented');
    const failing = await lookUp(settingsFor('library,crossref,arxiv'), ['10.1038/nature99999']);
    const shell = await runHere(['lookup', '10.1038/nature99999'], settingsFor('library,crossref,arxiv'));
    sources.crossref.mood = undefined;
    expect(failing).toMatchObject({
      items: [{ found: 'unchecked', papers: [] }],
      asked: [
        { source: 'library', outcome: 'answered', works: expect.any(Number) },
        { source: 'crossref', outcome: 'failed' },
        // It knows no DOIs but its own.
        { source: 'arxiv', outcome: 'not-asked' },
        { source: 'datacite', outcome: 'not-asked' },
      ],
    });
    expect(JSON.stringify(failing)).not.toMatch(/invented|arXiv gave/);
    expect(shell).toMatchObject({ code: 3, stdout: 'UNCHECKED  10.1038/nature99999\n' });
    expect(shell.stderr).toContain('Failed: crossref.\nNot asked: arxiv, datacite.\n');
  });

  it('says that an identifier is unknown where its register answered', async () => {
    const { items, next } = await lookUp(settingsFor('library,crossref'), ['10.1038/nature99999']);
    expect(items).toEqual([{ item: '10.1038/nature99999', found: 'none', papers: [] }]);
    expect(next).toContain('does not show that it is invented');
  });
});

describe('the refusal of a search', () => {
  it.each([
    ['query_search', { query: 'How do coral reefs recover from heat?' }, '["coral reefs","recover","heat"]'],
    ['keyword_search', { keywords: ['coral reefs'] }, '["coral reefs"]'],
    ['combined_search', { query: 'coral reefs', keywords: ['coral', 'fish'] }, '["coral","fish","coral reefs"]'],
    ['query_search', { query: '10.1038/nature14539' }, 'call lookup_papers, which is free'],
    ['keyword_search', { keywords: ['coral', 'reef', 'fish'], year: 'soon' }, undefined],
  ])('of %s with %j says what helps: %j', async (name, args, help) => {
    const session = await Session.open(settingsFor('library'));
    const answer = await session.call(name, args);
    await session.end();
    expect(answer.error).toMatchObject({ code: 'INVALID_INPUT', charged: 'no' });
    const { next } = answer.error as unknown as { next: string };
    if (help) expect(next).toContain(help);
    else expect(next).not.toMatch(/lookup_papers|combined_search/);
    if (help?.startsWith('[')) expect(next).not.toContain('lookup_papers');
  });
});

describe('lookup_papers without a network', () => {
  it('finds what the library holds, by title, identifier and words, and get_job and export_papers take the refs', async () => {
    const settings = settingsFor('library');
    await importPapers(settings, [
      {
        id: 'own:1',
        title: 'Zibbet lanterns of my own shore',
        authors: ['Dan Placeholder'],
        year: 2019,
        doi: '10.5555/own.shore',
      },
    ]);
    const session = await Session.open(settings);
    const asked = [
      'Placeholder, D. (2019). Zibbet lanterns of my own shore.',
      '10.5555/OWN.shore',
      'zibbet lanterns',
      'Zibbet, 2001',
    ];
    const { items, job } = (await session.call('lookup_papers', { items: asked })) as Answer;
    expect(items.map(({ found }) => found)).toEqual(['exact', 'exact', undefined, 'unchecked']);
    expect(items.slice(0, 3).map(({ papers }) => papers[0]?.ref)).toEqual(['J1-1', 'J1-1', 'J1-1']);
    // An invented entry of an imported file would be found just so.
    expect(items[1]).toMatchObject({ note: expect.stringContaining('no source is known to have confirmed it') });
    const read = await session.call('get_job', { jobId: job.ref, view: 'full' });
    expect(read.papers).toMatchObject([{ ref: 'J1-1', title: 'Zibbet lanterns of my own shore' }]);
    const exported = await session.call('export_papers', { jobId: 'J1', format: 'bibtex' });
    expect(JSON.stringify(exported)).toContain('Zibbet lanterns of my own shore');
    const again = (await session.call('lookup_papers', { items: ['J1-1'] })) as Answer;
    expect(again.items).toMatchObject([{ item: 'J1-1', found: 'exact' }]);
    await session.end();
  });
});

describe('people of the library', () => {
  const OWN = [
    {
      id: 'own:1',
      title: 'Wakes behind cones',
      authors: ['Zakkay, V.', 'Ada Example'],
      year: 1969,
      doi: '10.5555/own.cones',
    },
    { id: 'own:2', title: 'Mixing of jets', authors: ['Victor Zakkay'], year: 1964 },
    { id: 'own:3', title: 'Zakkay and the wakes', authors: ['Bo Other'], year: 1990 },
    { id: 'own:4', title: 'Öfen der Region', authors: ['Jürgen Zzzmüller'], year: 2001 },
  ];

  it('are found without any source, with their papers', async () => {
    const settings = settingsFor('library');
    await importPapers(settings, OWN);
    const answer = await lookUp(settings, ['author: Zakkay', 'author: J. Zzzmuller']);
    expect(answer.items).toMatchObject([
      {
        found: 'likely',
        papers: [{ title: 'Wakes behind cones' }, { title: 'Mixing of jets' }],
        authors: [
          { id: 'author: V. Zakkay', works: 1 },
          { id: 'author: Victor Zakkay', works: 1 },
        ],
      },
      { found: 'likely', papers: [{ title: 'Öfen der Region' }] },
    ]);
    expect(answer.items[0]).not.toHaveProperty('papersInLibrary');
    // As many as are asked for, and how many there are.
    const [first] = (await lookUp(settings, ['author: Zakkay'], { count: 1 })).items;
    expect(first).toMatchObject({ papers: [{ title: 'Wakes behind cones' }], papersInLibrary: 2 });
    expect(first?.papers).toHaveLength(1);
  });

  it('and their papers, those like one of its own, but not citations follow from the library alone', async () => {
    const settings = settingsFor('library');
    await importPapers(settings, [...OWN, { id: 'own:5', title: 'Wakes behind blunt cones', authors: ['Cy Third'] }]);
    const session = await Session.open(settings);
    try {
      const titlesOf = async (args: object) =>
        (await session.call('related_papers', args)).papers.map((it) => it.title);
      expect(await titlesOf({ ref: 'author: zakkay', relation: 'author' })).toEqual([
        'Wakes behind cones',
        'Mixing of jets',
      ]);
      const similar = await titlesOf({ ref: 'J1-1', relation: 'similar' });
      // Itself is left out, and so is what has nothing but a word in common with it.
      expect(similar).toEqual(['Wakes behind blunt cones']);
      const unlike = await session.call('related_papers', { ref: 'J1-2', relation: 'similar' });
      expect(unlike).toMatchObject({ isError: false, papers: [] });
      expect(unlike.notes[0]).toMatch(/^Nothing similar enough: only the local library was searched/);
      const byDoi = await session.call('related_papers', { ref: '10.5555/own.cones', relation: 'similar' });
      expect(byDoi.papers.map(({ title }) => title)).toEqual(['Wakes behind blunt cones']);
      const selected = await session.call('get_job', {
        jobId: 'J1',
        where: { author: 'Zakkay, Victor' },
        facets: true,
      });
      expect(selected.papers.map(({ title }) => title)).toEqual(['Wakes behind cones', 'Mixing of jets']);
      expect(selected).toMatchObject({ facets: { author: { 'Victor Zakkay': 2 } } });
      const cited = await session.call('related_papers', { ref: 'J1-1', relation: 'citations' });
      expect(cited.error).toMatchObject({ code: 'NOT_CONFIGURED', next: expect.stringContaining('relation similar') });
    } finally {
      await session.end();
    }
  });
});

describe('lookup_papers in hosted mode', () => {
  it('finds papers of stored jobs and of the sources', async () => {
    const scripted = await new ScriptedService({ token: TOKEN, papers: [EXAMPLE_PAPER] }).start();
    const session = await Session.open({
      ...settingsFor('library,openalex'),
      PAPERQUEUE_BASE_URL: scripted.baseUrl,
      PAPERQUEUE_TOKEN: TOKEN,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
    });
    await session.search(['owls', 'reading glasses', 'night vision']);
    const sent = scripted.requests.length;
    const items = [EXAMPLE_PAPER.title as string, titleOf('bert')];
    const answer = (await session.call('lookup_papers', { items })) as Answer;
    await session.end();
    await scripted.stop();
    expect(answer).toMatchObject({
      mode: 'hosted',
      credits: { cost: 0 },
      items: [{ found: 'exact' }, { found: 'exact' }],
    });
    expect(scripted.requests).toHaveLength(sent);
  });
});

describe('references that are hard to read', () => {
  const HARD = Object.entries(HOSTILE_CATALOGUE).map(([name, { authors, ...paper }], index) => ({
    name,
    work: {
      number: 7000 + index,
      abstract: 'Invented.',
      venue: '',
      ...paper,
      authors: authors.map((author): [string, string] => [
        author.split(' ').slice(0, -1).join(' '),
        author.split(' ').at(-1) ?? '',
      ]),
    } satisfies Work,
  }));

  beforeAll(() => {
    for (const source of [sources.openalex, sources.crossref])
      source.holdings = { works: HARD.map(({ work }) => work) };
  });

  /** What is found, and the title of the best paper. What one call has no time for, the next one goes on with. */
  async function findAll(texts: readonly string[]) {
    // Two, so that a title can be called unknown.
    let settings = settingsFor('openalex,crossref');
    let left = texts.length;
    const items: Item[] = [];
    for (let from = 0; from < texts.length; from += 50)
      items.push(...(await lookUp(settings, texts.slice(from, from + 50))).items);
    for (let calls = 0; calls < 12; calls += 1) {
      const open = items.flatMap(({ found }, index) => (found === 'unchecked' ? [index] : []));
      if (open.length === 0) break;
      // A busy machine connects late, and a source that did not answer is left alone for a minute: others may ask it.
      if (open.length === left) settings = settingsFor('openalex,crossref');
      left = open.length;
      const again = (
        await lookUp(
          settings,
          open.map((index) => texts[index] ?? ''),
        )
      ).items;
      for (const [nth, index] of open.entries()) items[index] = again[nth] as Item;
    }
    return items.map(({ found, papers }, index) => ({ text: texts[index], found, title: papers[0]?.title }));
  }

  it('are judged as they deserve, none found that does not exist', async () => {
    // Each request for titles waits for the pace of the source; all of them are compared without it elsewhere.
    const right = RIGHT.filter((_, index) => index % 4 === 0);
    const titled = ([text, name]: (typeof RIGHT)[number], found: string) => ({
      text,
      found,
      title: name ? HOSTILE_CATALOGUE[name].title : expect.any(String),
    });
    const expected = [
      ...right.map((reference) => titled(reference, 'exact')),
      ...WRONG.map((reference) => titled(reference, 'likely')),
      ...ABSENT.map((text) => ({ text, found: 'none', title: undefined })),
      ...UNTITLED.map((text) => ({ text, found: undefined, title: undefined })),
    ];
    expect(expected.length).toBeGreaterThanOrEqual(60);
    expect(await findAll(expected.map(({ text }) => text))).toEqual(expected);
  });
});

describe('people', () => {
  const ADA = {
    id: 'https://openalex.org/A5000000001',
    orcid: 'https://orcid.org/0000-0002-1825-0097',
    display_name: 'Ada Example',
    works_count: 38,
    last_known_institutions: [{ display_name: 'University of Invention' }],
  };
  const OTHER = { id: 'https://openalex.org/A5000000002', display_name: 'Ida Other', last_known_institutions: null };
  const candidate = {
    id: 'A5000000001',
    name: 'Ada Example',
    affiliation: 'University of Invention',
    works: 38,
    orcid: '0000-0002-1825-0097',
  };

  beforeAll(() => {
    sources.openalex.holdings = { works: WORKS, authors: [OTHER, ADA], related: { author: WORKS.slice(0, 2) } };
  });

  it('are found by ORCID and by name, and their papers by what that gave', async () => {
    const session = await Session.open(settingsFor('library,openalex'));
    try {
      const items = ['0000-0002-1825-0097', 'author: Ada Example', 'author: Nobody Atall', titleOf('bert')];
      const answer = (await session.call('lookup_papers', { items })) as Answer;
      expect(answer.items).toMatchObject([
        { found: 'exact', papers: [], authors: [candidate] },
        { found: 'likely', papers: [], authors: [candidate, { name: 'Ida Other' }] },
        { found: 'none', papers: [] },
        { found: 'exact', papers: [{ title: titleOf('bert') }] },
      ]);
      const related = await session.call('related_papers', { ref: 'A5000000001', relation: 'author', order: 'cited' });
      expect(related).toMatchObject({ job: { operation: 'relatedPapers', status: 'success' }, credits: { cost: 0 } });
      expect(related.papers?.map(({ title }) => title)).toEqual(WORKS.slice(0, 2).map(({ title }) => title));
      const asked = sources.openalex.asked.map(({ url }) => decodeURIComponent(url)).at(-1);
      expect(asked).toContain('authorships.author.id:A5000000001&sort=cited_by_count:desc');
      const again = { ref: 'https://openalex.org/A5000000001', relation: 'author', order: 'cited' };
      expect(await session.call('related_papers', again)).toMatchObject({ job: { reused: true } });
      const newest = await session.call('related_papers', { ref: 'A5000000001', relation: 'author' });
      expect(newest).toMatchObject({ job: { reused: false } });
    } finally {
      await session.end();
    }
  });

  it('are no papers: a name is refused where a person has to be certain', async () => {
    const refused = await runHere(['related', 'Ada Example', '--relation', 'author'], settingsFor('library,openalex'));
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('REF: an ORCID, an author id') });
    const alone = await runHere(['related', 'A5000000001', '--relation', 'author'], settingsFor('library'));
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('NOT_CONFIGURED') });
    const listed = await runHere(
      ['lookup', 'author: Ada Example', '--format', 'table'],
      settingsFor('library,openalex'),
    );
    expect(listed.stdout).toContain(
      'A5000000001  Ada Example\n          University of Invention; 38 papers; ORCID 0000-0002-1825-0097',
    );
    const unasked = await lookUp(settingsFor('library'), ['author: Ada Example']);
    expect(unasked).toMatchObject({
      items: [{ found: 'unchecked', note: expect.stringContaining('does not name openalex') }],
      asked: [
        { source: 'library', outcome: 'answered', works: expect.any(Number) },
        { source: 'openalex', outcome: 'not-asked' },
      ],
    });
  });
});

describe('paperqueue lookup', () => {
  it('checks the references of a file, with those on the command line first', async () => {
    const file = join(temporaryFolder(), 'refs.bib');
    const entry = `@article{a, title={${titleOf('bert')}}, author={Devlin, Jacob}, year={2019}}`;
    writeFileSync(
      file,
      `% my references\n${entry}\n\n@article{b, title={${'No such paper at all was ever written'}}, year={2020}}\n`,
    );
    const { code, stdout } = await runHere(
      ['lookup', titleOf('bleaching'), '--file', file, '--json'],
      settingsFor('library,openalex,crossref'),
    );
    expect(code).toBe(0);
    const { items } = JSON.parse(stdout) as Answer;
    expect(items.map(({ found }) => found)).toEqual(['exact', 'exact', 'none']);
    expect(items[2]).toMatchObject({ mayBeInvented: true });
    const byOne = await runHere(['lookup', '--file', file], settingsFor('library,openalex'));
    expect(byOne).toMatchObject({ code: 3, stderr: expect.stringContaining('Not asked: crossref, semanticscholar.') });
  });

  it('is where a search of a title in quotation marks goes, and not one of a few words', async () => {
    const settings = settingsFor('library,openalex');
    const byTitle = await runHere(['search', `"${titleOf('bleaching')}"`, '--json'], settings);
    expect(byTitle.code).toBe(0);
    expect(byTitle.stderr).toContain('is looked up (free)');
    expect(JSON.parse(byTitle.stdout)).toMatchObject({ items: [{ papers: [{ ref: 'J1-1' }] }] });
    const byWords = await runHere(['search', 'coral bleaching', '--format', 'bibtex'], settings);
    expect(byWords.stdout).toContain('recurrent mass bleaching of corals');
    expect(byWords.stderr).toContain('Searched with the keywords: coral bleaching, coral, bleaching');
    const byKeyword = await runHere(['search', '-k', 'bleaching', '--format', 'bibtex'], settings);
    expect(byKeyword.stdout).toContain('recurrent mass bleaching of corals');
  });

  it('refuses to look nothing up', async () => {
    const { code, stderr } = await runHere(['lookup'], settingsFor('library'));
    expect(code).toBe(2);
    expect(stderr).toContain('lookup needs a text or --file');
  });
});

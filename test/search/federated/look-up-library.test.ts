import { afterEach, describe, expect, it } from 'vitest';
import type { FoundPaper } from '../../../src/papers/found-paper.ts';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { createPaperFinder } from '../../../src/search/federated/finding/find-papers.ts';
import { connectLiveSources } from '../../../src/search/federated/live-sources.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { record } from '../../helpers/record.ts';
import { openShelf } from './shelf.ts';

/** What a look-up in the library alone says of texts that are no clean reference to one of its papers. */

const MUSSELS = record({
  title: 'Byssal threads of mussels in winter storms: a field study',
  authors: ['Ana Rodrigues'],
  year: 2003,
  venue: 'Shore Biology',
  doi: '10.1000/mussels',
  abstract: 'Mussels were moored on a raft.',
});
const RAFTS = record({
  title: 'Rafts and the wrack line',
  authors: ['Mette Holm', 'Owen Pugh'],
  year: 2000,
  venue: 'J. Sh. Bio. 25, 2000, 145.',
  doi: '10.1000/rafts',
});

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function lookUp(text: string, held = [MUSSELS, RAFTS]) {
  const { items } = await find(text, held);
  const { papers, ...item } = items[0] as (typeof items)[number];
  return { ...item, doi: papers[0]?.paper.doi, differs: papers[0]?.differs };
}

async function find(
  text: string,
  held: Parameters<ReturnType<typeof openShelf>['library']['add']>[0],
  stored: readonly FoundPaper[] = [],
) {
  const { library } = openShelf();
  library.add(held, undefined);
  const live = connectLiveSources(readConfig({ PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' }));
  open.push(live);
  const finder = createPaperFinder({
    library: async () => library,
    live: async () => live,
    withLibrary: true,
    keepFound: false,
  });
  const asking = { signal: new AbortController().signal, budgetMs: 5_000 };
  return {
    ...(await finder.find([readReference(text)], [...stored], undefined, asking)),
    starter: library.size().starter,
  };
}

describe('a look-up in the library', () => {
  it('counts the papers that a search counts: without those of the package, if there are others', async () => {
    const { asked, starter } = await find('Rafts and no wrack line', [MUSSELS, RAFTS]);
    expect(starter).toBeGreaterThan(0);
    expect(asked).toContainEqual({ source: 'library', outcome: 'answered', works: 2 });
    const { asked: ofStarter } = await find('Rafts and no wrack line', []);
    expect(ofStarter).toContainEqual({ source: 'library', outcome: 'answered', works: starter });
  });

  it('suggests the paper that has all of a few remembered words, its author and year among them', async () => {
    const remembered = await lookUp('Rodrigues byssal threads winter 2003');
    expect(remembered).toEqual({ doi: MUSSELS.doi, differs: [] });
    // A wrong name or a short form among many right words; without a year all must be there.
    const wrong = await lookUp('Rodriguez byssal threads mussels winter storms Sh Biology 2003');
    expect(wrong).toEqual({ doi: MUSSELS.doi, differs: [] });
    const initials = await lookUp('Rodrigues AB byssal threads mussels winter storms field study 2003');
    expect(initials).toEqual({ doi: MUSSELS.doi, differs: [] });
    expect(await lookUp('Rodriguez byssal threads of barnacles 2004')).toMatchObject({ found: 'unchecked' });
    expect(await lookUp('Rodriguez byssal threads winter')).toMatchObject({ found: 'unchecked' });
  });

  it('suggests what fits a question well, which is no title and need not have its words', async () => {
    const question = 'do byssal threads help mussels in winter storms';
    expect(await lookUp(question)).toEqual({ doi: MUSSELS.doi, differs: [] });
    // A topic that nothing fits is no reference that could be missing.
    expect(await lookUp('do byssal threads help barnacles under heavy traffic')).toEqual({
      note: { kind: 'no-paper-on-topic' },
      doi: undefined,
      differs: undefined,
    });
    // With a capital it may be a title, which is checked.
    expect(await lookUp('Do byssal threads help mussels in winter storms')).toMatchObject({ found: 'unchecked' });
  });

  it('finds a paper by family names and year alone', async () => {
    for (const asked of ['Holm Pugh 2000', 'Holm & Pugh (2000)', 'Pugh et al., 2000', 'Rodrigues 2003'])
      expect(await lookUp(asked)).toMatchObject({
        found: 'likely',
        doi: asked.startsWith('R') ? MUSSELS.doi : RAFTS.doi,
        differs: [],
      });
    const others = [record({ title: 'Moss', authors: ['M. Holm'], year: 2000 })];
    for (const asked of ['Holm Pugh 2001', 'Holm Berg 2000', 'Owen Mette 2000', 'holm pugh 2000'])
      expect(await lookUp(asked, [RAFTS, ...others])).toMatchObject({ doi: undefined });
    expect(await lookUp('Holm 2000', [RAFTS, ...others])).toMatchObject({ found: 'likely', papersInLibrary: 2 });
  });

  it('tells whose a title is that it knows by others than those named, and calls it neither missing nor invented', async () => {
    const asked = await lookUp('Lind O. Rafts and the wrack line. Annals of Botany, 2010.');
    expect(asked).toMatchObject({
      note: { kind: 'title-of-others', title: RAFTS.title, authors: 'Mette Holm, Owen Pugh', year: 2000 },
    });
    expect(asked).not.toHaveProperty('mayBeInvented');
  });

  it.each(["Holm's wrack line", 'Rafts & wrack'])(
    'knows a short title that stands alone, however it is spelt: %s',
    async (title) => {
      const held = record({ title, authors: ['Mette Holm'], year: 2000 });
      for (const asked of [title, title.replace('&', 'and').replace("'", '’')])
        expect(await lookUp(asked, [held])).toMatchObject({ found: 'exact' });
    },
  );

  it('finds a short title under a wrong first author by another author, year and journal', async () => {
    const asked = (rest: string) => lookUp(`Berg K, ${rest}`);
    expect(await asked('Pugh O. Rafts and the wrack line. Journal of Shore Biology, 2000.')).toMatchObject({
      found: 'likely',
      doi: RAFTS.doi,
      differs: ['first author: Mette Holm, asked Berg'],
    });
    const pairs = record({ title: 'Tidal pairs', authors: ['Mette Holm', 'Owen Pugh'], year: 2011, venue: 'Shores' });
    for (const rest of ['2011.', 'Shores, 2011.'])
      expect(await lookUp(`Pugh O. Tidal pairs. ${rest}`, [pairs])).toMatchObject({
        found: 'likely',
        differs: ['first author: Mette Holm, asked Pugh'],
      });
    for (const other of [
      'Pugh O. Tidal pairs. 2012.',
      'Lind O. Tidal pairs. 2011.',
      'Pugh O. Tidal pairs. Moss, 2011.',
    ])
      expect(await lookUp(other, [pairs])).toMatchObject({ found: 'unchecked' });
    for (const other of [
      'Lind O. Rafts and the wrack line. Journal of Shore Biology, 2000.',
      'Pugh O. Rafts and the wrack line. Journal of Shore Biology, 2010.',
      'Pugh O. Rafts and the wrack line. Annals of Botany, 2000.',
    ])
      expect(await asked(other)).toMatchObject({ found: 'unchecked', doi: undefined });
  });

  it('reads authors and a year behind the title, and no journal with initials as an author', async () => {
    const title = 'Byssal threads of mussels in winter storms: a field study.';
    for (const behind of ['Rodrigues A. 2003. Shore Biology', 'Rodrigues A, Holm M (2003). Shore Biology 12: 3-9'])
      expect(await lookUp(`${title} ${behind}`)).toMatchObject({ found: 'exact', differs: [] });
    expect(await lookUp(`${title} Holm M. 2003. Shore Biology`)).toMatchObject({
      doi: MUSSELS.doi,
      differs: ['first author: Ana Rodrigues, asked Holm'],
    });
    expect(await lookUp(`${title} Rodrigues A. 2003. Annals of Botany`)).toMatchObject({
      doi: MUSSELS.doi,
      differs: ['venue: Shore Biology, asked Annals of Botany'],
    });
    expect(await lookUp('Rafts and the wrack line. J. Sh. Bio. 2000. 25: 145')).toMatchObject({
      doi: RAFTS.doi,
      differs: [],
    });
  });

  it('says how many spellings of a name the library has where it names only some', async () => {
    const spellings = (count: number) =>
      [...'ABCDEFGHIJKLMNOPQRST'].slice(0, count).map((initial) => `${initial}. Holmes`);
    const byHolmes = (count: number) =>
      spellings(count).map((name) => record({ title: `Tides ${name}`, authors: [name] }));
    const few = await lookUp('author: Holmes', byHolmes(15));
    expect([few.authors?.length, few.namesInLibrary]).toEqual([15, undefined]);
    const many = await lookUp('author: Holmes', byHolmes(18));
    expect([many.authors?.length, many.namesInLibrary]).toEqual([15, 18]);
  });

  it('finds people under each of two family names that a source gave apart', async () => {
    const name = 'Gabriel García Márquez';
    const novel = record({ title: 'Tides of a river', authors: [{ family: 'García Márquez', given: 'Gabriel' }] });
    expect(novel.authors).toEqual([name]);
    for (const asked of ['García', 'Marquez, G', 'Gabriel García Márquez'])
      expect(await lookUp(`author: ${asked}`, [novel])).toMatchObject({ authors: [{ name, works: 1 }] });
    expect(await lookUp('author: García, Ana', [novel])).toMatchObject({ found: 'unchecked' });
  });

  it('reads volume and pages that a record has in its venue', async () => {
    const asked = (rest: string) =>
      lookUp(`Holm M, Pugh O. Rafts and the wrack line. Journal of Shore Biology. ${rest}`);
    expect(await asked('2000;25:145.')).toMatchObject({ found: 'exact', differs: [] });
    expect(await asked('2000;31:145.')).toMatchObject({ found: 'likely', differs: ['volume: 25, asked 31'] });
    expect(await asked('2000;25:154.')).toMatchObject({ found: 'likely', differs: ['pages: 145, asked 154'] });
  });

  it('names the other paper that the DOI of a right reference belongs to', async () => {
    const text = 'Rodrigues A. Byssal threads of mussels in winter storms: a field study. 2003. doi:10.1000/rafts';
    const { found, doi, differs, note } = await lookUp(text);
    expect({ found, doi, differs }).toEqual({
      found: 'likely',
      doi: MUSSELS.doi,
      differs: ['DOI: 10.1000/mussels, asked 10.1000/rafts'],
    });
    expect(note).toEqual({ kind: 'doi-of-another', doi: '10.1000/rafts', title: RAFTS.title });
  });

  it('names the other paper although its title has most of its words in the reference', async () => {
    const storms = record({
      title: 'Winter storms and mussels in a field',
      authors: ['Ida Berg'],
      doi: '10.1000/storms',
    });
    const text = 'Rodrigues A. Byssal threads of mussels in winter storms: a field study. 2003. doi:10.1000/storms';
    const { doi, note } = await lookUp(text, [MUSSELS, storms]);
    expect({ doi, note }).toEqual({
      doi: MUSSELS.doi,
      note: { kind: 'doi-of-another', doi: '10.1000/storms', title: storms.title },
    });
  });

  it.each(['', ' after an earlier search found one'])('shows both works of one title%s', async (afterSearch) => {
    const [title, authors] = ['Axiomatic framework for seaweed that drifts ashore', ['Ana Rodrigues']];
    const first = record({
      title,
      authors,
      venue: 'arXiv',
      year: 2005,
      key: 'arxiv:0502.10227',
      abstract: 'This paper is withdrawn.',
    });
    const second = record({ title, authors, venue: 'arXiv', year: 2008, key: 'arxiv:0811.12080' });
    const { items } = await find(title, [first, second], afterSearch ? [second] : []);
    expect(items[0]?.found).toBe('exact');
    expect(items[0]?.papers.map(({ paper }) => paper.year).sort()).toEqual([2005, 2008]);
    const { items: dated } = await find(`Rodrigues A. ${title}. 2005`, [first, second]);
    expect(dated[0]?.papers.map(({ paper }) => paper.year)).toEqual([2005]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBox } from '../../../src/search/look-up/pages/read-box.ts';
import { makePdf } from '../../helpers/pdf-file.ts';
import type { ServedHere } from '../../helpers/run-here.ts';
import { importPapers } from '../../helpers/sources/world.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { enter, serveUiHere, type Visitor } from './visit.ts';

/** The local page as a desk, over a library of a few papers, without a browser. */

const OWLS = {
  title: 'Barn owls hunt at night by hearing alone',
  doi: '10.1234/owls',
  year: 2011,
  authors: ['Ada Uhu'],
};
const LENS = {
  title: 'RETRACTED: Glasses for owls that hunt at night',
  doi: '10.1234/glasses',
  year: 2012,
  abstract: 'This article has been retracted. Owls that hunt at night were given glasses.',
};
const MICE = { title: 'Owls and mice at night in the field', doi: '10.1234/mice', year: 2015 };

let settings: Record<string, string>;
let served: ServedHere;
let visitor: Visitor;
beforeAll(async () => {
  settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await importPapers(settings, [OWLS, LENS, MICE]);
  served = await serveUiHere(settings);
  visitor = await enter(served.address);
});
afterAll(() => served.end());

/** The titles of a page's papers, once its search has ended. */
async function titlesAt(path: string | null): Promise<string[]> {
  const job = (path ?? '').replace(/\?.*/, '');
  await until(async () => JSON.parse((await visitor.get(`${job}/progress.json`)).text).isOver);
  const { papers } = JSON.parse((await visitor.get(`${job}/view.json`)).text) as { papers: { title: string }[] };
  return papers.map(({ title }) => title);
}

describe('the one box', () => {
  it.each([
    ['10.1234/owls', 'look-up'],
    ['https://doi.org/10.1234/owls', 'look-up'],
    ['"Barn owls hunt at night by hearing alone"', 'look-up'],
    ['Uhu A. Barn owls hunt at night by hearing alone. Birds 2011;3:1-9', 'look-up'],
    ['Uhu (2011) Barn owls hunt at night.\nMaus (2015) Owls and mice in the field.', 'look-up'],
    ['@article{a, title={Barn owls hunt}, year={2011}}', 'look-up'],
    ['TY  - JOUR\nTI  - Barn owls hunt\nER  - ', 'look-up'],
    ['author: Ada Uhu', 'look-up'],
    ['owls', 'search'],
    ['owls at night', 'search'],
    ['owls, glasses, night', 'search'],
    ['owls\nglasses\nnight vision', 'search'],
    ['How do owls that hunt at night find mice in the grass of a field?', 'search'],
    ['Barn owls hunt at night by hearing alone', 'search'],
    ['owls 2011', 'search'],
    [' \n ', 'nothing'],
  ])('reads %j as %s', (text, kind) => {
    expect(readBox(text).kind).toBe(kind);
  });

  it('takes keywords between commas and one a line as they are, and a question whole', () => {
    expect(readBox('how owls see at night\nhearing of barn owls')).toMatchObject({
      values: { parts: ['how owls see at night\nhearing of barn owls'] },
    });
    // A paragraph that a program broke into lines is one question.
    const broken =
      'Which owls find their prey by hearing alone, and how did their\nfaces come to be so round and flat?';
    expect(readBox(broken)).toMatchObject({ values: { query: [broken.replace('\n', ' ')] } });
    expect(readBox('owls, night vision; glasses')).toMatchObject({
      values: { keywords: ['owls\nnight vision\nglasses'] },
    });
    expect(readBox('owls\nglasses\nnight')).toMatchObject({ values: { keywords: ['owls\nglasses\nnight'] } });
    const question = 'How do owls that hunt at night, and those that hunt by day, find mice in the grass?';
    expect(readBox(question)).toMatchObject({ values: { query: [question] } });
  });

  it('searches words at once where that is free', async () => {
    const { status, location } = await visitor.find('owls at night');
    expect(status).toBe(303);
    expect(location).toMatch(/^\/jobs\/J\d+$/);
    expect((await titlesAt(location)).sort()).toEqual([OWLS.title, LENS.title, MICE.title].sort());
  });

  it('looks up a DOI, and a list in which the retracted reference is red and stands first', async () => {
    const one = await visitor.find('10.1234/owls');
    expect(await titlesAt(one.location)).toEqual([OWLS.title]);
    const list = await visitor.find(`${OWLS.doi}\n${LENS.doi}\nNobody 1999. There is no such paper about anything.`);
    const { text } = await visitor.get(list.location ?? '');
    const verdicts = [...text.matchAll(/<li class="(\w+)"><b class="verdict">([^<]+)</g)].map(([, ...each]) => each);
    expect(verdicts[0]).toEqual(['red', 'retracted']);
    expect(verdicts).toHaveLength(3);
    expect(verdicts[2]).toEqual(['exact', 'found']);
  });

  it('keeps what was written where it is refused', async () => {
    const text = Array.from({ length: 12 }, (_, at) => `<word${at}>`).join(', ');
    const refused = await visitor.find(text);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(`${text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</textarea>`);
    expect(refused.text).toContain('id="keywords-wrong"');
  });
});

describe('files', () => {
  it('BibTeX goes into the library, and its references can be looked up', async () => {
    const bib =
      '@article{kauz, title={Little owls of the vineyards}, author={Kauz, Eva}, year={2020}, doi={10.1234/kauz}}';
    const { location } = await visitor.find('', { 'refs.bib': bib });
    const { text } = await visitor.get(location ?? '');
    expect(text).toContain('1 paper added to the library (bibtex).');
    expect(text).toContain('Look up its 1 reference');
    const found = await visitor.find('10.1234/kauz');
    expect(await titlesAt(found.location)).toEqual(['Little owls of the vineyards']);
  });

  it('a list of references is looked up, whatever its name', async () => {
    const { location } = await visitor.find('', { 'references.txt': `${OWLS.doi}\n${MICE.doi}\n` });
    expect((await titlesAt(location)).sort()).toEqual([OWLS.title, MICE.title]);
  });

  it('a PDF becomes the text of the paper that it says it is; one that says nothing is refused, and the rest taken', async () => {
    const line = (text: string, y: number) => ({ text, x: 60, y, size: 11 });
    const body = Array.from({ length: 30 }, (_, at) =>
      line(`Owl ${at} hears mice in the grass of a field at night.`, 130 + 14 * at),
    );
    const article = makePdf([[{ ...line(OWLS.title, 60), size: 18 }, line(`doi:${OWLS.doi}`, 90), ...body]]);
    const { location } = await visitor.find('', { 'owls.pdf': article, 'nothing.pdf': makePdf([[line('1', 60)]]) });
    const { text } = await visitor.get(location ?? '');
    expect(text).toContain(`<b dir="auto">owls.pdf</b>: It is kept as the text of “${OWLS.title}”.`);
    expect(text).toContain('<b dir="auto">nothing.pdf</b>:');
    expect(text.match(/is kept as the text/g)).toHaveLength(1);
  });
});

describe('searches on the desk', () => {
  const section = async (id: string) =>
    new RegExp(`<section class="card[^"]*" id="${id}"[\\s\\S]*?</section>`).exec((await visitor.get('/')).text)?.[0] ??
    '';
  const lines = async () => [...(await section('searches')).matchAll(/id="line-(J\d+)"/g)].map(([, ref]) => ref);
  /** The undo that the next page offers: its path and its fields. */
  const undoOf = async () => {
    const { text } = await visitor.get('/');
    const [, says = '', path = '', form = ''] =
      /<div class="notice" role="status"><span>([^<]*)<\/span><form method="post" action="[^"]*?(\/(?:jobs|watches)\/[^"]+)">(.*?)<\/form>/.exec(
        text,
      ) ?? [];
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    return { says, path, fields: Object.fromEntries(fields) as Record<string, string> };
  };

  it('are starred and named, and both can be undone', async () => {
    const { location } = await visitor.find('owls, mice, field');
    const job = location ?? '';
    const ref = job.slice('/jobs/'.length);
    await titlesAt(job);
    const { location: newer } = await visitor.find('owls, mice, meadow');
    await titlesAt(newer);
    expect((await lines())[0]).not.toBe(ref);
    const starred = await visitor.post(`${job}/star`, { starred: 'true', back: 'desk' });
    // The line, wherever it stands now: position and focus stay with it.
    expect(starred.location).toBe(`#line-${ref}`);
    const unstar = await undoOf();
    expect(await section('searches')).toContain(`id="line-${ref}"`);
    expect((await lines())[0]).toBe(ref);
    await visitor.post(`${job}/name`, { name: '<my> owls' });
    const unname = await undoOf();
    expect(await section('searches')).toMatch(/dir="auto">&lt;my&gt; owls</);
    // Said once.
    expect((await undoOf()).says).toBe('');
    await visitor.post(unstar.path, unstar.fields);
    await visitor.post(unname.path, unname.fields);
    expect((await lines())[0]).not.toBe(ref);
    expect(await section('searches')).not.toContain('my&gt; owls');
  });

  it('are watched, and say how many papers the last run was the first to find', async () => {
    const { location } = await visitor.find('owls, eagle, watched');
    const job = location ?? '';
    const before = await titlesAt(job);
    await visitor.post(`${job}/watch`, {});
    expect(await section('news')).toContain('not repeated yet');
    const own = { title: 'Eagle owls, watched from a hide', doi: '10.1234/eagle', year: 2024 };
    await visitor.find('', { 'new.jsonl': JSON.stringify(own) });
    const run = await visitor.post('/watches/W1/run', {});
    expect(run.location).toMatch(/^\/jobs\/J\d+\?new$/);
    expect((await titlesAt(run.location)).sort()).toEqual([...before, own.title].sort());
    expect(await section('news')).toMatch(/ran today \d\d:\d\d · since today<[\s\S]*mark-chip new">1 new</);
    // One line for both runs.
    expect(await section('searches')).toMatch(new RegExp(`earlier <a class="earlier" href="[^"]+${job}">`));

    const { location: news } = await visitor.get('/watches/W1');
    expect(news).toBe(run.location);
    const { text } = await visitor.get(news ?? '');
    const [, notIn] = /data-new="([^"]+)"/.exec(text) ?? [];
    const { papers } = JSON.parse((await visitor.get(`${news?.replace('?new', '')}/view.json?notIn=${notIn}`)).text);
    expect(papers.map(({ title }: { title: string }) => title)).toEqual([own.title]);
    // Its end was shown: the next run is a search of its own, and finds nothing new.
    const next = await visitor.post('/watches/W1/run', {});
    expect(next.location).not.toBe(run.location);
    await titlesAt(next.location);
    expect(await section('news')).toContain('>0 new<');
    await visitor.post('/watches/W1/remove', {});
    const keep = await undoOf();
    expect(await section('news')).toContain('Nothing is watched');
    expect((await visitor.post('/watches/W1/run', {})).status).toBe(400);
    await visitor.post(keep.path, keep.fields);
    // With all its runs.
    expect(await section('news')).toContain('>0 new<');
    await visitor.post('/watches/W1/remove', {});
  });

  it('are removed, and come back within the minute', async () => {
    const { location } = await visitor.find('owls, to, remove');
    const [job, ref] = [location ?? '', location?.slice('/jobs/'.length)];
    await titlesAt(job);
    const removed = await visitor.post(`${job}/remove`, {});
    expect(removed.location).toBe('#searches');
    const undo = await undoOf();
    expect(undo.says).toBe(`${ref} is removed.`);
    expect(await lines()).not.toContain(ref);
    await visitor.post(undo.path, undo.fields);
    expect(await lines()).toContain(ref);
  });

  it('that are watched are not removed', async () => {
    const { location } = await visitor.find('owls, kept, by a watch');
    await titlesAt(location);
    await visitor.post(`${location}/watch`, {});
    await visitor.get('/');
    await visitor.post(`${location}/remove`, {});
    expect((await visitor.get('/')).text).toContain('stays: it is watched.');
    expect(await lines()).toContain(location?.slice('/jobs/'.length));
  });

  it('say what fits, what is retracted and when it was published, once that is counted', async () => {
    const { location } = await visitor.find('owls, hunt, glasses');
    await titlesAt(location);
    expect(await section('searches')).toContain(`data-line="${visitor.root}${location}/line"`);
    const { text } = await visitor.get(`${location}/line`);
    expect(text).toMatch(/[12] of \d fits? well/);
    expect(text).toContain('1 retracted');
    expect(text).toMatch(/<svg class="spark [^>]*aria-label="Papers by year, 20\d\d/);
    // Counted now, so the desk has it at once.
    expect(await section('searches')).toContain(text.trim());
  });

  it('are made again, and changed from what they asked', async () => {
    const { location } = await visitor.find('owls, night, hearing');
    const job = location ?? '';
    await titlesAt(job);
    const again = await visitor.post(`${job}/again`, {});
    expect(again.location).toMatch(/^\/jobs\/J\d+$/);
    expect(again.location).not.toBe(job);
    const { text } = await visitor.get(`/?of=${job.slice('/jobs/'.length)}`);
    expect(text).toContain('>\nowls\nnight\nhearing</textarea>');
    expect(text).toMatch(/<details class="all-fields" open>/);
  });
});

describe('a form with wrong fields', () => {
  it('has what is wrong at each field, and everything else as it was', async () => {
    const { status, text } = await visitor.post('/searches', {
      keywords: 'owls, night',
      yearFrom: 'soon',
      minCitationCount: '-1',
      limit: '200',
      publicationTypes: 'conference',
    });
    expect(status).toBe(400);
    for (const name of ['keywords', 'yearFrom', 'minCitationCount']) {
      expect(text).toMatch(
        new RegExp(`<(?:input|textarea) id="${name}"[^>]*aria-describedby="[^"]*${name}-wrong"[^>]*aria-invalid=true`),
      );
      expect(text).toContain(`id="${name}-wrong">`);
      expect(text).toContain(`<a href="#${name}">`);
    }
    expect(text).toMatch(/value="200"\s+checked/);
    expect(text).toMatch(/value="conference"\s+checked/);
    expect(text).toContain('value="soon"');
    expect(text).not.toContain('id="yearTo-wrong"');
  });
});

describe('a search that fails', () => {
  it('says which source failed and how, and can be made again or changed', async () => {
    const own = await serveUiHere({
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_SOURCES: 'crossref',
      PAPERQUEUE_SOURCE_URLS: 'crossref=http://127.0.0.1:9',
    });
    const person = await enter(own.address);
    const { location } = await person.find('owls, night, failing');
    const job = location ?? '';
    await until(async () => JSON.parse((await person.get(`${job}/progress.json`)).text).isOver, 'the end');
    const { text } = await person.get(job);
    expect(text).toContain('Search it again');
    expect(text).toContain('Crossref: could not be reached');
    const change = /href="[^"]*(\?of=J1)">Change the search/.exec(text)?.[1] ?? '';
    expect((await person.get(`/${change}`)).text).toContain('>\nowls\nnight\nfailing</textarea>');
    expect((await person.post(`${job}/again`, {})).location).toBe('/jobs/J2');
    await own.end();
  });
});

describe('one paper', () => {
  /** The path of the barn owls, as a look-up found them. */
  async function owls(): Promise<string> {
    const { location } = await visitor.find(OWLS.doi);
    return `/papers/${location?.slice('/jobs/'.length)}-1`;
  }

  async function tell(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${visitor.origin}${visitor.root}${path}`, {
      method: 'POST',
      headers: { origin: visitor.origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, json: (answer.status === 403 ? {} : await answer.json()) as { problem?: string } };
  }

  it('has its text, once it is attached: the outline, passages with their place, and whether it has a sentence', async () => {
    const paper = await owls();
    const line = (text: string, at: number) => ({ text, x: 60, y: 60 + 16 * at, size: 11 });
    const lines = Array.from({ length: 30 }, (_, at) =>
      line(`Owl number ${at} hears mice in the grass of a field.`, at + 3),
    );
    const pdf = makePdf([[{ ...line(OWLS.title, 0), size: 18 }, ...lines, line('Every third owl slept.', 34)]]);
    const body = new FormData();
    body.append('file', new Blob([pdf as unknown as string]), 'owls.pdf');
    const sent = { method: 'POST', body, headers: { origin: visitor.origin } };
    const kept = await fetch(`${visitor.origin}${visitor.root}${paper}/text`, sent);
    expect(await kept.json()).toMatchObject({ isKept: true });

    const text = async (part: string) => JSON.parse((await visitor.get(`${paper}/text.json${part}`)).text);
    expect((await text('')).source).toContain('attached');
    const { passages } = await text('?find=slept');
    expect(passages[0].text).toContain('Every third owl slept.');
    expect(passages[0].at).toMatch(/^p1\./);
    expect((await text('?quote=Every+third+owl+slept.')).quote).toMatchObject({ says: 'The text has this sentence.' });
    const altered = async (quote: string) => (await text(`?${new URLSearchParams({ quote })}`)).quote;
    expect(await altered('Owl number 8 hears no mice in the grass of a field.')).toMatchObject({
      says: 'The text says something else.',
      differences: expect.arrayContaining([{ quote: 'no', document: '' }]),
    });
    const asked = 'Owl number 77 hears mice in the grass of a field.';
    const numbers = await altered(asked);
    expect(numbers).toMatchObject({ says: 'The text has another number.', asked });
    expect(numbers.text).toMatch(/^Owl number \d+ hears mice/);
    expect(numbers.differences).toEqual([{ quote: '77', document: /\d+/.exec(numbers.text)?.[0] }]);
    expect((await text('?quote=Nobody+ever+saw+a+horse+here.')).quote.says).toBe('The text does not have it.');
  });

  it('has tags and notes in the library, for pages of ours alone', async () => {
    const paper = await owls();
    const notes = async () => JSON.parse((await visitor.get(`${paper}/notes.json`)).text);
    expect(await notes()).toMatchObject({ inLibrary: true, tags: [], notes: [] });
    await tell(`${paper}/notes.json`, { tags: ['to <read>', 'night'], notes: ['Two\nlines'] });
    await tell(`${paper}/notes.json`, { untags: ['night'] });
    expect(await notes()).toMatchObject({ tags: ['to <read>'], notes: ['Two\nlines'] });
    expect((await tell(`${paper}/notes.json`, { tags: ['evil'] }, { origin: 'http://127.0.0.1:1' })).status).toBe(403);
    expect((await tell(`${paper}/notes.json`, { tags: [' '] })).json.problem).toBeDefined();
    expect((await tell(`${paper}/notes.json`, { tags: 'night' })).status).toBe(400);
    expect((await notes()).tags).toEqual(['to <read>']);
  });

  it('says why its citations are not known', async () => {
    const { json } = await tell(`${await owls()}/cited.json`, { relation: 'citations', notIn: [] });
    expect(json).toMatchObject({ papers: [], known: 0 });
    expect(json.problem).toMatch(/source/i);
  });

  it.each(['/papers/J999-1/text.json', '/papers/J999-1/notes.json', '/papers/J1/text.json'])(
    'that nobody has gives 404: %s',
    async (path) => {
      expect((await visitor.get(path)).status).toBe(404);
    },
  );
});

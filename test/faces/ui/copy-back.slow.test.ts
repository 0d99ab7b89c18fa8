import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, type ServedHere } from '../../helpers/run-here.ts';
import { importPapers } from '../../helpers/sources/world.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { enter, serveUiHere, takeTurn, type Visitor } from './visit.ts';

/** A copy of a report with the decisions of somebody else, which comes back by mail. */

const PAPERS = Array.from({ length: 6 }, (_, at) => ({
  title: `Owls and hearing at night, part ${'one two three four five six'.split(' ')[at]} of the field study`,
  doi: `10.1234/owls.${at}`,
  year: 2010 + at,
  abstract: `Owls hear at night. This is number ${at}, with </script> in its text.`,
}));

let settings: Record<string, string>;
let served: ServedHere;
let visitor: Visitor;
/** The report of the search, and the references of its papers. */
let report: string;
let refs: string[];
beforeAll(async () => {
  settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await importPapers(settings, PAPERS);
  served = await serveUiHere(settings);
  visitor = await enter(served.address);
  const { location } = await visitor.find('owls, hearing, night');
  await until(async () => JSON.parse((await visitor.get(`${location}/progress.json`)).text).isOver);
  report = (await visitor.get('/jobs/J1/export/html')).text;
  const { papers } = JSON.parse((await visitor.get('/jobs/J1/view.json')).text) as { papers: { ref: string }[] };
  refs = papers.map(({ ref }) => ref);
  const mine = ['include', 'include', 'exclude', 'exclude'];
  const decisions = mine.map((decision, at) => ({ ref: refs[at], decision }));
  await takeTurn(visitor, '/job/J1', { decisions });
});
afterAll(() => served.end());

/** The report as its own page saves a copy of it, with these decisions on the first papers. */
function copyWith(by: string, decisions: readonly string[]): string {
  const own = decisions.map((decision, at) => [refs[at], { decision, note: `note ${at}`, at: '2026-11-28T10:00:00Z' }]);
  const island = JSON.stringify({ v: 1, by, decisions: Object.fromEntries(own) }).replaceAll('<', '\\u003c');
  return report.replace('</body>', `<script type="application/json" id="decisions">${island}</script></body>`);
}

/** The person's own decisions on the papers, in order. */
const decisions = async () => {
  const { json } = await takeTurn(visitor, '/job/J1', {});
  const { decisions: own } = json as { decisions: Record<string, { decision?: string }> };
  return refs.map((ref) => own[ref]?.decision);
};

const compared = async (review = 'R1') =>
  [...(await visitor.get(`/review/${review}`)).text.matchAll(/<li><b dir="auto">([^<]+)<\/b>: (.*?)<\/li>/gs)].map(
    ([, name, rest = '']) => [
      name,
      rest
        .replace(/<[^>]+>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ],
  );

describe('a copy that comes back', () => {
  it('dropped on the desk goes into the review of its search, and is compared', async () => {
    const { location } = await visitor.find('', {
      'from-ben.html': copyWith('Ben', ['include', 'exclude', 'exclude', 'include', 'include']),
    });
    expect(location).toBe('/review/R1#compare');
    expect((await visitor.get('/review/R1')).text).toContain('from-ben.html: 0 new records');
    expect((await compared())[0]?.[1]).toMatch(/^2 agreed · 2 differ 1 only Ben has read · 0 only you/);
    const { text } = await visitor.get('/review/R1');
    expect(text.match(/Keep mine<\/button>/g)).toHaveLength(2);
    expect(text).toContain('note 1');
    // Nobody's decision was changed.
    expect(await decisions()).toEqual(['include', 'include', 'exclude', 'exclude', undefined, undefined]);
  });

  it('is settled where it is compared: the own decision stays, or the other is taken', async () => {
    await visitor.post('/review/R1/settle', { ref: refs[1] ?? '', reader: 'Ben', take: 'own' });
    expect((await compared())[0]?.[1]).toMatch(/^2 agreed · 1 differ /);
    await visitor.post('/review/R1/settle', { ref: refs[3] ?? '', reader: 'Ben', take: 'theirs' });
    expect((await compared())[0]?.[1]).toMatch(/^2 agreed · 0 differ /);
    expect(await decisions()).toEqual(['include', 'include', 'exclude', 'include', undefined, undefined]);
  });

  it('taken in again shows what still differs', async () => {
    await visitor.find('', { 'again.html': copyWith('Ben', ['include', 'exclude', 'exclude', 'include', 'include']) });
    expect((await compared())[0]?.[1]).toMatch(/^3 agreed · 1 differ /);
    await visitor.post('/review/R1/settle', { ref: refs[1] ?? '', reader: 'Ben', take: 'own' });
  });

  it('as a table of decisions is compared as well', async () => {
    const cells = (decision: string, at: number) => [
      refs[at],
      PAPERS[at]?.doi,
      PAPERS[at]?.title,
      '',
      '2012',
      decision,
    ];
    const { papers } = JSON.parse((await visitor.get('/jobs/J1/view.json')).text) as {
      papers: { ref: string; title: string; doi: string }[];
    };
    const rows = ['include', 'include', 'exclude'].map((decision, at) => {
      const { ref = '', doi = '', title = '' } = papers[at] ?? {};
      return Object.assign(cells(decision, at), [ref, doi, title]);
    });
    const head = ['ref', 'doi', 'title', 'authors', 'year', 'Cleo | decision'];
    const csv = `\ufeff${[head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')}\r\n`;
    const { location } = await visitor.find('', { 'J1-decisions.csv': csv });
    expect(location).toBe('/review/R1#compare');
    expect(await compared()).toContainEqual(['Cleo', '3 agreed · 0 differ 0 only Cleo has read · 1 only you']);
  });

  it('without a name is called after its file', async () => {
    await visitor.find('', { 'nobody.html': copyWith('', ['maybe']) });
    expect((await compared()).map(([name]) => name)).toContain('nobody');
  });

  it('dropped on the page of a review is taken in there, and by the command line too', async () => {
    const body = new FormData();
    body.append('file', new Blob([copyWith('Finn', ['include'])]), 'finn.html');
    const sent = { method: 'POST', body, headers: { origin: visitor.origin }, redirect: 'manual' } as const;
    const taken = await fetch(`${visitor.origin}${visitor.root}/review/R1/import`, sent);
    expect(taken.status).toBe(303);
    expect((await compared()).map(([name]) => name)).toContain('Finn');
    const path = join(temporaryFolder(), 'dora.html');
    writeFileSync(path, copyWith('Dora', ['include']));
    const { code } = await runHere(['review', 'import', 'R1', path], settings);
    expect(code).toBe(0);
    expect((await compared()).map(([name]) => name)).toContain('Dora');
  });

  it('of a search that is not here goes nowhere by itself', async () => {
    const other = copyWith('Eve', ['include', 'include']).replaceAll('Owls and hearing', 'Bats and whistling');
    const { location } = await visitor.find('', { 'eve.html': other });
    expect((await visitor.get(location ?? '')).text).toContain('on papers of searches that are not here');
    expect((await compared()).map(([name]) => name)).not.toContain('Eve');
  });

  it('without decisions, or another page, is no copy', async () => {
    const before = await compared();
    await visitor.find('', { 'report.html': report });
    await visitor.find('', { 'page.html': '<!doctype html><p>10.1234/owls.1</p>' });
    expect(await compared()).toEqual(before);
  });
});

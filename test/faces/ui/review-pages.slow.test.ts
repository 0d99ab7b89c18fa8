import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordCard } from '../../../src/review/pages/record-card.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { record } from '../../helpers/record.ts';
import { runHere, type ServedHere, serveHere } from '../../helpers/run-here.ts';
import { until } from '../../helpers/until.ts';
import { enter, serveUiHere, takeTurn, type Visitor } from './visit.ts';

/** The pages of reviews, without a browser: forms alone. */

const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
let served: ServedHere;
let visitor: Visitor;
beforeAll(async () => {
  served = await serveUiHere(settings);
  visitor = await enter(served.address);
  const { location } = await visitor.find('learning, networks, deep');
  await until(async () => JSON.parse((await visitor.get(`${location}/progress.json`)).text).isOver);
});
afterAll(() => served.end());

const FORM = {
  question: 'Do <b>deep</b> networks learn?',
  jobs: 'J1',
  criteria: 'networks | network, net\n\nlearning\nexclude (full-text): no experiment\nnot only <i>theory</i>',
  readers: '2',
  assistant: 'suggest',
  stages: '',
  stop: 'irrelevant-50',
  target: '90',
  confidence: '95 %',
};
const cardOf = (text: string) => /<article class="record" data-ref="(J1-\d+)"/.exec(text)?.[1] ?? '';
const shell = async (...args: string[]) => JSON.parse((await runHere([...args, '--json'], settings)).stdout);
const statusOf = (as: string) => shell('review', 'show', 'R1', '--as', as);

describe('a new review', () => {
  it('is offered where papers are, with what the search asked', async () => {
    expect((await visitor.get('/jobs/J1')).text).toContain('/review/new?jobs=J1"');
    const { text } = await visitor.get('/review/new?jobs=J1');
    expect(text).toMatch(/<textarea id="question"[^>]*>\nlearning, networks, deep<\/textarea>/);
    expect(text).toMatch(/<input id="jobs"[^>]*value="J1"/);
  });

  it.each([
    [{ question: '' }, ['question']],
    [{ jobs: 'J1; J2' }, ['jobs']],
    [{ jobs: 'J1,J77' }, ['jobs']],
    [{ priors: 'J1-9999' }, ['priors']],
    [{ criteria: 'a\nexclude (third): b' }, ['criteria']],
    [{ target: '0', confidence: 'very' }, ['target', 'confidence']],
    [{ target: '101' }, ['target']],
  ])('with %j is refused at its field, and the rest of the form stays', async (wrong, fields) => {
    const { status, text } = await visitor.post('/review', { ...FORM, ...wrong });
    expect(status).toBe(400);
    expect([...text.matchAll(/id="(\w+)-wrong"/g)].map(([, field]) => field)).toEqual(fields);
    for (const field of fields) expect(text).toContain(`href="#${field}"`);
    expect(text).toMatch(/value="irrelevant-50"\s+checked/);
    expect((await shell('review', 'list')).reviews).toEqual([]);
  });

  it('is begun with all that the form says', async () => {
    const { status, location } = await visitor.post('/review', FORM);
    expect([status, location]).toEqual([303, '/review/R1']);
    expect((await statusOf('me')).protocol).toEqual({
      stages: ['title-abstract', 'full-text'],
      readers: '2',
      blind: false,
      assistant: 'suggest',
      priors: [],
      stop: { rule: 'irrelevant-50', target: 0.9, confidence: 0.95 },
    });
    expect((await statusOf('me')).criteria).toEqual([
      { id: 'C1', kind: 'include', text: 'networks', words: ['network', 'net'] },
      { id: 'C2', kind: 'include', text: 'learning' },
      { id: 'C3', kind: 'exclude', text: 'no experiment', stage: 'full-text' },
      { id: 'C4', kind: 'exclude', text: 'only <i>theory</i>' },
    ]);
    expect((await visitor.get('/review/new?jobs=J1')).text).toContain('R1 has these papers already');
  });
});

describe('the page of a review', () => {
  it('shows one record with its criteria, and no promise of a rule of thumb', async () => {
    const { text, status } = await visitor.get('/review/R1');
    expect(status).toBe(200);
    expect(text).toContain('Do &lt;b&gt;deep&lt;/b&gt; networks learn?');
    expect(text.match(/<article class="record"/g)).toHaveLength(1);
    expect([...text.matchAll(/name="reason" value="(C\d)"/g)].map(([, id]) => id)).toEqual(['C1', 'C2', 'C4']);
    const stop = text.slice(text.indexOf('When to stop'), text.indexOf('What other rules say'));
    expect(stop).toMatch(/chosen before the first decision .*50 irrelevant records in a row<\/b>: not reached/s);
    expect(stop).toContain('Promise: None');
    expect(stop).not.toMatch(/you may stop|Promises/);
    expect(text).toContain('not screened yet');
    // A rule of thumb asks for no target.
    expect((await runHere(['review', 'show', 'R1'], settings)).stdout).toMatch(/; stop by irrelevant-50$/m);
  });

  it('takes a decision, another in its place, and the undoing, by forms', async () => {
    const first = cardOf((await visitor.get('/review/R1')).text);
    const decided = await visitor.post('/review/R1/decide', {
      ref: first,
      was: '',
      decision: 'exclude',
      reason: 'C4',
      note: 'by hand',
    });
    expect(decided).toMatchObject({ status: 303, location: '/review/R1' });
    const after = (await visitor.get('/review/R1')).text;
    expect(cardOf(after)).not.toBe(first);
    expect(after).toMatch(/<b>exclude<\/b> \(C4\)/);

    const again = (await visitor.get(`/review/R1?record=${first}`)).text;
    expect(again).toMatch(/You excluded it \(C4, by hand\)/);
    const unmarked = { ref: first, was: 'exclude', decision: 'exclude', note: '' };
    expect((await visitor.post('/review/R1/decide', unmarked)).status).toBe(303);
    expect((await visitor.get(`/review/R1?record=${first}`)).text).toContain('You excluded it. Another');
    await visitor.post('/review/R1/decide', { ...unmarked, reason: 'C4', note: 'by hand' });
    const refused = await visitor.post('/review/R1/decide', { ref: first, was: '', decision: 'include' });
    expect([refused.status, cardOf(refused.text)]).toEqual([409, first]);
    expect(refused.text).toContain('You decided exclude: withdraw that first.');
    const wrong = { ref: first, was: 'exclude', decision: 'include', reason: 'C77' };
    expect((await visitor.post('/review/R1/decide', wrong)).status).toBe(409);
    expect((await visitor.get(`/review/R1?record=${first}`)).text).toMatch(/You excluded it \(C4, by hand\)/);
    expect((await visitor.post('/review/R1/decide', { ref: first, was: 'exclude', decision: 'include' })).status).toBe(
      303,
    );

    const { location } = await visitor.post('/review/R1/decide', { decision: 'undo' });
    expect(location).toBe(`/review/R1?stage=title-abstract&record=${first}`);
    expect((await statusOf('me')).progress[0]).toMatchObject({ own: 0 });
  });

  it('shows what two readers decided differently side by side, and settles it', async () => {
    const first = cardOf((await visitor.get('/review/R1')).text);
    const decide = (as: string, decision: string, reason: string, note: string) =>
      visitor.post(`/review/R1/decide?as=${as}`, { ref: first, decision, reason, note });
    await decide('me', 'include', 'C1', 'it has them');
    await decide('Zo%C3%AB', 'exclude', 'C4', '<script>theory</script>');
    const { text } = await visitor.get('/review/R1?as=Zo%C3%AB');
    expect(text).toContain('1 conflict');
    const conflict = text.slice(text.indexOf('<article class="conflict"'), text.indexOf('<form class="settle'));
    for (const said of [
      'me',
      'include',
      'it has them',
      'Zoë',
      'exclude',
      '&lt;script&gt;theory',
      'only &lt;i&gt;theory',
    ])
      expect(conflict).toContain(said);
    expect(text).toContain('id="agreement"');
    expect((await visitor.get('/')).text).toContain('/review/R1#conflicts">1 to settle</a>');
    // Only criteria that hold at this stage are offered: another would be refused.
    await shell('review', 'criteria', 'R1', '--retire', 'C2');
    const now = (await visitor.get('/review/R1')).text;
    const offered = now.slice(now.indexOf('<form class="settle'), now.indexOf('<span class="settle-by'));
    expect([...offered.matchAll(/<option value="(C\d)"/g)].map(([, id]) => id)).toEqual(['C1', 'C4']);
    expect(now).toContain('C2 <b>include</b> (retired)');

    const settled = await visitor.post('/review/R1/resolve', {
      ref: first,
      stage: 'title-abstract',
      decision: 'include',
    });
    expect(settled).toMatchObject({ status: 303, location: '/review/R1#conflicts' });
    expect((await visitor.get('/review/R1')).text).not.toContain('<article class="conflict"');
    expect((await statusOf('me')).progress[0]).toMatchObject({ include: 1, conflicts: 0 });
    expect((await visitor.post('/review/R1/resolve', { ref: first, decision: 'exclude' })).status).toBe(409);
  });

  it('keeps the reason whose criterion has retired when only the note changes, and for no other decision', async () => {
    await shell('review', 'criteria', 'R1', '--add', 'exclude: no abstract');
    const retired = 'C5';
    const first = cardOf((await visitor.get('/review/R1')).text);
    await visitor.post('/review/R1/decide', { ref: first, was: '', decision: 'exclude', reason: retired });
    await shell('review', 'criteria', 'R1', '--retire', retired);
    const { text } = await visitor.get(`/review/R1?record=${first}`);
    const form = text.slice(text.indexOf('<form id="decide"'));
    const hidden = Object.fromEntries(
      [...form.slice(0, form.indexOf('</form>')).matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      ),
    );
    await visitor.post('/review/R1/decide', { ...hidden, decision: 'exclude', note: 'a letter' });
    const now = (await visitor.get(`/review/R1?record=${first}`)).text;
    expect(now).toContain(`You excluded it (${retired}, a letter)`);
    expect((await visitor.post('/review/R1/decide', { ...hidden, decision: 'include' })).status).toBe(303);
    await visitor.post('/review/R1/decide', { decision: 'undo' });
  });

  it('takes a file of decisions in, once, and says what it did', async () => {
    const { papers } = JSON.parse((await visitor.get('/jobs/J1/view.json')).text) as {
      papers: { title: string; doi?: string }[];
    };
    const [one, two] = papers.filter(({ doi }) => doi).map(({ title, doi }) => `"${title}",${doi}`);
    const csv = `title,doi,included\n${one},1\n${two},perhaps\nA new paper on deep owls,,0\n`;
    const body = new FormData();
    body.append('file', new Blob([csv]), 'labels.csv');
    const { origin, root } = visitor;
    const sent = { method: 'POST', body, headers: { origin }, redirect: 'manual' } as const;
    const taken = await fetch(`${origin}${root}/review/R1/import?as=Ben`, sent);
    expect(taken.status).toBe(303);
    const page = taken.headers.get('location')?.replace(root, '') ?? '';
    for (let visit = 0; visit < 2; visit += 1) {
      const { text } = await visitor.get(page);
      expect(text).toContain('labels.csv: 1 new record, 0 duplicates, 2 decisions taken in, 1 refused.');
      expect(text).toContain('the label &quot;perhaps&quot; is unknown.');
    }
    expect((await statusOf('Ben')).progress[0]).toMatchObject({ own: 2 });
  });

  it.each([
    ['prisma', /^<\?xml.*<svg/s, 'R1.prisma.svg'],
    ['prisma-csv', /^data,/, 'R1.prisma.csv'],
    ['decisions-csv', /title/, 'R1.decisions.csv'],
    ['ris', /ASReview_/, 'R1.ris'],
    ['rayyan', /RAYYAN-INCLUSION/, 'R1.rayyan.ris'],
    ['covidence', /Covidence/, 'R1.covidence.csv'],
    ['asreview', /^PK/, 'R1.asreview'],
  ])('is saved as %s', async (format, content, name) => {
    const { status, text, headers } = await visitor.get(`/review/R1/export/${format}`);
    expect(status).toBe(200);
    expect(text).toMatch(content);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  });

  it('is drawn for the script record by record, and only what it asks for', async () => {
    const first = await takeTurn(visitor, '/review/R1?as=Kim', { next: 2 });
    const { cards, panel } = first.json as { cards: { ref: string; html: string }[]; panel: string };
    expect(cards.map(({ ref }) => ref)).toHaveLength(2);
    expect(cards[0]?.html).toContain(`data-ref="${cards[0]?.ref}"`);
    expect(panel).toContain('0 of ');
    const decisions = [{ ref: cards[0]?.ref, decision: 'exclude' }];
    const second = (await takeTurn(visitor, '/review/R1?as=Kim', { decisions })).json;
    expect(second).toMatchObject({ cards: [], refused: [] });
    const undone = (await takeTurn(visitor, '/review/R1?as=Kim', { undo: true })).json;
    expect(undone).toMatchObject({
      undone: { ref: cards[0]?.ref, decision: 'exclude' },
      cards: [{ ref: cards[0]?.ref }],
    });
  });

  it('says at the end of a stage what is next, and the methods so far', async () => {
    await visitor.post('/review', { ...FORM, question: 'One stage?', readers: '1', stages: 'title-abstract' });
    const { next } = await shell('review', 'next', 'R2', '--count', '20');
    // The flow is drawn anew after each decision.
    const decisions = [{ ref: next[0].ref, decision: 'exclude' }];
    const turn = await takeTurn(visitor, '/review/R2', { decisions });
    expect(turn.json).toMatchObject({ flow: expect.stringContaining('Records excluded (n = 1)') });
    for (let left = next.map(({ ref }: { ref: string }) => ref); left.length > 0; ) {
      const decisions = left.map((ref: string) => ({ ref, decision: 'exclude' }));
      const { json } = await takeTurn(visitor, '/review/R2', { decisions, next: 50 });
      left = (json as { cards: { ref: string }[] }).cards.map(({ ref }) => ref);
    }
    const { text } = await visitor.get('/review/R2');
    expect(text).toContain('Nothing is left for you to read at this stage');
    expect(text).toMatch(/id="methods">Titles and abstracts of \d+ of \d+ records were screened/);
    expect(cardOf(text)).toBe('');
  });

  it('refuses what is not there, and what comes from elsewhere', async () => {
    expect((await visitor.get('/review/R77')).status).toBe(404);
    expect((await visitor.get('/review/R1/export/toString')).status).toBe(404);
    expect((await visitor.post('/review/R1/decide', { decision: 'perhaps', ref: 'J1-1' })).status).toBe(400);
    for (const path of ['/review', '/review/R1/decide', '/review/R1/resolve', '/review/R1/import', '/review/R1/turn'])
      expect((await visitor.post(path, FORM, { origin: 'http://127.0.0.1:1' })).status).toBe(403);
  });
});

it('whoever the command names reads, unless a page says otherwise', async () => {
  const hers = await serveHere(['ui', '--port', '0', '--no-open', '--as', 'Ana'], settings);
  const ana = await enter(hers.address);
  const nameAt = async (path: string) => /name="as" value="([^"]*)"/.exec((await ana.get(path)).text)?.[1];
  expect([await nameAt('/review/R1'), await nameAt('/review/R1?as=Ben')]).toEqual(['Ana', 'Ben']);
  await hers.end();
});

it('a DOI with signs of addresses is linked whole', async () => {
  const paper = record({ title: 'Owls', doi: '10.1234/a#b?c' });
  const card = await recordCard({ ref: 'J1-1', paper, mark: (text) => [{ text }], others: [] });
  expect(String(card)).toContain('href="https://doi.org/10.1234/a%23b%3Fc"');
});

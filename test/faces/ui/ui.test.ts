import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../../src/formats/format-facts.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { runHere, type ServedHere } from '../../helpers/run-here.ts';
import { runs } from '../../helpers/runs.ts';
import { EXAMPLE_PAPER, ScriptedService } from '../../helpers/scripted-service.ts';
import { until } from '../../helpers/until.ts';
import { enter, serveUiHere, type Visitor } from './visit.ts';

/** `paperqueue ui` against a hosted service, without a browser. */

const BARE = { title: 'A paper that nobody can find', id: 'b' };
let service: ScriptedService;
let settings: Record<string, string>;
let served: ServedHere;
let visitor: Visitor;
beforeAll(async () => {
  service = await new ScriptedService({ papers: [EXAMPLE_PAPER, BARE], credits: { basic: 1_000 } }).start();
  settings = {
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
    PAPERQUEUE_DAILY_CREDIT_CAP: '20',
  };
  served = await serveUiHere(settings);
  visitor = await enter(served.address);
});
afterAll(async () => {
  await served.end();
  await service.stop();
});

/** The address of the page that shows the cost of a search. */
async function review(keywords: string, more: Record<string, string> = {}): Promise<string> {
  const { status, location } = await visitor.post('/searches', { keywords, limit: '100', ...more });
  expect(status).toBe(303);
  return location ?? '';
}

/** Searches, and gives the reference of the job when it is done. */
async function search(keywords: string): Promise<string> {
  const { location } = await visitor.post(await review(keywords), {});
  const path = location ?? '';
  await until(async () => JSON.parse((await visitor.get(`${path}/progress.json`)).text).isOver);
  return path.slice('/jobs/'.length);
}

describe('from the form to the papers', () => {
  it('shows the cost before anything is sent, and searches once whatever is sent again', async () => {
    const before = service.creations.length;
    const path = await review('owls, glasses, night');
    const { text } = await visitor.get(path);
    expect(text).toContain('1 credit of the pool basic, which holds');
    expect(text).toContain('The daily cap of 20 leaves 20.');
    expect(service.creations).toHaveLength(before);

    const clicks = await Promise.all([1, 2, 3].map(() => visitor.post(path, {})));
    const again = await visitor.post(path, { fresh: 'true' });
    const jobs = [...clicks, again].map(({ location }) => location);
    expect(new Set(jobs).size).toBe(1);
    expect(service.creations).toHaveLength(before + 1);
  });

  it('two forms of one search are one job, unless the person wants another', async () => {
    const before = service.creations.length;
    const paths = [await review('one, same, search'), await review('one, same, search')];
    const jobs = await Promise.all(paths.map((path) => visitor.post(path, {})));
    const [first, second] = jobs.map(({ location }) => location?.replace('?reused', ''));
    expect(second).toBe(first);
    expect(service.creations).toHaveLength(before + 1);

    const { location } = await visitor.post(await review('one, same, search'), { fresh: 'true' });
    expect(location).not.toBe(first);
    expect(service.creations).toHaveLength(before + 2);
  });

  it('the page of a job has its cost, and view.json its papers', async () => {
    const ref = await search('papers, of, owls');
    const { text } = await visitor.get(`/jobs/${ref}`);
    expect(text).toContain(`${ref}: 1 credit of the pool basic, charged`);
    const { papers } = JSON.parse((await visitor.get(`/jobs/${ref}/view.json`)).text);
    expect(papers.map(({ title }: { title: string }) => title)).toEqual([EXAMPLE_PAPER.title, BARE.title]);
    await runHere(['jobs', 'name', ref, '<owls>'], settings);
    await runHere(['jobs', 'group', ref, 'thesis'], settings);
    const { text: desk } = await visitor.get('/');
    expect(desk).toMatch(new RegExp(`href="[^"]+/jobs/${ref}" dir="auto">&lt;owls&gt;</a>`));
    expect(desk).toContain('papers, of, owls · thesis · 2 papers · 1 credit (basic)');
  });

  it('a change of the search finds the form as it was', async () => {
    const path = await review('to, be, changed', { yearFrom: '2015', publicationTypes: 'conference' });
    const { text } = await visitor.get(`/?change=${path.slice('/searches/'.length)}`);
    expect(text).toContain('>\nto\nbe\nchanged</textarea>');
    expect(text).toContain('value="2015"');
    expect(text).toMatch(/value="conference"\s+checked/);
  });

  it('a wrong form sends nothing, says what is wrong and loses nothing', async () => {
    const before = service.requests.length;
    const { status, text } = await visitor.post('/searches', { keywords: 'one, <two>', limit: '100' });
    expect(status).toBe(400);
    expect(text).toContain('keywords: 3 to 10 entries, got 2');
    expect(text).toContain('one, &lt;two&gt;</textarea>');
    expect(service.requests).toHaveLength(before);
  });
});

describe('embedded mode without ceilings', () => {
  it('searches at once, and says nothing of credits', async () => {
    const own = await serveUiHere({ PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' });
    const person = await enter(own.address);
    const { location } = await person.post('/searches', { keywords: 'owls, glasses, night', limit: '100' });
    expect(location).toBe('/jobs/J1');
    await until(async () => JSON.parse((await person.get('/jobs/J1/progress.json')).text).isOver);
    for (const path of ['/jobs/J1', '/']) {
      const { text } = await person.get(path);
      expect(text).not.toMatch(/[0-9] credit|balance/i);
    }
    await own.end();
  });
});

describe('the daily cap', () => {
  it('stops a search until the person agrees to go over it, this once', async () => {
    const before = service.creations.length;
    const strict = await serveUiHere({ ...settings, PAPERQUEUE_DAILY_CREDIT_CAP: '0' });
    const person = await enter(strict.address);
    const { location } = await person.post('/searches', { keywords: 'over, the, cap', limit: '100' });
    const path = location ?? '';
    const refused = await person.post(path, { fresh: 'true' });
    expect(refused.text).toContain('Nothing was spent.');
    expect(service.creations).toHaveLength(before);
    const form = [...refused.text.matchAll(/type="hidden" name="(\w+)" value="true"/g)].map(([, name]) => name);
    expect(form).toEqual(['fresh', 'overCap']);
    const agreed = await person.post(path, { fresh: 'true', overCap: 'true' });
    expect(agreed.location).toMatch(/^\/jobs\/J\d+$/);
    expect(service.creations).toHaveLength(before + 1);
    await strict.end();
  });
});

describe('credits', () => {
  it('that do not suffice disable the button, and the page says what the search would cost', async () => {
    const before = service.creations.length;
    const { text: now } = await visitor.get(await review('too, dear, search', { limit: '300' }));
    const spent = 1_000 - Number(/basic, which holds (\d+)/.exec(now)?.[1]);
    service.options.credits = { basic: spent + 2 };
    const { text: poor } = await visitor.get(await review('too, dear, search', { limit: '300' }));
    service.options.credits = { basic: 1_000 };
    expect(poor).toMatch(/<button class="main" type="submit" disabled aria-describedby="lack">Search for 3 credits</);
    expect(poor).toContain('It costs 3 credits, and the pool basic holds 2: change the search');
    const { text: rich } = await visitor.get(await review('too, dear, search', { limit: '300' }));
    expect(rich).toMatch(/<button class="main" type="submit" autofocus>Search for 3 credits</);
    expect(service.creations).toHaveLength(before);
  });
});

describe('a lost reply', () => {
  it('is told, and the same form never sends the search again', async () => {
    const path = await review('a, lost, reply');
    service.options.intercept = ({ method }, response) => {
      if (method === 'POST') response.destroy();
      return method === 'POST';
    };
    const before = service.creations.length;
    const answers = [await visitor.post(path, {}), await visitor.post(path, { acceptPossibleDoubleCharge: 'true' })];
    service.options.intercept = () => false;
    for (const { text, status } of answers) {
      expect(status).toBe(409);
      expect(text).toContain('It is unknown whether it was charged.');
      expect(text).not.toContain(`<form method="post" action="${visitor.root}/searches`);
    }
    expect(service.creations).toHaveLength(before + 1);
  });
});

describe('exports', () => {
  it('are those of the command line, in every format', async () => {
    const ref = await search('to, export, papers');
    const formats = { ...EXPORT_FORMATS, html: { ending: 'html' } };
    for (const [kind, { ending }] of Object.entries(formats)) {
      const { text, headers } = await visitor.get(`/jobs/${ref}/export/${kind}`);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${ref}.${ending}"`);
      const { stdout } = await runHere(['export', ref, '--format', kind], settings);
      // fetch drops the mark at the beginning of a text.
      expect(text.trim()).toBe(stdout.replace(/^\ufeff/, '').trim());
    }
    const receipt = await visitor.get(`/jobs/${ref}/export/receipt`);
    expect(receipt.text).toContain('`export`');
    const chosen = await fetch(`${visitor.origin}${visitor.root}/jobs/${ref}/export`, {
      method: 'POST',
      headers: { origin: visitor.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'ris', refs: [`${ref}-2`] }),
    });
    const ris = await chosen.text();
    expect(ris).toContain(BARE.title);
    expect(ris).not.toContain(EXAMPLE_PAPER.title);
  });

  it.each(['/jobs/J1/export/exe', '/jobs/J999', '/jobs/J999/view.json', '/jobs/J1-1', '/searches', '/..%2f'])(
    'what there is not gives 404: %s',
    async (path) => {
      expect((await visitor.get(path)).status).toBe(404);
    },
  );
});

describe('jobs together', () => {
  it('are shown as one, with the search that found each paper', async () => {
    const [one, two] = [await search('the, first, search'), await search('the, second, search')];
    const { location } = await visitor.get(`/together?job=${one}&job=${two}&job=evil%22`);
    expect(location).toBe(`/jobs/${one},${two}`);
    const { searches, papers } = JSON.parse((await visitor.get(`/jobs/${one},${two}/view.json`)).text);
    expect(searches.map(({ ref }: { ref: string }) => ref)).toEqual([one, two]);
    expect(papers[0].searches).toEqual([0, 1]);
  });
});

describe('two hundred requests at once', () => {
  it('are all answered', async () => {
    const ref = await search('many, at, once');
    const paths = ['/', `/jobs/${ref}`, `/jobs/${ref}/view.json`, `/jobs/${ref}/progress.json`, '/assets/page.js'];
    const asked = Array.from({ length: runs(200) }, (_, index) => visitor.get(paths[index % paths.length] as string));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

describe('what goes out', () => {
  it('has no secret of the configuration and no inline script, and may be framed by nobody', async () => {
    const path = await review('no, secret, here');
    for (const page of ['/', path, '/jobs/J1', '/assets/page.js']) {
      const { text, headers } = await visitor.get(page);
      expect(text).not.toContain(service.token);
      expect(text).not.toContain(new URL(served.address).searchParams.get('token'));
      expect(text.replaceAll(visitor.root, '')).not.toMatch(/<script(?! type="module" src="\/assets\/page\.js">)/);
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=/);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  it('weighs no more than it may, before anything below or beside the list is asked for', async () => {
    const texts = new Map<string, string>();
    const load = async (name: string): Promise<void> => {
      if (texts.has(name)) return;
      const { text, status } = await visitor.get(`/assets/${name}`);
      expect([name, status]).toEqual([name, 200]);
      texts.set(name, text);
      const imports = [...text.matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, imported = '']) => imported);
      for (const imported of imports) await load(imported);
    };
    for (const name of ['page.js', 'page.css']) await load(name);
    const whole = [...texts.values()].join('');
    expect(whole.length).toBeLessThan(80_000);
    expect(gzipSync(whole).length).toBeLessThan(30_000);
    expect((await visitor.get('/assets/toString')).status).toBe(404);
  });
});

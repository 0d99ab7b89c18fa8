import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '../../src/formats/format-facts.ts';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import type { Message } from '../helpers/raw-client.ts';
import { some } from '../helpers/runs.ts';
import { EXAMPLE_PAPER } from '../helpers/scripted-service.ts';
import { toldBy } from '../helpers/secret-forms.ts';
import { SCRAPER_KEY, TOKEN } from '../helpers/secrets.ts';
import { brokenReplies, echoesOf, echoingPaper, type Reply, replies } from './repeating-service.ts';
import { Session, type ToolAnswer } from './session.ts';

/**
 * The built server, and commands, against a hosted service that repeats the token and the scraper key, as they
 * are and in every form, wherever it can say something. Neither turns up in an answer, a file, a resource or the log.
 */

/** The second pair is of characters that encodings treat in their own ways; the middle of each is in no other text. */
const PAIRS: [what: string, token: string, key: string, middles: string[]][] = [
  ['of letters and digits', TOKEN, SCRAPER_KEY, ['6f1d2c9ab83e47f0', '0123456789abcdef']],
  [
    'of special characters',
    'tok/"\\<8d21c7e05fb94a36&%41=+~',
    "fc'{`:e49a70b1d5268c3f;\\n$#%2f|",
    ['8d21c7e05fb94a36', 'e49a70b1d5268c3f'],
  ],
];

const VIEWS = ['compact', 'abstract', 'full'];
const FORMATS = [...EXPORT_FORMAT_NAMES, 'receipt', 'receipt-json'];
const ENDINGS = Object.values(EXPORT_FORMATS).map(({ ending }) => ending);
const CLI_FORMATS = ['table', 'json', ...EXPORT_FORMAT_NAMES];

describe.each(some(PAIRS, { nth: 2, first: 1 }))('a service that repeats secrets %s', (_what, token, key, middles) => {
  const secrets = [token, key];
  const echoes = echoesOf(secrets);
  let session: Session;
  let searches = 0;
  /** What came out, by where. */
  const outputs: [where: string, text: string][] = [];

  const told = (text: string) => [...toldBy(text, secrets), ...middles.filter((middle) => text.includes(middle))];
  const keep = (where: string, text: string) => outputs.push([where, text]);
  const repeat = (reply: Reply | undefined) => {
    session.service.options.intercept = reply ?? (() => false);
  };

  /** Other words each time: an equal search would be held back after one whose charge is unknown. */
  const search = (more: object = {}): Promise<ToolAnswer> => {
    searches += 1;
    return session.tool('keyword_search', { keywords: ['owls', 'spectacles', `moon ${searches}`], count: 50, ...more });
  };
  const command = async (...args: string[]) => {
    const { stdout, stderr } = await session.command(args);
    keep(`paperqueue ${args.join(' ')}`, `${stdout}\n${stderr}`);
  };
  const commandSearch = (...more: string[]) => {
    searches += 1;
    return command('search', '-k', 'owls', '-k', 'spectacles', '-k', `moon ${searches}`, ...more);
  };
  const ask = async (method: string, params: object = {}): Promise<Message> => {
    const message = await session.ask(method, params);
    keep(`${method} ${JSON.stringify(params)}`, JSON.stringify(message.result ?? message.error));
    return message;
  };

  beforeAll(async () => {
    session = await Session.open({
      PAPERQUEUE_TOKEN: token,
      PAPERQUEUE_SCRAPER_KEY: key,
      PAPERQUEUE_WAIT_SECONDS: '1',
    });
    session.service.options.token = token;
  });
  afterAll(() => session.close());

  it('is refused, with what it said cleaned of them', async () => {
    for (let at = 0; at < echoes.length; at += 15) {
      const error = echoes.slice(at, at + 15).flatMap((echo) => [
        { message: `the key ${echo} is wrong`, path: 'scraperKey' },
        { message: 'wrong', path: echo },
      ]);
      repeat(replies('POST', 400, { error }, secrets));
      const { json } = await search();
      expect(json).toMatchObject({ error: { code: 'INVALID_INPUT', charged: 'no' } });
      expect(JSON.stringify(json)).toMatch(/the key \S*\[redacted\]\S* is wrong/);
    }
    await commandSearch();
    await commandSearch('--json');
    for (const echo of echoes) {
      repeat(replies('POST', 400, { error: echo }, secrets));
      await search();
    }
  });

  it('fails in every other way', async () => {
    const body = { error: echoes.join(' | '), message: token, [key]: token };
    for (const status of [201, 204, 302, 307, 401, 403, 404, 409, 421, 429, 500, 502, 503]) {
      repeat(replies('POST', status, body, secrets));
      await search();
    }
    for (const status of [401, 409, 503]) {
      repeat(replies('POST', status, body, secrets));
      await commandSearch();
    }
    for (const reply of brokenReplies(secrets)) {
      repeat(reply);
      await search();
      await session.tool('get_job', { jobId: 'never-seen' });
    }
  });

  it('gives jobs ids that repeat them', async () => {
    const ids = echoes.filter((echo) => /^[\x21-\x7e]{1,190}$/.test(echo));
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids) {
      repeat(replies('POST', 200, { jobId: `job-${id}`, note: token }, secrets));
      expect((await search()).json).toMatchObject({ error: { code: 'CHARGE_UNKNOWN' } });
    }
  });

  it('answers looks at a job and at the balance with them', async () => {
    repeat(undefined);
    for (const [at, status] of [200, 403, 500].entries()) {
      const ref = ((await search({ waitSeconds: 0 })).json.job as { ref: string }).ref;
      const body = { status: at % 2 === 0 ? token : 'error', error: key, message: token, notes: echoes };
      repeat(replies('GET', status, body, secrets));
      for (const jobId of [ref, `id-${status}`]) await session.tool('get_job', { jobId, waitSeconds: 0 });
      await session.tool('estimate_credits', {});
      await command('job', ref, '--no-wait');
      await command('estimate');
      repeat(undefined);
    }
    const sums = { basicCreditsBalance: 5, privateKeyCreditsBalance: 5, plan: token, [key]: token, user: echoes };
    repeat(({ path }, response) => {
      if (!path.endsWith('getCredits')) return false;
      response.end(JSON.stringify(sums));
      return true;
    });
    await session.tool('estimate_credits', {});
    await search();
  });

  it('finds papers that are full of them', async () => {
    const results = [...echoes.map(echoingPaper), EXAMPLE_PAPER];
    const sources = echoes.map((source) => ({ source, gave: 1, failed: source }));
    repeat(({ method, path }, response) => {
      if (method !== 'GET' || !path.startsWith('/api/v1/job/')) return false;
      response.end(JSON.stringify({ status: 'success', results, notes: echoes, sources, [token]: key }));
      return true;
    });
    const { json } = await search();
    const { ref } = json.job as { ref: string };
    expect(json).toMatchObject({ job: { status: 'success' }, page: { total: expect.any(Number) } });
    for (const view of VIEWS) await session.pages(ref, { view, facets: true });
    await session.tool('get_job', { jobId: ref, refs: [1, 2, 30].map((at) => `${ref}-${at}`), view: 'full' });
    await session.tool('get_job', { jobId: ref, where: { text: 'owls' }, sort: 'year:asc' });
    await session.tool('list_jobs', { overlapWith: ref });
    await session.tool('related_papers', { ref: `${ref}-1`, relation: 'references' });
    for (const format of FORMATS) {
      for (const jobId of [ref, 'all']) await session.tool('export_papers', { jobId, format });
    }
    for (const format of CLI_FORMATS) await command('job', ref, '--format', format);
    await command('search', '-k', 'owls', '-k', 'glasses', '-k', 'night', '--json');
    await command('related', `${ref}-1`, '--relation', 'references');
    for (const args of [['jobs'], ['jobs', '--json'], ['receipt'], ['receipt', ref, '--json'], ['doctor']])
      await command(...args);
    for (const uri of ['', `/${ref}`, `/${ref}/receipt`, ...ENDINGS.map((ending) => `/${ref}/papers.${ending}`)])
      await ask('resources/read', { uri: `paperqueue://jobs${uri}` });
    for (const method of ['resources/list', 'resources/templates/list', 'tools/list', 'prompts/list'])
      await ask(method);
    await ask('prompts/get', { name: 'refine_search', arguments: { job: ref, wish: 'fewer owls' } });
  });

  it('has none of it repeated: in answers, resources, outputs of the command and the log', () => {
    keep('the log', session.server.stderr);
    keep('standard output', JSON.stringify(session.server.messages));
    for (const { name, text, structured } of session.answers) keep(name, `${text}\n${JSON.stringify(structured)}`);
    expect(outputs.length).toBeGreaterThan(100);
    expect(session.server.stderr).toContain('upstream failure');
    expect(outputs.filter(([, text]) => told(text).length > 0).map(([where]) => where)).toEqual([]);
  });

  it('has none of it repeated in files: neither while the server has them open nor afterwards', async () => {
    const open = filesOf(session.folder);
    expect(open.map(([path]) => path)).toEqual(expect.arrayContaining([expect.stringMatching(/-wal$/)]));
    expect(open.filter(([path]) => path.includes('exports')).length).toBeGreaterThan(0);
    expect((await session.server.end()).code).toBe(0);
    const rows = rowsOf(join(session.folder, 'jobs.sqlite'));
    expect(rows.map(([, text]) => text).join('\n')).toContain(EXAMPLE_PAPER.title);
    const kept = [...open, ...filesOf(session.folder), ...rows];
    expect(kept.filter(([, text]) => told(text).length > 0).map(([where]) => where)).toEqual([]);
  });
});

type Kept = [where: string, text: string];

/** The bytes of all files in a folder, one character each. */
function filesOf(folder: string): Kept[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, `${name}\n${readFileSync(join(folder, name), 'latin1')}`]);
}

/** All rows of a database as text, with what is compressed unpacked. */
function rowsOf(path: string): Kept[] {
  const driver = openDriver(path);
  const tables = driver.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
  const rows = tables.flatMap(({ name }) =>
    (driver.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[]).map((row): Kept => {
      const texts = Object.values(row).map((value) => (isBlob(value) ? unpacked(value) : String(value)));
      return [`${path} ${name}`, texts.join('\n')];
    }),
  );
  driver.close();
  return rows;
}

/** One driver gives views, the other buffers. */
function isBlob(value: unknown): value is Uint8Array | ArrayBuffer {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function unpacked(blob: Uint8Array | ArrayBuffer): string {
  const bytes = Buffer.from(blob as Uint8Array);
  return (bytes.readUInt16BE() === 0x1f8b ? gunzipSync(bytes) : bytes).toString();
}

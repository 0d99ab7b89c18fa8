import {
  accessSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freeFailure, PaperqueueError } from '../../../src/contract/errors.ts';
import { checkClients } from '../../../src/faces/doctor/check-clients.ts';
import { checkDataFolder, checkLibrary, checkNode, checkSpace } from '../../../src/faces/doctor/check-machine.ts';
import { checkSources } from '../../../src/faces/doctor/check-sources.ts';
import { checkEmbeddings, checkNames, checkScraper, checkService } from '../../../src/faces/doctor/checks.ts';
import { runChecks } from '../../../src/faces/doctor/doctor.ts';
import type { DoctorDeps } from '../../../src/faces/doctor/doctor-deps.ts';
import type { Finding } from '../../../src/faces/doctor/finding.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';
import { SOURCES } from '../../../src/search/sources/all-sources.ts';
import type { KnownFailure } from '../../../src/wording/notes/source-outcomes.ts';
import { BUILT } from '../../helpers/built-server.ts';
import { makeMachine } from '../../helpers/machine.ts';
import { questionOf } from '../../helpers/sources/asking.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const NEVER = new AbortController().signal;

function states(findings: readonly Finding[]): string[] {
  return findings.map(({ state }) => state);
}

describe('an examination', () => {
  const one = { check: 'one', state: 'ok', message: 'fine' } as const;

  it('reports findings in the order of the checks, whichever ends first', async () => {
    let end = (_findings: Finding[]): void => undefined;
    const slow = new Promise<Finding[]>((resolve) => {
      end = resolve;
    });
    const found = await runChecks(
      [
        { name: 'one', run: () => slow },
        {
          name: 'two',
          run: () => {
            setImmediate(() => end([one]));
            return [{ ...one, check: 'two' }];
          },
        },
      ],
      NEVER,
    );
    expect(found.map(({ check }) => check)).toEqual(['one', 'two']);
  });

  it('makes a problem of a check that hangs, tells it so, and does not wait for it', async () => {
    let told = false;
    const hangs = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        told = true;
      });
      return new Promise<Finding[]>(() => {});
    };
    const found = await runChecks(
      [
        { name: 'hangs', run: hangs },
        { name: 'one', run: () => [one] },
      ],
      NEVER,
      50,
    );
    expect(found.map(({ state, message }) => [state, message])).toEqual([
      ['problem', 'No answer within 0.05 seconds'],
      ['ok', 'fine'],
    ]);
    expect(told).toBe(true);
  });

  it('reports an error of a check as a problem, in our words if there are any', async () => {
    const error = new PaperqueueError({
      code: 'UNAUTHORIZED',
      message: 'The token is not known.',
      charged: 'no',
      retryable: false,
      next: 'Set another.',
    });
    const throwing = (thrown: Error) => () => Promise.reject(thrown);
    const found = await runChecks(
      [
        { name: 'a', run: throwing(error) },
        { name: 'b', run: throwing(Object.assign(new Error('open /x'), { code: 'EACCES' })) },
      ],
      NEVER,
    );
    expect(found.map(({ state, message }) => [state, message])).toEqual([
      ['problem', 'The token is not known.'],
      ['problem', 'EACCES'],
    ]);
    expect(found[0]?.todo).toBe('Set another.');
  });

  it('ends with the signal', async () => {
    const interrupted = new AbortController();
    const hangs = { name: 'hangs', run: () => new Promise<Finding[]>(() => {}) };
    const ended = runChecks([hangs], interrupted.signal);
    interrupted.abort(new Error('interrupted'));
    await expect(ended).rejects.toThrow('interrupted');
  });

  it('does not make Node warn of a leak, however many there are', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const checks = Array.from({ length: 30 }, (_, n) => ({ name: `check ${n}`, run: () => [] }));
    await runChecks(checks, new AbortController().signal);
    // Node tells of warnings in a later turn.
    await new Promise(setImmediate);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

describe('Node', () => {
  it.each([
    ['20.18.0', 'problem'],
    ['18.20.4', 'problem'],
    ['20.18.1', 'ok'],
    ['20.20.0', 'ok'],
    ['22.0.0', 'ok'],
    ['26.1.0', 'ok'],
  ])('%s: %s', (version, state) => {
    expect(states(checkNode(version))).toEqual([state]);
  });
});

describe('the data folder', () => {
  it('is tried by writing, and nothing stays there', () => {
    const folder = temporaryFolder();
    expect(checkDataFolder(folder, 'linux')).toMatchObject([{ state: 'ok', message: folder }]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may not be there yet, where it can be made', () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    expect(checkDataFolder(folder, 'linux')).toMatchObject([{ state: 'ok' }]);
    expect(checkSpace(folder)[0]?.message).toMatch(/free/);
  });

  it('that is a file is a problem', () => {
    const file = join(temporaryFolder(), 'data');
    writeFileSync(file, '');
    expect(checkDataFolder(file, 'linux')).toMatchObject([{ state: 'problem' }]);
  });

  it('open to others is worth a warning, but not on Windows, where the mode says nothing', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    expect(checkDataFolder(folder, 'linux')).toMatchObject([
      { state: 'warning', todo: `Close it: chmod 700 '${folder}'` },
    ]);
    expect(checkDataFolder(folder, 'win32')).toMatchObject([{ state: 'ok' }]);
  });
});

describe('the library', () => {
  const index = { segments: 1, papers: 3, deleted: 0, pending: 0, bytes: 2e6 };
  const summary = { papers: 3, starterPapers: 1, coverage: {}, rankings: [], bytes: 1e6, path: '', index };
  const look = (facts: object) => {
    const folder = temporaryFolder();
    openDatabase(join(folder, 'library.sqlite'), ['CREATE TABLE papers (number INTEGER PRIMARY KEY)']).close();
    const now = Date.parse('2026-11-24T12:00:00Z');
    return checkLibrary(folder, async () => ({ ...summary, ...facts }), accessSync, now);
  };

  it('is told with its index', async () => {
    expect((await look({})).map(({ state, message }) => [state, message])).toEqual([
      // The count of `serve`: its own papers, and those of the package apart.
      ['ok', '2 papers and 1 of the starter catalogue, 1.0 MB'],
      ['ok', '3 papers, 2.0 MB'],
      ['ok', expect.stringContaining('no table of Retraction Watch')],
    ]);
    expect((await look({ starterPapers: 0 }))[0]?.message).toBe('3 papers, 1.0 MB');
    expect((await look({ index: { ...index, pending: 2 } }))[1]?.message).toContain('2 more with the next search');
  });

  it('warns of one that holds nothing of the user, and of an index that had to be made anew', async () => {
    expect(states(await look({ starterPapers: 3 }))).toEqual(['warning', 'ok', 'ok']);
    expect(states(await look({ index: { ...index, rebuiltBecause: 'it was damaged' } }))).toEqual([
      'ok',
      'warning',
      'ok',
    ]);
  });

  it.each([
    ['2026-11-23', 'ok', '1 day old'],
    ['2026-01-01', 'warning', '327 days old'],
  ])('says how old the table of Retraction Watch is: %s', async (asOf, state, age) => {
    const retractions = { asOf, loadedAt: '2026-11-24T10:00:00Z', rows: 2, papers: 3 };
    const found = (await look({ retractions })).at(-1);
    expect(found).toMatchObject({ check: 'retractions', state, message: expect.stringContaining(age) });
  });

  it('is not made for the sake of the check', async () => {
    const folder = temporaryFolder();
    const found = await checkLibrary(folder, () => Promise.reject(new Error('opened')));
    expect(states(found)).toEqual(['ok']);
  });
});

describe('the hosted service', () => {
  const config = readConfig({ PAPERQUEUE_BASE_URL: 'https://x.example/api', PAPERQUEUE_TOKEN: 'tok-x' });
  const look = (balances: object | undefined) => checkService(config, async () => balances, NEVER);

  it('is told with every pool', async () => {
    expect(await look({ basic: 7, pro: 0, totals: { basic: 9 }, idempotencyKeyDays: 30 })).toMatchObject([
      { state: 'ok', message: 'https://x.example/api accepts the token; credits left: basic 7, pro 0' },
    ]);
  });

  it.each([
    [{ basic: 12, pro: 12, privateKey: 12, isShared: true }, '12'],
    [{}, 'not told'],
  ])('is told as it was: %j', async (balances, told) => {
    const [{ message } = { message: '' }] = await look(balances);
    expect(message).toBe(`https://x.example/api accepts the token; credits left: ${told}`);
  });

  it('warns when every pool is empty, and when no balance is told', async () => {
    expect(states(await look({ basic: 0, pro: 0, idempotencyKeyDays: 30 }))).toEqual(['warning']);
    expect(states(await look(undefined))).toEqual(['warning']);
    expect(states(await look({}))).toEqual(['ok']);
  });

  it('is not asked without a token', async () => {
    const without = readConfig({ PAPERQUEUE_BASE_URL: 'https://x.example/api' });
    const found = await checkService(without, () => Promise.reject(new Error('asked')), NEVER);
    expect(found).toMatchObject([{ state: 'problem', todo: expect.stringContaining('PAPERQUEUE_TOKEN') }]);
  });
});

describe('the scraper key', () => {
  const look = (settings: Record<string, string>, online: boolean, answer?: () => Promise<string | undefined>) => {
    const config = readConfig({ PAPERQUEUE_SCRAPER_KEY: 'key-x', ...settings });
    const scraperKeyProblem = answer ?? (() => Promise.reject(new Error('asked')));
    return checkScraper(config, { online, scraperKeyProblem }, NEVER);
  };

  it('leaves the machine only when asked for, and never to the scraping service in hosted mode', async () => {
    expect((await look({}, false))[0]?.message).toContain(
      'not checked (paperqueue doctor --online sends it to api.firecrawl.dev)',
    );
    const hosted = { PAPERQUEUE_BASE_URL: 'https://x.example/api' };
    expect((await look(hosted, true))[0]?.message).toContain('sent with searches to https://x.example/api alone');
  });

  it('is judged as the scraping service says', async () => {
    expect(states(await look({}, true, async () => undefined))).toEqual(['ok']);
    expect(states(await look({}, true, async () => 'it has 3 left'))).toEqual(['problem']);
    expect(states(await look({}, true))).toEqual(['warning']);
  });
});

describe('the endpoint for embeddings', () => {
  const URL_AND_MODEL = {
    PAPERQUEUE_EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1',
    PAPERQUEUE_EMBEDDINGS_MODEL: 'all-minilm',
  };
  const look = (
    settings: Record<string, string>,
    online: boolean,
    problem?: () => Promise<KnownFailure | undefined>,
  ) => {
    const embeddingsProblem = problem ?? (() => Promise.reject(new Error('asked')));
    return checkEmbeddings(readConfig(settings), { online, embeddingsProblem }, NEVER);
  };

  it('is asked only when that is wanted, and said to get titles and abstracts', async () => {
    expect((await look({}, true))[0]?.message).toBe('none; searches rank by words alone');
    expect((await look(URL_AND_MODEL, false))[0]?.message).toBe(
      '127.0.0.1:11434 receives queries, titles and abstracts for the model all-minilm; not checked (paperqueue doctor --online asks it)',
    );
    const hosted = { ...URL_AND_MODEL, PAPERQUEUE_BASE_URL: 'https://x.example/api' };
    expect((await look(hosted, true))[0]?.message).toContain('not used');
  });

  it('may be a folder, which is always tried', async () => {
    const folder = { PAPERQUEUE_EMBEDDINGS_MODEL: '/models/tiny' };
    expect(await look(folder, false, async () => undefined)).toMatchObject([
      { state: 'ok', message: 'the model in /models/tiny makes vectors; nothing leaves this machine for them' },
    ]);
    const found = async (detail: 'no-onnx-runtime' | 'no-model') =>
      look(folder, false, async () => ({ failure: 'unusable', detail }));
    expect(await found('no-onnx-runtime')).toMatchObject([
      { state: 'warning', todo: expect.stringContaining('npm install onnxruntime-node') },
    ]);
    expect(await found('no-model')).toMatchObject([
      { state: 'warning', message: expect.stringContaining('the model in /models/tiny cannot be used (its folder') },
    ]);
  });

  it('is judged by whether it gives vectors', async () => {
    expect(states(await look(URL_AND_MODEL, true, async () => undefined))).toEqual(['ok']);
    const refused = await look(URL_AND_MODEL, true, async () => ({ failure: 'key refused' }));
    expect(refused).toMatchObject([{ state: 'warning', message: '127.0.0.1:11434 does not accept the key' }]);
  });
});

const nobody = () => Promise.reject(new Error('nothing is sent'));
const quiet = { online: false, fetch: nobody, collectionStatus: nobody };

describe('the sources', () => {
  it('are not asked without a setting that they want', async () => {
    const look = async (environment: Record<string, string>) => {
      const config = readConfig({ PAPERQUEUE_SOURCES: 'core,unpaywall', ...environment });
      const found = await checkSources(config, quiet, new AbortController().signal);
      return found.map(({ state, message }) => `${state} ${message}`);
    };
    expect(await look({})).toEqual([
      'warning core: api.core.ac.uk receives nothing, because it requires PAPERQUEUE_CORE_KEY',
      'warning unpaywall: api.unpaywall.org receives nothing, because it requires PAPERQUEUE_CONTACT_EMAIL',
    ]);
    const set = await look({ PAPERQUEUE_CORE_KEY: 'k', PAPERQUEUE_CONTACT_EMAIL: 'ada@example.org' });
    expect(set.map((line) => line.split(' receives')[0])).toEqual([
      'ok core: api.core.ac.uk',
      'ok unpaywall: api.unpaywall.org',
    ]);
  });

  it('are told one by one, with what leaves the machine', async () => {
    const config = readConfig({ PAPERQUEUE_SOURCES: 'library,openalex', PAPERQUEUE_CONTACT_EMAIL: 'ada@example.org' });
    const [library, openalex] = await checkSources(config, quiet, new AbortController().signal);
    expect(library?.message).toBe('library: on this machine, nothing is sent');
    expect(openalex?.message).toMatch(/^openalex: api\.openalex\.org receives search terms.*PAPERQUEUE_CONTACT_EMAIL/);
    expect(JSON.stringify([library, openalex])).not.toContain('ada@');
  });

  it('are told by the hosts that searches really ask, here and in PRIVACY', async () => {
    const names = SOURCES.map(({ name }) => name);
    const config = readConfig({ PAPERQUEUE_SOURCES: names.join(',') });
    const told = await checkSources(config, quiet, NEVER);
    const privacy = readFileSync(new URL('../../../PRIVACY.md', import.meta.url), 'utf8');
    expect(privacy.match(/^\| [\w ]+ \| `[\w.-]+` \|$/gm)).toHaveLength(SOURCES.length);
    const question = questionOf({ keywords: ['river sensors'] });
    expect(told).toHaveLength(SOURCES.length);
    for (const [place, source] of SOURCES.entries()) {
      const { host } = new URL(source.search(question, {}).url);
      expect(told[place]?.message).toContain(`${source.name}: ${host} receives`);
      expect(privacy).toContain(`| ${source.title} | \`${host}\` |`);
    }
  });

  it('are knocked at only when that is asked for', async () => {
    const config = readConfig({
      PAPERQUEUE_SOURCES: 'library,openalex,arxiv',
      PAPERQUEUE_SOURCE_URLS: 'arxiv=http://127.0.0.1:9/api',
    });
    const knocked: string[] = [];
    const fetch = async (url: string) => {
      knocked.push(url);
      if (url.includes('127.0.0.1')) throw new Error('refused');
    };
    const found = await checkSources(config, { ...quiet, online: true, fetch }, new AbortController().signal);
    expect(states(found)).toEqual(['ok', 'ok', 'warning']);
    expect(knocked).toEqual(['https://api.openalex.org', 'http://127.0.0.1:9']);
  });

  it('have the collection among them, which says how it is when that is asked for', async () => {
    const address = { PAPERQUEUE_COLLECTION_URL: 'http://127.0.0.1:9' };
    const config = readConfig({ PAPERQUEUE_SOURCES: 'collection', ...address });
    const look = async (collectionStatus: DoctorDeps['collectionStatus'], online = true) => {
      const [found] = await checkSources(config, { ...quiet, online, collectionStatus }, NEVER);
      return `${found?.state} ${found?.message}`;
    };
    const sent = 'collection: your OpenSearch receives search terms and filters';
    expect(await look(nobody, false)).toBe(`ok ${sent}`);
    const papers = { name: 'papers-v2', papers: 1_200, bytes: 9, isSearched: true, isUnfinished: false };
    const indexes = [{ ...papers, name: 'papers-v1', papers: 7, isSearched: false }, papers];
    expect(await look(async () => ({ health: 'green', indexes }))).toBe(`ok ${sent}; 1,200 papers, engine green`);
    expect(await look(async () => ({ health: 'red', indexes }))).toBe(`warning ${sent}; 1,200 papers, engine red`);
    expect(await look(async () => ({ health: 'green', indexes: [] }))).toBe('warning collection: it has no papers');
    const away = { code: 'UPSTREAM_UNAVAILABLE', message: 'It is away.', next: 'Start it.' } as const;
    expect(await look(() => Promise.reject(freeFailure(away)))).toBe('warning collection: It is away.');
  });
});

describe('the clients', () => {
  const clientsIn = (folders: { home: string; folder: string }, maxStartMs?: number) => {
    // A setting of the shell, which no client gives the server.
    const machine = makeMachine({
      ...folders,
      environment: { PATH: process.env.PATH, WAIT: '99', PAPERQUEUE_TASKS: 'wrong' },
    });
    return checkClients(machine, { online: false, ...(maxStartMs && { maxStartMs }) }, new AbortController().signal);
  };
  const withFile = (text: string, maxStartMs?: number) => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.cursor'));
    writeFileSync(join(home, '.cursor', 'mcp.json'), text);
    return clientsIn({ home, folder: temporaryFolder() }, maxStartMs);
  };
  const entry = (server: object, maxStartMs?: number) =>
    withFile(JSON.stringify({ mcpServers: { paperqueue: server } }), maxStartMs);

  it('that start this server are told; what may be downloaded is not started unasked', async () => {
    expect(await entry({ command: 'npx' })).toMatchObject([
      { state: 'ok', message: expect.stringMatching(/Cursor: .*not started: npx may download it; --online starts it/) },
    ]);
  });

  it('are asked what a user starts there, with the settings of the file alone', async () => {
    const folder = join(temporaryFolder(), 'data');
    const server = { command: process.execPath, args: [BUILT], env: { PAPERQUEUE_DATA_DIR: folder } };
    expect(await entry(server)).toMatchObject([
      { state: 'ok', message: expect.stringMatching(/^Cursor: .* starts a server that answers with \d+ tools$/) },
    ]);
    expect(existsSync(folder)).toBe(false);
    const wrong = await entry({ ...server, env: { PAPERQUEUE_WAIT_SECONDS: `\${env:WAIT}` } });
    expect(wrong).toMatchObject([{ state: 'warning', message: expect.stringContaining('ends with 2 before') }]);
  });

  it('may start something else than a server, or nothing: a warning for each cause', async () => {
    const message = async (args: string[], maxStartMs?: number) => {
      const [finding] = await entry({ command: process.execPath, args }, maxStartMs);
      expect(finding?.state).toBe('warning');
      return finding?.message;
    };
    expect(await message(['-e', 'process.exit(7)'])).toContain('the server ends with 7 before it answers');
    expect(await message(['-e', 'setInterval(() => {}, 1000)'], 1)).toContain('the server does not answer in time');
    expect(await entry({ command: 'no-such-program-of-ours' })).toMatchObject([
      { state: 'warning', message: expect.stringContaining('the server does not start (ENOENT)') },
    ]);
  });

  it('of a folder start nothing here: its file may come from somebody else', async () => {
    const folder = temporaryFolder();
    const mark = join(folder, 'mark');
    const server = { command: process.execPath, args: ['-e', `fs.writeFileSync(${JSON.stringify(mark)}, '')`] };
    writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { paperqueue: server } }));
    expect(states(await clientsIn({ home: temporaryFolder(), folder }))).toEqual(['ok']);
    expect(existsSync(mark)).toBe(false);
  });

  it('may be none: then what to run', async () => {
    expect(await withFile('{"mcpServers": {"other": {}}}')).toMatchObject([
      { state: 'warning', todo: expect.stringContaining('paperqueue setup CLIENT --write') },
    ]);
  });

  it('with something to fill in, or that start what is not there, or cannot be read: a warning', async () => {
    expect(await entry({ command: 'npx', env: { PAPERQUEUE_TOKEN: '<paste PAPERQUEUE_TOKEN here>' } })).toMatchObject([
      { state: 'warning', message: 'Cursor: PAPERQUEUE_TOKEN is not filled in' },
    ]);
    expect(await entry({ command: 'npx', env: { A: { toString: null } } })).toMatchObject([{ state: 'ok' }]);
    expect(await entry({ command: process.execPath, args: ['/gone/paperqueue.mjs'] })).toMatchObject([
      { state: 'warning', message: expect.stringContaining('/gone/paperqueue.mjs, which is not there') },
    ]);
    expect(await withFile('{"mcpServers": ')).toMatchObject([
      { state: 'warning', message: expect.stringContaining('cannot be read as JSON: line 1') },
    ]);
  });

  it.each([
    ['[mcp_servers.paperqueue]\ncommand = "npx"\n', 'ok'],
    ['model = "x"\r\n[ mcp_servers . "paperqueue" ] # ours\r\ncommand = "npx"\r\n', 'ok'],
    ['[mcp_servers]\npaperqueue = { command = "npx" }\n', 'ok'],
    ['# [mcp_servers.paperqueue]\n[mcp_servers.paperqueue2]\n[mcp_servers.other]\n', 'warning'],
    ['[mcp_servers.paperqueue]\ncommand = "/gone/paperqueue"\n', 'warning'],
    [
      '[mcp_servers.paperqueue]\ncommand = "npx"\nenv = { PAPERQUEUE_TOKEN = "<paste PAPERQUEUE_TOKEN here>" }\n',
      'warning',
    ],
    ['[mcp_servers.paperqueue\ncommand = "npx"\n', 'warning'],
  ])('Codex is one when its file has a table for this server: %j', async (text, state) => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.codex'));
    writeFileSync(join(home, '.codex', 'config.toml'), text);
    expect(states(await clientsIn({ home, folder: temporaryFolder() }))).toEqual([state]);
  });

  it('Codex is asked what it would start, with the variables that it forwards', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.codex'));
    const table = `[mcp_servers.paperqueue]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(BUILT)}]\n`;
    const codexWith = async (text: string) => {
      writeFileSync(join(home, '.codex', 'config.toml'), text);
      return (await clientsIn({ home, folder: temporaryFolder() })).map(({ message }) => message);
    };
    expect(await codexWith(table)).toEqual([expect.stringMatching(/^Codex: .* answers with \d+ tools$/)]);
    const wrong = await codexWith(`${table}env_vars = ["PAPERQUEUE_TASKS"]\n`);
    expect(wrong).toEqual([expect.stringContaining('ends with 2 before')]);
  });

  it('a link that leads nowhere is no client', async () => {
    const home = temporaryFolder();
    symlinkSync(join(home, 'nowhere'), join(home, '.claude.json'));
    expect(states(await clientsIn({ home, folder: home }))).toEqual(['warning']);
  });
});

describe('the names of settings', () => {
  it('that nothing reads are told, with the one that was probably meant', () => {
    const environment = { PAPERQUEUE_TOKNE: 'secret', PAPERQUEUE_SOURCE: 'x', PAPERQUEUE_COLOUR_OF_THE_PAGE: '1' };
    const found = checkNames({ ...environment, PAPERQUEUE_TOKEN: 'x', PAPERQUEUE_TEST_RUNS: '1', PATH: '/bin' });
    expect(found.map(({ state, message, todo }) => [state, message.split(' ')[0], todo])).toEqual([
      ['warning', 'PAPERQUEUE_TOKNE', 'Did you mean PAPERQUEUE_TOKEN?'],
      ['warning', 'PAPERQUEUE_SOURCE', 'Did you mean PAPERQUEUE_SOURCES?'],
      ['warning', 'PAPERQUEUE_COLOUR_OF_THE_PAGE', 'Unset it; the guide lists the settings.'],
    ]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

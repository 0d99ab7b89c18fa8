import { isAbsolute } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, nonEmptySettings, readConfig, SECRET_NAMES } from '../../src/platform/config.ts';
import { SETTING_NAMES } from '../../src/platform/settings/variables.ts';

function refusal(environment: Record<string, string>): { field: string; message: string }[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.invalid : [{ field: 'another error', message: String(error) }];
  }
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a host writes a placeholder that it did not fill in
const UNFILLED = '${user_config.base_url}';

describe('a value that nobody filled in', () => {
  it.each([
    UNFILLED,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference that Claude Code hands over as it is
    '${PAPERQUEUE_TOKEN}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the same of Cursor and Windsurf
    '${env:PAPERQUEUE_TOKEN}',
    '$PAPERQUEUE_TOKEN',
    '<paste PAPERQUEUE_TOKEN here>',
  ])('%s is unset', (value) => {
    expect(readConfig({ PAPERQUEUE_TOKEN: value, PAPERQUEUE_BASE_URL: value })).toMatchObject({
      mode: 'embedded',
      token: undefined,
    });
    expect(nonEmptySettings({ PAPERQUEUE_TOKEN: value, PAPERQUEUE_WAIT_SECONDS: '5', HOME: '/h' })).toEqual({
      PAPERQUEUE_WAIT_SECONDS: '5',
    });
  });

  it('a token may look nearly like it', () => {
    expect(readConfig({ PAPERQUEUE_TOKEN: '$2b$10$abc' }).token?.reveal()).toBe('$2b$10$abc');
  });
});

describe('secrets', () => {
  it('are known by name: exactly the tokens and keys', () => {
    expect(SECRET_NAMES).toEqual(SETTING_NAMES.filter((name) => /_(TOKEN|KEY)$/.test(name)));
    expect(SECRET_NAMES).toContain('PAPERQUEUE_TOKEN');
  });
});

describe('an empty environment', () => {
  it('is embedded mode with the documented defaults', () => {
    const { dataDir, ...rest } = readConfig({});
    expect(isAbsolute(dataDir)).toBe(true);
    expect(dataDir).toMatch(/paperqueue/);
    expect(rest).toMatchObject({
      mode: 'embedded',
      baseUrl: undefined,
      token: undefined,
      scraperKey: undefined,
      waitSeconds: 40,
      requestsPerMinute: 10,
      dailyCreditCap: undefined,
      reuseMinutes: 1440,
      localCredits: {},
      logLevel: 'warn',
    });
  });

  it.each(['', '   ', '\t\n', UNFILLED])('is one whose variables are %j, as hosts hand over blanks', (value) => {
    const names = [
      'BASE_URL',
      'TOKEN',
      'SCRAPER_KEY',
      'DATA_DIR',
      'WAIT_SECONDS',
      'SOURCES',
      'LOG_LEVEL',
      'REUSE_MINUTES',
      'DAILY_CREDIT_CAP',
    ];
    const environment = Object.fromEntries(names.map((name) => [`PAPERQUEUE_${name}`, value]));
    expect(readConfig(environment)).toEqual(readConfig({}));
  });

  it('is one that speaks of other things', () => {
    expect(readConfig({ PATH: '/bin', PAPERQUEUE_NOBODY_KNOWS: '1', paperqueue_wait_seconds: '1' })).toEqual(
      readConfig({}),
    );
  });
});

describe('the values', () => {
  it('are read each from its variable, and cannot be changed afterwards', () => {
    const config = readConfig({
      PAPERQUEUE_BASE_URL: ' https://discover.example.org/api/ ',
      PAPERQUEUE_TOKEN: ' the-token\n',
      PAPERQUEUE_SCRAPER_KEY: 'fc-key',
      PAPERQUEUE_DATA_DIR: '/srv/papers',
      PAPERQUEUE_WAIT_SECONDS: '0',
      PAPERQUEUE_REQUESTS_PER_MINUTE: '120',
      PAPERQUEUE_DAILY_CREDIT_CAP: '0',
      PAPERQUEUE_REUSE_MINUTES: '0',
      PAPERQUEUE_LOCAL_CREDITS: 'basic:100,privateKey:0',
      PAPERQUEUE_SOURCES: 'library, arxiv',
      PAPERQUEUE_LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      mode: 'hosted',
      baseUrl: 'https://discover.example.org/api',
      dataDir: '/srv/papers',
      waitSeconds: 0,
      requestsPerMinute: 120,
      dailyCreditCap: 0,
      reuseMinutes: 0,
      localCredits: { basic: 100, privateKey: 0 },
      sources: ['library', 'arxiv'],
      logLevel: 'debug',
    });
    expect([config.token?.reveal(), config.scraperKey?.reveal()]).toEqual(['the-token', 'fc-key']);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('show no secret when the configuration is printed', () => {
    const config = readConfig({ PAPERQUEUE_TOKEN: 'the-token', PAPERQUEUE_SCRAPER_KEY: 'fc-key' });
    for (const text of [
      JSON.stringify(config),
      inspect(config, { depth: 9 }),
      `${config.token} ${config.scraperKey}`,
    ]) {
      expect(text).not.toMatch(/the-token|fc-key/);
    }
  });
});

describe('the base address', () => {
  it.each([
    ['https://a.example/api', 'https://a.example/api'],
    ['https://a.example/', 'https://a.example'],
    ['https://a.example:8443/api//', 'https://a.example:8443/api'],
    ['http://127.0.0.1:8787/api', 'http://127.0.0.1:8787/api'],
    ['http://localhost:8787', 'http://localhost:8787'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
  ])('%s is taken as %s', (given, taken) => {
    expect(readConfig({ PAPERQUEUE_BASE_URL: given })).toMatchObject({ mode: 'hosted', baseUrl: taken });
  });

  it.each([
    'a.example/api',
    'http://a.example/api',
    'http://127.0.0.1.a.example/',
    'http://localhost.a.example/',
    'ftp://127.0.0.1/',
    'https://user@a.example/',
    'https://user:pass@a.example/',
    'https://a.example/api?key=1',
    'https://a.example/api#top',
    'not an address',
  ])('%s is refused with the rule', (given) => {
    const [refused] = refusal({ PAPERQUEUE_BASE_URL: given });
    expect(refused?.field).toBe('PAPERQUEUE_BASE_URL');
    expect(refused?.message).toContain('an https:// address (http:// only on loopback)');
  });
});

describe('a wrong value', () => {
  it.each([
    ['PAPERQUEUE_WAIT_SECONDS', '51', 'a whole number from 0 to 50'],
    ['PAPERQUEUE_WAIT_SECONDS', '-1', 'a whole number from 0 to 50'],
    ['PAPERQUEUE_WAIT_SECONDS', '1.5', 'a whole number from 0 to 50'],
    ['PAPERQUEUE_WAIT_SECONDS', 'long', 'a whole number from 0 to 50'],
    ['PAPERQUEUE_REQUESTS_PER_MINUTE', '0', 'a whole number from 1 to'],
    ['PAPERQUEUE_REUSE_MINUTES', '-5', 'a whole number from 0 to'],
    ['PAPERQUEUE_DAILY_CREDIT_CAP', '-1', 'a whole number from 0 to 1000000'],
    ['PAPERQUEUE_DAILY_CREDIT_CAP', '1.5', 'a whole number from 0 to 1000000'],
    ['PAPERQUEUE_DAILY_CREDIT_CAP', '1000001', 'a whole number from 0 to 1000000'],
    ['PAPERQUEUE_DAILY_CREDIT_CAP', 'none', 'a whole number from 0 to 1000000'],
    ['PAPERQUEUE_DATA_DIR', 'papers', 'an absolute path'],
    ['PAPERQUEUE_DATA_DIR', '~/papers', 'an absolute path'],
    ['PAPERQUEUE_LOCAL_CREDITS', 'basic', 'basic, pro, privateKey'],
    ['PAPERQUEUE_LOCAL_CREDITS', 'gold:5', 'basic, pro, privateKey'],
    ['PAPERQUEUE_LOCAL_CREDITS', 'basic:-1', 'basic, pro, privateKey'],
    ['PAPERQUEUE_LOG_LEVEL', 'verbose', 'error, warn, info, debug'],
    ['PAPERQUEUE_LOG_LEVEL', 'WARN', 'error, warn, info, debug'],
  ])('of %s, %j, is refused with its name and the allowed values', (name, value, rule) => {
    const refused = refusal({ [name]: value });
    expect(refused.map(({ field }) => field)).toEqual([name]);
    expect(refused[0]?.message).toContain(`${name}: `);
    expect(refused[0]?.message).toContain(rule);
  });

  it('in the list of sources is refused with the names that exist', () => {
    const [refused] = refusal({ PAPERQUEUE_SOURCES: 'library,scopus' });
    expect(refused?.field).toBe('PAPERQUEUE_SOURCES');
    expect(refused?.message).toContain('library, openalex, crossref, europepmc, arxiv, semanticscholar, pubmed, dblp');
  });

  it('does not hide another one', () => {
    const fields = refusal({ PAPERQUEUE_WAIT_SECONDS: '99', PAPERQUEUE_LOG_LEVEL: 'loud', PAPERQUEUE_DATA_DIR: '.' });
    expect(fields.map(({ field }) => field).sort()).toEqual([
      'PAPERQUEUE_DATA_DIR',
      'PAPERQUEUE_LOG_LEVEL',
      'PAPERQUEUE_WAIT_SECONDS',
    ]);
  });
});

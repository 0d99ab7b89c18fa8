import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, listSecrets, readConfig } from '../../src/platform/config.ts';

const KEYLESS = ['library', 'openalex', 'crossref', 'europepmc', 'arxiv'];

function messageOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  throw new Error('nothing was refused');
}

describe('without a word about sources', () => {
  it('those that answer without a key are asked, at their own addresses, and what they give is kept', () => {
    expect(readConfig({})).toMatchObject({
      sources: KEYLESS,
      sourceUrls: {},
      keepFound: true,
      sourceKeys: {},
      contactEmail: undefined,
    });
  });

  it('a key of Semantic Scholar adds it', () => {
    const PAPERQUEUE_SEMANTIC_SCHOLAR_KEY = 'the-key';
    expect(readConfig({ PAPERQUEUE_SEMANTIC_SCHOLAR_KEY }).sources).toEqual([...KEYLESS, 'semanticscholar']);
    const both = { PAPERQUEUE_SEMANTIC_SCHOLAR_KEY, PAPERQUEUE_SOURCES: 'library' };
    expect(readConfig(both).sources).toEqual(['library']);
  });

  it('a key of OpenAlex adds nobody', () => {
    expect(readConfig({ PAPERQUEUE_OPENALEX_KEY: 'the-key' }).sources).toEqual(KEYLESS);
  });

  // biome-ignore lint/suspicious/noTemplateCurlyInString: how a host writes a placeholder it did not fill in
  it.each(['', '  ', '\t\n', '${user_config.semantic_scholar_key}'])('blanks such as %j are no word', (value) => {
    const names = ['SOURCES', 'SOURCE_URLS', 'KEEP_FOUND', 'OPENALEX_KEY', 'SEMANTIC_SCHOLAR_KEY', 'CONTACT_EMAIL'];
    const environment = Object.fromEntries(names.map((name) => [`PAPERQUEUE_${name}`, value]));
    expect(readConfig(environment)).toEqual(readConfig({}));
  });
});

describe('the sources', () => {
  it.each([
    ['library', ['library']],
    ['semanticscholar', ['semanticscholar']],
    [' arxiv ,library,  arxiv', ['arxiv', 'library']],
  ])('%j are %j', (given, sources) => {
    expect(readConfig({ PAPERQUEUE_SOURCES: given }).sources).toEqual(sources);
  });

  it.each(['OpenAlex', 'library,', ',', 'scopus', 'library;arxiv', 'all', 'none'])('are not %j', (given) => {
    const message = messageOf({ PAPERQUEUE_SOURCES: given });
    expect(message).toMatch(/one or more of library, openalex, crossref, europepmc, .*, collection, comma-separated/);
  });
});

describe('their addresses', () => {
  it.each([
    ['openalex=http://127.0.0.1:1', { openalex: 'http://127.0.0.1:1' }],
    [
      ' openalex=https://mirror.example/oa/ , arxiv=http://localhost:8080//',
      { openalex: 'https://mirror.example/oa', arxiv: 'http://localhost:8080' },
    ],
    ['crossref=https://a.example/x=y', { crossref: 'https://a.example/x=y' }],
    ['openalex=https://a.example,openalex=https://b.example', { openalex: 'https://b.example' }],
  ])('%j are read', (given, urls) => {
    expect(readConfig({ PAPERQUEUE_SOURCE_URLS: given }).sourceUrls).toEqual(urls);
  });

  it.each([
    'openalex',
    'openalex=',
    '=https://a.example',
    'library=https://a.example',
    'scopus=https://a.example',
    'OPENALEX=https://a.example',
    'toString=https://a.example',
    'openalex=http://a.example',
    'openalex=ftp://127.0.0.1',
    'openalex=https://me:secret@a.example',
    'openalex=https://a.example/?key=secret',
    'openalex=https://a.example#secret',
    'openalex=https://a.example,',
  ])('%j are refused with the rule, and without the value', (given) => {
    const message = messageOf({ PAPERQUEUE_SOURCE_URLS: given });
    expect(message).toContain(
      'source=address, comma-separated, with source one of openalex, crossref, europepmc, arxiv',
    );
    expect(message).not.toMatch(/secret|a\.example/);
  });
});

describe('keeping what is found', () => {
  it.each([
    ['on', true],
    ['off', false],
  ])('may be %s', (given, kept) => {
    expect(readConfig({ PAPERQUEUE_KEEP_FOUND: given }).keepFound).toBe(kept);
  });

  it.each(['yes', 'no', 'true', '0', 'OFF', ' off'])('is not %j', (given) => {
    expect(messageOf({ PAPERQUEUE_KEEP_FOUND: given })).toContain(`PAPERQUEUE_KEEP_FOUND: on or off, got "${given}"`);
  });
});

describe('the keys and the contact', () => {
  const environment = {
    PAPERQUEUE_OPENALEX_KEY: ' key-of-openalex ',
    PAPERQUEUE_SEMANTIC_SCHOLAR_KEY: 'key-of-scholar',
    PAPERQUEUE_CONTACT_EMAIL: 'someone@example.org',
  };

  it('are each read from its variable; no key is shown when the configuration is printed', () => {
    const config = readConfig(environment);
    const { sourceKeys, contactEmail } = config;
    expect([sourceKeys.openalex?.reveal(), sourceKeys.semanticscholar?.reveal(), contactEmail]).toEqual([
      'key-of-openalex',
      'key-of-scholar',
      'someone@example.org',
    ]);
    for (const text of [JSON.stringify(config), inspect(config, { depth: 9 })]) expect(text).not.toMatch(/key-of/);
    expect(listSecrets(config).map((secret) => secret.reveal())).toEqual(['key-of-openalex', 'key-of-scholar']);
  });

  it.each(['PAPERQUEUE_OPENALEX_KEY', 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY'])(
    '%s with a blank in it is refused, unseen',
    (name) => {
      const message = messageOf({ [name]: 'two words' });
      expect(message).toContain(`${name}: a value of printable ASCII without blanks`);
      expect(message).not.toContain('two words');
    },
  );

  it.each(['someone', 'someone@', 'a b@example.org', 'Some One <someone@example.org>'])('%j is no contact', (given) => {
    expect(messageOf({ PAPERQUEUE_CONTACT_EMAIL: given })).toContain('an e-mail address');
  });
});

describe('the tools', () => {
  it.each([
    ['all', undefined],
    ['search,all', undefined],
    ['search', ['combined_search', 'keyword_search', 'query_search', 'get_job', 'estimate_credits', 'list_jobs']],
    [' read_paper ,get_job, read_paper', ['get_job', 'read_paper']],
  ])('%j are %j', (given, tools) => {
    expect(readConfig({ PAPERQUEUE_TOOLS: given }).tools).toEqual(tools);
  });

  it.each(['search_papers', 'Search', 'get_job;list_jobs', 'get_job,'])('are not %j', (given) => {
    expect(messageOf({ PAPERQUEUE_TOOLS: given })).toMatch(
      /^PAPERQUEUE_TOOLS: all, search, or one or more of combined_search/,
    );
  });
});

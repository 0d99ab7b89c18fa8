import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../src/app/all-tools.ts';
import { COMMANDS } from '../src/app/commands.ts';
import { ERROR_CODES } from '../src/contract/errors.ts';
import { FILTER_NAMES } from '../src/contract/filter-table.ts';
import { CREDITS_PATH, jobPath, OPERATIONS } from '../src/contract/operations.ts';
import { createProgram } from '../src/faces/cli/program.ts';
import { ALL_LISTED, TOOL_NAMES } from '../src/platform/settings/tool-names.ts';
import { SETTING_NAMES } from '../src/platform/settings/variables.ts';
import { createServiceApp } from '../src/service/http-app.ts';
import { BARE_PARTS } from './helpers/service-parts.ts';

/** What users, hosts and scripts rely on, pinned with literals: a change here is a change for them. */

function read(name: string): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}

const manifest = JSON.parse(read('manifest.json'));
const packageJson = JSON.parse(read('package.json'));

describe('the surface', () => {
  it('tools', () => {
    expect(TOOLS.map(({ name, annotations }) => [name, annotations.readOnlyHint])).toEqual([
      ['combined_search', false],
      ['keyword_search', false],
      ['query_search', false],
      ['get_job', true],
      ['lookup_papers', true],
      ['related_papers', true],
      ['read_paper', false],
      ['estimate_credits', true],
      ['list_jobs', true],
      ['export_papers', false],
      ['screen_papers', false],
      ['evidence_table', false],
    ]);
  });

  it('tool inputs', () => {
    const keys = (name: string) => {
      const schema = TOOLS.find((tool) => tool.name === name)?.inputSchema['~standard'].jsonSchema.input({
        target: 'draft-2020-12',
      });
      return Object.keys((schema as { properties: object }).properties);
    };
    const shared = [
      ...['limit', 'fieldsOfStudy', 'minCitationCount', 'openAccessPdf', 'downloadable', 'quartileRanking'],
      ...[
        'publicationTypes',
        'sort',
        'year',
        'enrich',
        'callbackUrl',
        'waitSeconds',
        'count',
        'fresh',
        'dryRun',
        'newSince',
      ],
      'acceptPossibleDoubleCharge',
    ];
    expect(keys('combined_search')).toEqual(['keywords', 'query', 'strategy', 'parts', ...shared]);
    expect(keys('keyword_search')).toEqual(['keywords', 'strategy', ...shared]);
    expect(keys('query_search')).toEqual(['query', 'strategy', ...shared]);
    expect(keys('get_job')).toEqual([
      'jobId',
      'waitSeconds',
      'offset',
      'count',
      'view',
      'sort',
      'where',
      'facets',
      'refs',
    ]);
    expect(keys('lookup_papers')).toEqual(['items', 'count', 'text', 'bibliography', 'offset']);
    expect(keys('related_papers')).toEqual([
      ...['ref', 'relation', 'limit', 'order', 'seeds', 'direction', 'rounds', 'via', 'stop', 'dryRun'],
    ]);
    expect(keys('read_paper')).toEqual([
      'ref',
      'papers',
      'job',
      'section',
      'page',
      'find',
      'perPaper',
      'reference',
      'quote',
      'offset',
      'count',
      'file',
    ]);
    expect(keys('estimate_credits')).toEqual(['limit', 'enrich', 'operation', 'parts']);
    expect(keys('list_jobs')).toEqual(['offset', 'count', 'status', 'group', 'overlapWith']);
    expect(keys('export_papers')).toEqual([
      ...['jobId', 'review', 'format', 'where', 'sort', 'refs', 'count', 'style', 'columns', 'abstracts', 'as'],
    ]);
    expect(keys('evidence_table')).toEqual([
      ...['table', 'title', 'papers', 'columns', 'fill', 'as', 'next', 'offset', 'format'],
    ]);
    expect(keys('screen_papers')).toEqual([
      ...['review', 'question', 'criteria', 'jobs', 'as', 'stage', 'decisions', 'next', 'order', 'view'],
    ]);
  });

  it('hints of every tool, as the scans of directories want them', () => {
    const hints = Object.fromEntries(
      TOOLS.map(({ name, annotations: { readOnlyHint, destructiveHint, openWorldHint } }) => [
        name,
        [readOnlyHint, destructiveHint, openWorldHint],
      ]),
    );
    expect(hints).toEqual({
      combined_search: [false, false, true],
      keyword_search: [false, false, true],
      query_search: [false, false, true],
      get_job: [true, false, true],
      lookup_papers: [true, false, true],
      related_papers: [true, false, true],
      read_paper: [false, false, true],
      estimate_credits: [true, false, true],
      list_jobs: [true, false, false],
      export_papers: [false, false, false],
      screen_papers: [false, false, false],
      evidence_table: [false, false, false],
    });
    for (const { title } of TOOLS) expect(title).toMatch(/^[A-Z].{8,}/);
    expect(TOOLS.map(({ name }) => name)).toEqual(TOOL_NAMES);
  });

  it('says what match and an answer without a paper mean, and what is held', () => {
    const descriptionOf = (tool: string) => TOOLS.find(({ name }) => name === tool)?.describe(ALL_LISTED);
    expect(descriptionOf('get_job')).toContain("good has the question's rarest concept");
    expect(descriptionOf('lookup_papers')).toMatch(
      /none \(the sources that would know it do not\) or unchecked \(too few of them answered\)/,
    );
    expect(descriptionOf('estimate_credits')).toContain('held for searches of unknown charge');
  });

  it('descriptions of some sentences, which name the tool for what they are not for', () => {
    for (const { name, describe } of TOOLS) {
      const description = describe(ALL_LISTED);
      expect(description.match(/[.](?= |$)/g)?.length, name).toBeGreaterThanOrEqual(2);
      expect(description.length, name).toBeLessThanOrEqual(600);
      expect(description, name).toMatch(/credit|\bfree\b/);
    }
  });

  it('error codes', () => {
    expect(ERROR_CODES).toEqual([
      ...['INVALID_INPUT', 'NOT_CONFIGURED', 'UNAUTHORIZED', 'INSUFFICIENT_CREDITS', 'CREDIT_CAP', 'RATE_LIMITED'],
      ...['CHARGE_UNKNOWN', 'JOB_NOT_FOUND', 'JOB_FAILED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_INVALID'],
      ...['STORE_UNAVAILABLE', 'INTERNAL'],
    ]);
  });

  it('environment variables, those of the guide', () => {
    expect(SETTING_NAMES).toEqual([
      ...['PAPERQUEUE_BASE_URL', 'PAPERQUEUE_TOKEN', 'PAPERQUEUE_SCRAPER_KEY', 'PAPERQUEUE_DATA_DIR'],
      ...['PAPERQUEUE_WAIT_SECONDS', 'PAPERQUEUE_REQUESTS_PER_MINUTE', 'PAPERQUEUE_DAILY_CREDIT_CAP'],
      'PAPERQUEUE_REUSE_MINUTES',
      ...['PAPERQUEUE_LOCAL_CREDITS', 'PAPERQUEUE_SOURCES', 'PAPERQUEUE_OPENALEX_KEY'],
      ...[
        'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY',
        'PAPERQUEUE_NCBI_KEY',
        'PAPERQUEUE_CORE_KEY',
        'PAPERQUEUE_ZOTERO_KEY',
        'PAPERQUEUE_CONTACT_EMAIL',
        'PAPERQUEUE_SOURCE_URLS',
      ],
      'PAPERQUEUE_FILES_FOLDERS',
      'PAPERQUEUE_FULL_TEXT',
      ...['PAPERQUEUE_KEEP_FOUND', 'PAPERQUEUE_RETRACTIONS_URL'],
      ...['PAPERQUEUE_EMBEDDINGS_URL', 'PAPERQUEUE_EMBEDDINGS_MODEL', 'PAPERQUEUE_EMBEDDINGS_KEY'],
      ...[
        'PAPERQUEUE_SCRAPER_BASE_URL',
        'PAPERQUEUE_HTTP_TOKEN',
        'PAPERQUEUE_DATABASE_URL',
        'PAPERQUEUE_SEALING_KEY',
        'PAPERQUEUE_COLLECTION_URL',
        'PAPERQUEUE_TOOLS',
        'PAPERQUEUE_TASKS',
        'PAPERQUEUE_ANSWER_TYPES',
        'PAPERQUEUE_LOG_LEVEL',
      ],
    ]);
    const rows = [...read('docs/guide/settings.md').matchAll(/^\| `(PAPERQUEUE_\w+)`/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('the file that answers of sources are kept in, in what PRIVACY says is kept', () => {
    expect(read('PRIVACY.md')).toMatch(/`sources\.sqlite` the answers of\s+sources/);
  });

  it('routes', () => {
    expect(Object.values(OPERATIONS).map(({ path }) => path)).toEqual([
      '/v1/job/combinedSearch',
      '/v1/job/keywordSearch',
      '/v1/job/querySearch',
    ]);
    expect(jobPath('a/b')).toBe('/v1/job/a%2Fb');
    expect(CREDITS_PATH).toBe('/v1/user/getCredits');
    const app = createServiceApp({
      ...BARE_PARTS,
      store: { tokens: {} } as never,
      worker: undefined as never,
      accountOfToken: () => 1,
      requestsPerMinute: undefined,
      maxOpenJobs: 1,
      onError: () => {},
    });
    expect(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/job/combinedSearch',
      'POST /v1/job/keywordSearch',
      'POST /v1/job/querySearch',
      'POST /v1/job/closeKey',
      'GET /v1/user/getJobs',
      'GET /v1/job/:jobId',
      'GET /v1/user/getCredits',
      'GET /v1/papers/search',
      'GET /v1/papers/:id',
      'GET /v1/reviews',
      'POST /v1/reviews',
      'GET /v1/reviews/:review/events',
      'POST /v1/reviews/:review/events',
      'GET /v1/reviews/:review/records',
      'POST /v1/reviews/:review/records',
      'POST /v1/reviews/:review/aside',
      'GET /v1/reviews/:review/members',
      'POST /v1/reviews/:review/members',
      'DELETE /v1/reviews/:review/members/:name',
      'POST /v1/reviews/:review/join',
      'GET /openapi.json',
      'GET /healthz',
      'GET /readyz',
    ]);
  });

  it('filters', () => {
    expect(FILTER_NAMES).toEqual([
      ...['limit', 'fieldsOfStudy', 'minCitationCount', 'openAccessPdf', 'downloadable', 'quartileRanking'],
      ...['publicationTypes', 'sort', 'year'],
    ]);
  });

  it('commands', async () => {
    const program = await createProgram(COMMANDS, {
      io: {
        stdout: process.stdout,
        stderr: process.stderr,
        signal: new AbortController().signal,
        startedAt: '',
        untilStopped: async () => {},
      },
      app: () => undefined as never,
      config: () => undefined as never,
      machine: undefined as never,
      serveMcp: () => undefined as never,
      serveUi: () => undefined as never,
    });
    expect(program.commands.map((command) => command.name())).toEqual([
      'mcp',
      'search',
      'lookup',
      'check',
      'jobs',
      'job',
      'show',
      'open',
      'ui',
      'export',
      'zotero',
      'rerun',
      'watch',
      'related',
      'read',
      'attach',
      'receipt',
      'estimate',
      'import',
      'library',
      'retractions',
      'review',
      'evidence',
      'collection',
      'serve',
      'work',
      'store',
      'account',
      'callbacks',
      'setup',
      'doctor',
      'completion',
    ]);
    const jobs = program.commands.find((command) => command.name() === 'jobs');
    expect(jobs?.commands.map((command) => command.name())).toEqual(['name', 'group', 'remove']);
    const library = program.commands.find((command) => command.name() === 'library');
    expect(library?.commands.map((command) => command.name())).toEqual([
      'list',
      'search',
      'show',
      'edit',
      'duplicates',
      'merge',
      'part',
      'remove',
      'export',
    ]);
  });
});

describe('what is stated in several files is the same in all of them', () => {
  it('name, version, description and licence', () => {
    expect(manifest).toMatchObject({
      name: packageJson.name,
      version: packageJson.version,
      license: packageJson.license,
    });
    expect(manifest.description).toBe(packageJson.description);
    expect(read('CHANGELOG.md')).toContain(`## ${packageJson.version}`);
  });

  it('tools', () => {
    expect(manifest.tools.map((tool: { name: string }) => tool.name)).toEqual(TOOLS.map(({ name }) => name));
    const rows = [...read('docs/guide/tools.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(TOOLS.map(({ name }) => name));
  });

  it('variables of the bundle are variables of the product', () => {
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(manifest.server.mcp_config.env)));
  });
});

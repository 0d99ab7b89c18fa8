import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { toWire } from '../../src/papers/wire.ts';
import { fullPaper } from '../helpers/full-paper.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { DRIVERS, type Driver, type ToolResult } from '../helpers/mcp-clients.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { type StandIn, serve } from '../helpers/sources/stand-ins.ts';
import { ARTICLE } from '../reading/fixtures.ts';

/**
 * What the tools say of their answers, held against real answers. A field that is returned and not described fails;
 * clients are told nothing of that strictness, so that later versions may add fields.
 */

type Schema = Record<string, unknown>;

const KEYWORDS = ['ice', 'winds', 'frozen lakes'];
/** Of the papers that every library begins with. */
const PARTS = ['ice on windy lakes', 'How does wind over frozen lakes change the thickness of their ice in spring?'];
const OWN_KEYWORDS = ['evolution', 'genome', 'phylogenetic trees'];
/** One that is taken, and one that is refused. */
const CELLS = [
  { ref: 'J1-1', column: 'Finding', value: 'It melts in 3 days.', quote: 'Ice melts within three days of spring.' },
  { ref: 'J1-2', column: 'Finding', value: 'not reported' },
  { ref: 'J1-3', column: 'Finding', value: 'none' },
  { ref: 'J1-9999', column: 'Finding', value: 'x' },
  { ref: 'J1-1', column: 'Finding' },
];
const DECISIONS = [
  { ref: 'J1-1', decision: 'exclude', reasons: ['C2'], note: 'snow' },
  { ref: 'J1-3', decision: 'include', reasons: ['C9'] },
];
const QUERY = 'How do frozen lakes keep the traces of the winds that blew over them in winter?';
const PAPERS = [
  {
    ...toWire({ ...fullPaper(), search: { score: 0.9 } }),
    enriched: { doi: 'crossref' },
    explanation: { similarity: 0.5, ranks: { arxiv: 1 } },
    ledBy: [{ from: 'J1-1', direction: 'backward', index: 'openalex', round: 1 }],
  },
  toWire({ ...fullPaper({ key: 'twin' }), search: { score: 0.8 } }),
  {
    id: 'bare',
    title: `A very long title ${'of ice '.repeat(100)}`,
    abstract: 'Nothing about it.\u200b',
    ...{
      year: 2001,
      isRetracted: false,
      semanticLink: 'https://example.org/s',
      referencedWorks: ['doi:10.1234/ice.5'],
    },
  },
  {
    ...toWire(fullPaper({ key: 'huge', doi: '10.1234/huge', abstract: `Ice ${'冰'.repeat(30_000)}` })),
    title: 'Huge',
  },
];

const outputSchema = (name: string): Schema => {
  const tool = TOOLS.find((each) => each.name === name);
  return (tool?.wholeOutputSchema['~standard'].jsonSchema.output({ target: 'draft-2020-12' }) ?? {}) as Schema;
};

/** The schema with every object closed that does not say what else it may have. */
function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return 'properties' in parts && !('additionalProperties' in parts)
    ? { ...parts, additionalProperties: false }
    : parts;
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const checks = new Map<string, ValidateFunction>(
  TOOLS.map(({ name }) => [name, ajv.compile(closed(outputSchema(name)) as Schema)]),
);

/** What is wrong with an answer by the closed schema of its tool. */
function faultsOf(name: string, { isError, content, structuredContent }: ToolResult): unknown {
  if (isError) return content;
  const check = checks.get(name);
  return check?.(structuredContent) ? [] : (check?.errors ?? 'no such tool');
}

/** Every place in a schema that holds a schema itself. */
function* schemasIn(schema: Schema, at = ''): Generator<{ at: string; schema: Schema }> {
  yield { at, schema };
  for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    yield* schemasIn(part, `${at}/${name}`);
  for (const name of ['items', 'additionalProperties'])
    if (schema[name] !== undefined) yield* schemasIn(schema[name] as Schema, `${at}/${name}`);
}

describe('the list of tools', () => {
  it('gives every part of an answer a type, and describes none', () => {
    for (const { name, outputSchema: main, wholeOutputSchema } of TOOLS) {
      for (const each of [main, wholeOutputSchema]) {
        const root = each['~standard'].jsonSchema.output({ target: 'draft-2020-12' }) as Schema;
        expect(root.type).toBe('object');
        for (const { at, schema } of schemasIn(root)) {
          expect(schema.type ?? schema.enum ?? schema.anyOf, `${name}${at}`).toBeDefined();
          expect(schema.description, `${name}${at}`).toBeUndefined();
          if (schema.type === 'array') expect(schema.items, `${name}${at}`).toBeDefined();
        }
      }
    }
  });

  it('closes nothing: an answer of a later version may have more fields', () => {
    expect(JSON.stringify(TOOLS.map(({ name }) => outputSchema(name)))).not.toContain('"additionalProperties":false');
  });

  it('says of an answer that it is an object, unless the whole was asked for', () => {
    for (const { name, outputSchema: main } of TOOLS) {
      const listed = main['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
      expect(listed, name).toEqual({ type: 'object' });
    }
  });
});

/** The official clients hold every answer against the schema that they were told of, and throw if it does not fit. */
describe.each(DRIVERS.filter(([client]) => /v1|auto/.test(client)))('%s, told of whole answers', (_client, open) => {
  const service = new ScriptedService({ papers: PAPERS });
  const settings = () => ({
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_ANSWER_TYPES: 'all',
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  });
  let source: StandIn;
  let hosted: Driver;
  let embedded: Driver;

  beforeAll(async () => {
    source = await serve((response, { url }) => {
      const text = url === '/PMC1234567/fullTextXML' ? ARTICLE : undefined;
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' });
      response.end(text ?? 'no');
    });
    await service.start();
    hosted = await open({
      ...settings(),
      PAPERQUEUE_BASE_URL: service.baseUrl,
      PAPERQUEUE_TOKEN: service.token,
      PAPERQUEUE_DAILY_CREDIT_CAP: '50',
      PAPERQUEUE_SOURCES: 'europepmc',
      PAPERQUEUE_SOURCE_URLS: `europepmc=${source.url}`,
    });
    embedded = await open({ ...settings(), PAPERQUEUE_SOURCES: 'library' });
    for (const driver of [hosted, embedded]) await driver.listTools();
  });
  afterAll(async () => {
    await hosted.close();
    await embedded.close();
    await service.stop();
    await source.close();
  });

  const CALLS: [where: 'hosted' | 'embedded', tool: string, args: object][] = [
    ['hosted', 'combined_search', { keywords: KEYWORDS, query: QUERY }],
    ['hosted', 'combined_search', { keywords: KEYWORDS, query: QUERY, dryRun: true }],
    ['embedded', 'combined_search', { keywords: OWN_KEYWORDS }],
    ['embedded', 'combined_search', { keywords: KEYWORDS, query: QUERY, dryRun: true }],
    ['embedded', 'combined_search', { strategy: '1. ice\n2. wind*\n3. 1 AND 2', dryRun: true }],
    ['embedded', 'keyword_search', { keywords: OWN_KEYWORDS, newSince: 'J1' }],
    ['embedded', 'query_search', { query: QUERY }],
    ['hosted', 'get_job', { jobId: 'J1', view: 'full', facets: true }],
    ['hosted', 'get_job', { jobId: 'J1', refs: ['J1-3'], view: 'full' }],
    ['hosted', 'get_job', { jobId: 'J1', refs: ['J1-4'], view: 'full' }],
    ['hosted', 'get_job', { jobId: 'J1', view: 'abstract', where: { text: 'ice', retracted: true } }],
    ['hosted', 'get_job', { jobId: 'J1,J1' }],
    ['hosted', 'get_job', { jobId: 'J1', where: { yearFrom: 2100 } }],
    ['embedded', 'get_job', { jobId: 'all', view: 'full' }],
    ['embedded', 'lookup_papers', { items: ['author: Darwin', 'evolution', '10.9999/none', 'No such title at all'] }],
    [
      'embedded',
      'lookup_papers',
      {
        text: 'Ice melts in 3 days [@ice]. "Ice melts within three days of spring, always" [@ice]. Fig. 1 [@none1].',
        bibliography: '@article{ice, title={Evolution of the ice}, author={Weevil, Ada}, year={2001}}',
      },
    ],
    ['embedded', 'related_papers', { ref: 'J1-1', relation: 'similar' }],
    ['hosted', 'read_paper', { ref: 'PMC1234567' }],
    ['hosted', 'read_paper', { ref: 'PMC1234567', find: 'threads' }],
    ['hosted', 'read_paper', { ref: 'PMC1234567', section: 'references' }],
    ['hosted', 'read_paper', { ref: 'PMC1234567', reference: '1' }],
    ['hosted', 'read_paper', { ref: 'PMC1234567', quote: 'Threads did not break in 48 of 50 animals' }],
    ['hosted', 'read_paper', { ref: 'PMC1234567', quote: 'Threads did break in 49 of 50 animals' }],
    ['hosted', 'read_paper', { job: 'J1', find: 'ice' }],
    ['hosted', 'estimate_credits', { limit: 300, enrich: true }],
    ['hosted', 'list_jobs', { overlapWith: 'J1' }],
    ['hosted', 'export_papers', { jobId: 'J1', format: 'bibtex', where: { retracted: 'unknown' } }],
    ['hosted', 'export_papers', { jobId: 'J1', format: 'ris', as: 'file' }],
    ['hosted', 'export_papers', { jobId: 'all', format: 'receipt' }],
    ['hosted', 'screen_papers', { question: 'Ice?', criteria: ['include: ice', 'exclude: no ice'], jobs: 'J1' }],
    ['hosted', 'screen_papers', { review: 'R1', decisions: DECISIONS, view: 'abstract' }],
    ['hosted', 'evidence_table', { title: 'Ice', papers: 'J1', columns: [{ name: 'Finding', ask: 'What of ice?' }] }],
    ['hosted', 'evidence_table', { table: 'T1', fill: CELLS, next: 3, as: 'model-1' }],
    ['hosted', 'evidence_table', { table: 'T1', fill: CELLS, format: 'csv', offset: 0, as: 'model-2' }],
    ['hosted', 'evidence_table', {}],
    ['hosted', 'get_job', { jobId: 'J1', where: { by: 'assistant' } }],
    ['hosted', 'combined_search', { parts: PARTS, dryRun: true }],
    ['hosted', 'combined_search', { parts: PARTS }],
    ['embedded', 'combined_search', { parts: PARTS }],
    ['embedded', 'combined_search', { parts: PARTS, dryRun: true }],
    ['hosted', 'estimate_credits', { parts: PARTS }],
  ];

  it('gets of every tool what its schema describes, and nothing else', async () => {
    expect(new Set(CALLS.map(([, tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
    const seen = new Set<string>();
    for (const [where, tool, args] of CALLS) {
      const result = await (where === 'hosted' ? hosted : embedded).call(tool, args);
      expect(faultsOf(tool, result), `${tool} ${JSON.stringify(args)}`).toEqual([]);
      const { papers } = result.structuredContent ?? {};
      if (Array.isArray(papers)) for (const paper of papers) for (const name of Object.keys(paper)) seen.add(name);
    }
    // Nothing is described that no paper ever has. Here nobody imported one, and an assistant only suggests decisions.
    for (const name of ['inLibrary', 'decision']) seen.add(name);
    const { papers } = outputSchema('get_job').properties as { papers: { items: Schema } };
    expect([...seen].sort()).toEqual(Object.keys(papers.items.properties as object).sort());
  });
});

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ServiceDeps } from '../../src/service/deps.ts';
import { createServiceApp } from '../../src/service/http-app.ts';
import { openApiDocument } from '../../src/service/openapi.ts';
import { startWorker } from '../../src/service/queue/worker.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { some } from '../helpers/runs.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openService, openServiceFile } from './service.ts';

type Json = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as Json;
const paths = document.paths as Record<string, Record<string, Json>>;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] as Json })),
);

/** Every object of the document with the path that leads to it. */
function* objectsIn(value: unknown, at = ''): Generator<{ at: string; value: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, value: value as Json };
  for (const [name, part] of Object.entries(value)) {
    yield* objectsIn(part, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document);
}

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../fixtures/openapi/openapi-3.1.schema.json', import.meta.url), 'utf8'),
    );
    // The schema's formats (URI, e-mail) need a package of their own; what they would check is a fixed text here.
    const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    expect(validate(document) ? [] : validate.errors).toEqual([]);
    // The validator does find mistakes.
    expect(validate({ ...document, info: { title: 'no version' } })).toBe(false);
    expect(validate({ ...document, paths: { 'no-slash': {} } })).toBe(false);
    expect(document.openapi).toBe('3.1.0');
  });

  it('has only schemas that a strict reader of JSON Schema 2020-12 accepts', () => {
    const schemas = [...objectsIn(document)].filter(({ at }) => /\/(schema|schemas\/[^/]+)$/.test(at));
    expect(schemas.length).toBeGreaterThan(20);
    const { schemas: components } = document.components as { schemas: Json };
    // A schema that stands alone finds the components in a document of their own, each compiled once.
    const alone = (value: Json) =>
      JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', 'components#/$defs/')) as Json;
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    ajv.addSchema(alone({ $id: 'components', $defs: components }));
    for (const { at, value } of some(schemas)) expect(() => ajv.compile(alone(value)), at).not.toThrow();
    expect(() => ajv.compile({ type: 'strin' })).toThrow();
    expect(() => ajv.compile({ $ref: 'components#/$defs/NoSuch' })).toThrow();
  });

  it('has no reference that leads nowhere, and no component that nothing refers to', () => {
    const references = [...objectsIn(document)].flatMap(({ value }) =>
      typeof value.$ref === 'string' ? value.$ref : [],
    );
    for (const reference of references) expect(resolve(reference), reference).toBeTypeOf('object');
    const { schemas, responses } = document.components as Record<string, Json>;
    const there = [
      ...Object.keys(schemas as Json).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses as Json).map((name) => `#/components/responses/${name}`),
    ];
    expect(there.filter((name) => !references.includes(name))).toEqual([]);
  });

  it('names every operation once, and declares every parameter of its path', () => {
    const ids = operations.flatMap(({ operation }) => (operation.operationId ? [operation.operationId] : []));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const declared = ((operation.parameters ?? []) as Json[]).filter((parameter) => parameter.in === 'path');
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        declared.map(({ name }) => name),
        path,
      ).toEqual(inPath);
      for (const parameter of declared) expect(parameter.required).toBe(true);
    }
  });

  it('asks for a bearer token under /v1, and nowhere else', () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect((document.components as Json).securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer' } });
    for (const { path, operation } of operations) {
      expect(operation.security, path).toEqual(path.startsWith('/v1/') ? undefined : []);
      expect(Object.keys(operation.responses as Json).includes('401'), path).toBe(path.startsWith('/v1/'));
    }
  });

  it('states the numbers and lists of the contract', () => {
    const creation = paths['/v1/job/combinedSearch']?.post as Json;
    const [key, ...filters] = creation.parameters as Json[];
    expect(key).toMatchObject({ name: 'Idempotency-Key', in: 'header', required: false });
    const parameters = Object.fromEntries(filters.map(({ name, schema }) => [name, schema]));
    expect(Object.keys(parameters)).toEqual([
      ...['limit', 'fieldsOfStudy', 'minCitationCount', 'openAccessPdf', 'downloadable', 'quartileRanking'],
      ...['publicationTypes', 'sort', 'year'],
    ]);
    expect(parameters.limit).toMatchObject({ minimum: 100, maximum: 300, multipleOf: 100, default: 100 });
    expect((parameters.fieldsOfStudy as { items: { enum: string[] } }).items.enum).toHaveLength(23);
    expect(parameters.minCitationCount).toMatchObject({ type: 'integer', minimum: 1 });
    expect(parameters.quartileRanking).toMatchObject({ items: { enum: ['Q1', 'Q2', 'Q3', 'Q4'] } });
    expect(parameters.publicationTypes).toMatchObject({ items: { enum: ['journal', 'book series', 'conference'] } });
    const bodies = ['combinedSearch', 'keywordSearch', 'querySearch'].map((name) => {
      const body = operations.find(({ operation }) => operation.operationId === name)?.operation.requestBody;
      const { content } = body as { content: Record<string, Json> };
      return content['application/json']?.schema as Json & { properties: Record<string, Json> };
    });
    expect(bodies.map(({ properties }) => Object.keys(properties))).toEqual([
      ['keywords', 'query', 'strategy', 'callbackUrl', 'scraperKey', 'enrich'],
      ['keywords', 'callbackUrl', 'scraperKey', 'enrich'],
      ['query', 'callbackUrl', 'enrich'],
    ]);
    expect(bodies.map(({ required, anyOf }) => required ?? anyOf)).toEqual([
      [{ required: ['keywords'] }, { required: ['query'] }, { required: ['strategy'] }],
      ['keywords'],
      ['query'],
    ]);
    for (const body of bodies) expect(body.additionalProperties).toBe(false);
    expect(bodies[0]?.properties.keywords).toMatchObject({ minItems: 3, maxItems: 10 });
    expect(bodies[0]?.properties.query).toMatchObject({ minLength: 50, maxLength: 5000 });
  });

  it('describes papers, states, credits and refusals as the contract has them', () => {
    type Described = { properties: Record<string, Json>; required: string[]; anyOf: Described[] };
    const {
      Paper,
      JobStatus,
      Credits,
      Error: refusal,
      InvalidFields,
    } = (document.components as Json).schemas as Record<string, Described>;
    const TEXTS = [
      'id',
      'title',
      'abstract',
      'tldr',
      'doi',
      'journalName',
      'publicationType',
      'publishedAt',
      'authors',
    ];
    const LINKS = ['link', 'pdfLink', 'titleLink', 'semanticLink', 'engine'];
    const VENUE = ['v_country', 'v_journal_name', 'v_publisher', 'v_quartile_ranking'];
    const types = (name: string) => JSON.stringify(Paper?.properties[name]);
    for (const name of [...TEXTS, ...LINKS, ...VENUE]) expect(types(name), name).toContain('"string"');
    for (const name of ['year', 'score']) expect(types(name), name).toContain('"number"');
    for (const name of ['isOpenAccess', 'isPrePrint', 'downloadable']) expect(types(name), name).toContain('"boolean"');
    expect(types('fieldsOfStudy')).toContain('"items":{"type":"string"}');
    for (const name of ['citationCount', 'influentialCitationCount', 'referenceCount'])
      expect(types('impactFactor')).toContain(`"${name}":{"type":["number","null"]}`);
    expect(JobStatus?.anyOf.map(({ properties }) => properties.status?.const)).toEqual(['queued', 'error', 'success']);
    expect(JobStatus?.anyOf[2]?.properties.results).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Paper' },
    });
    for (const pool of ['basic', 'pro', 'privateKey'])
      expect(Credits?.required).toEqual(
        expect.arrayContaining([`${pool}CreditsBalance`, `${pool}CreditsTotal`, 'plan']),
      );
    expect(refusal?.properties.error).toEqual({ type: 'string' });
    expect(InvalidFields?.properties.error).toMatchObject({ items: { required: ['message', 'path'] } });
  });

  it('is what /openapi.json answers, to anybody', async () => {
    const { call } = openService();
    const { status, json } = await call('GET', '/openapi.json', undefined, '');
    expect(status).toBe(200);
    expect({ ...json, info: undefined }).toEqual({ ...document, info: undefined });
    expect((json.info as Json).version).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('the routes of the app', () => {
  const dataDir = temporaryFolder();

  it('are all in the document, and the document has no others', () => {
    const store = sqliteStore(openServiceFile(dataDir));
    const onError = () => {};
    const worker = startWorker({ store, search: () => ({ papers: [], notes: [] }), onError });
    const deps: ServiceDeps = {
      ...BARE_PARTS,
      store,
      worker,
      onError,
      requestsPerMinute: undefined,
      maxOpenJobs: 1,
      accountOfToken: () => undefined,
    };
    const inApp = createServiceApp(deps)
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const inDocument = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(new Set(inDocument)).toEqual(new Set(inApp));
  });
});

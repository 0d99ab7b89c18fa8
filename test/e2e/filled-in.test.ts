import { afterAll, beforeAll, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { ServerHere } from '../helpers/server-here.ts';

/** Calls of models that fill in every parameter, and numbers that only JSON has: what the schemas allow is answered. */

let server: ServerHere;
beforeAll(async () => {
  server = new ServerHere({ PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' });
  await server.initialize();
});
afterAll(() => server.end());

let asked = 1;
async function call(name: string, args: object) {
  asked += 1;
  const { result } = await server.request(asked, 'tools/call', { name, arguments: args });
  const { content, isError = false } = result as { content: [{ text: string }]; isError?: boolean };
  return { isError, answer: JSON.parse(content[0].text) };
}

it('empty lists and texts choose nothing', async () => {
  const search = { keywords: ['sleep', 'memory', 'children'], fieldsOfStudy: [], newSince: '' };
  const { answer: found } = await call('combined_search', search);
  const { ref } = found.job;
  const where = { fields: [], design: [], text: '', venue: ' ', author: '', notIn: [] };
  const { answer } = await call('get_job', { jobId: ref, where, refs: [] });
  expect(answer.page).toEqual(found.page);
  expect(answer).not.toHaveProperty('whereRead');
  const { answer: listed } = await call('list_jobs', { status: '', group: '', overlapWith: '' });
  expect(listed.jobs).toMatchObject([{ ref }]);
});

it('a value of another type, or in another case, is read as what the schema lists', async () => {
  const keywords = ['deep learning', 'neural networks', 'images'];
  const search = {
    keywords: JSON.stringify(keywords),
    limit: '100',
    fresh: 'true',
    year: null,
    fieldsOfStudy: 'computer science, Art',
  };
  const { answer: found } = await call('combined_search', search);
  expect(found.job.reused).toBe(false);
  const { answer: same } = await call('combined_search', { keywords, fieldsOfStudy: ['Computer Science', 'Art'] });
  expect(same.job).toMatchObject({ ref: found.job.ref, reused: true });
  const sent = {
    count: '1',
    view: 'Abstract',
    where: '{"match":"Weak","yearFrom":"1900","retracted":"Unknown"}',
    facets: null,
    refs: null,
  };
  const { answer } = await call('get_job', { jobId: Number(found.job.ref.slice(1)), ...sent });
  const meant = { count: 1, view: 'abstract', where: { match: 'weak', yearFrom: 1900, retracted: 'unknown' } };
  const { answer: asMeant } = await call('get_job', { jobId: found.job.ref, ...meant });
  expect(answer).toMatchObject({ page: asMeant.page, papers: asMeant.papers });
});

it.each([
  ['export_papers', { jobId: 'J1', format: 'csv', columns: 'title,doi' }],
  ['lookup_papers', { text: 'A draft [1].', bibliography: {} }],
])('%s says in our words what a parameter has to be', async (name, args) => {
  const { answer } = await call(name, args);
  expect(answer.error.code).toBe('INVALID_INPUT');
  expect(answer.error.message).not.toMatch(/invalid input/i);
});

it.each(['get_job', 'export_papers'])('%s refuses years in the wrong order, as a search does', async (name) => {
  const where = { yearFrom: 2020, yearTo: 2010 };
  const { isError, answer } = await call(name, {
    jobId: 'J1',
    where,
    ...(name === 'export_papers' && { format: 'bibtex' }),
  });
  expect(isError).toBe(true);
  expect(answer.error).toMatchObject({ code: 'INVALID_INPUT', charged: 'no' });
  expect(answer.error.fields).toEqual([{ field: 'where.yearTo' }]);
  expect(answer.error.message).toContain('where.yearTo: a year not before yearFrom (2020), got 2010');
});

it('a dry run of parts says nothing of credits where searches are free', async () => {
  const parts = ['deep learning of images', 'neural networks that see'];
  expect((await call('combined_search', { parts })).isError).toBe(false);
  const { answer } = await call('combined_search', { parts, dryRun: true });
  expect(answer).toMatchObject({ wouldCost: 0, parts: [{ wouldCost: 0 }, { wouldCost: 0 }] });
  expect(JSON.stringify(answer.notes ?? [])).not.toMatch(/credit|limit/);
});

it.each([
  ['get_job', { jobId: 'J1', count: '1.5' }, 'count'],
  ['get_job', { jobId: 'J1', where: '[]' }, 'where'],
  ['get_job', { jobId: 'J1', where: { match: 'great' } }, 'where.match'],
  ['get_job', { jobId: null }, 'jobId'],
  ['combined_search', { keywords: '{"0":"sleep"}' }, 'keywords'],
])('%s refuses %j', async (name, args, field) => {
  expect(await call(name, args)).toMatchObject({ isError: true, answer: { error: { fields: [{ field }] } } });
});

it.each([
  ['get_job', { jobId: 'J1', offset: 1e300 }],
  ['get_job', { jobId: 'J1', where: { minCitations: 1e300, citedWithin: 1e300 } }],
  ['list_jobs', { offset: 1e300 }],
  ['combined_search', { keywords: ['sleep', 'memory', 'children'], minCitationCount: 1e300 }],
])('%s takes %j', async (name, args) => {
  expect(await call(name, args)).toMatchObject({ isError: false });
});

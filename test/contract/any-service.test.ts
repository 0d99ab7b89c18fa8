import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJobAnswer } from '../../src/contract/answers.ts';
import { readErrorAnswer } from '../../src/contract/error-answer.ts';
import { readCreatedId } from '../../src/contract/reading/created-id.ts';
import { readServiceProgress } from '../../src/contract/service-progress.ts';
import { listUnknownFields } from '../../src/papers/received-paper.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { WORKS } from '../helpers/inventive/works.ts';
import { runs } from '../helpers/runs.ts';

/** Any word in any place, spelling and nesting. The expectations are Part D's tables, typed in by hand. */

const FINISHED = 'success,succeeded,successful,complete,completed,done,finished,ready,ok,available'.split(',');
const FAILED =
  'error,errored,failed,failure,cancelled,canceled,aborted,rejected,expired,timeout,timed out,dead,killed'.split(',');
const RUNS = (
  'queued,pending,waiting,created,submitted,accepted,scheduled,starting,started,running,processing,in progress,' +
  'working,active,retrying'
).split(',');
const UNKNOWN = ['simmering', 'zyx', 'bubbling over', 'stage four'];

const state = fc.oneof(
  ...[FINISHED, FAILED, RUNS, UNKNOWN].map((words, nth) =>
    fc.record({
      meaning: fc.constant((['finished', 'failed', 'runs', undefined] as const)[nth]),
      word: fc.constantFrom(...words),
    }),
  ),
);
const spelling = fc.constantFrom<(word: string) => string>(
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.charAt(0).toUpperCase() + word.slice(1),
  (word) => word.replace(' ', '_'),
  (word) => word.replace(' ', '-').toUpperCase(),
  (word) => `job_${word.replace(' ', '_')}`,
  (word) => `  ${word} `,
);
const value = fc.constantFrom<(word: string) => unknown>(
  (word) => word,
  (code) => ({ code }),
  (name) => ({ name }),
  (value) => ({ value }),
);
const name = fc.constantFrom('status', 'state', 'jobStatus', 'job_status', 'Job-Status', 'STATE');
const wrappers = fc.array(fc.constantFrom('data', 'job', 'result', 'response', 'payload'), { maxLength: 2 });
const listName = fc.constantFrom(
  ...['results', 'papers', 'data', 'items', 'articles', 'records', 'documents', 'works', 'hits'],
);
const work = fc.constantFrom(...Object.values(WORKS));
const list = fc.oneof(
  fc.constant(undefined),
  fc.record({
    entries: fc.array(work, { maxLength: 4 }),
    name: listName,
    inside: fc.constantFrom(undefined, 'data', 'result', 'output'),
  }),
);

function wrap(body: unknown, names: readonly string[]): unknown {
  return names.reduceRight<unknown>((inner, each) => ({ [each]: inner }), body);
}

describe('an answer about a job', () => {
  it('is read by its word and its papers, wherever they stand', () => {
    fc.assert(
      fc.property(state, spelling, value, name, wrappers, list, (said, spell, inForm, field, around, found) => {
        const papers = found && { [found.name]: found.entries };
        const beside = found?.inside === undefined ? papers : { [found.inside]: papers };
        const body = { jobId: 'a1', [field]: inForm(spell(said.word)), ...beside };
        const answer = readJobAnswer(wrap(body, around));
        const hasPapers = found !== undefined && found.entries.length > 0;
        if (said.meaning === 'runs') {
          expect(answer).not.toHaveProperty('papers');
          expect(['success', 'error']).not.toContain(answer?.status);
          expect(answer).not.toHaveProperty('seemsOver');
        } else if (hasPapers) expect(answer).toMatchObject({ status: 'success', papers: found.entries });
        else if (said.meaning === 'failed') expect(answer?.status).toBe('error');
        else if (said.meaning === undefined) {
          expect(answer).not.toHaveProperty('papers');
          expect(answer).not.toHaveProperty('seemsOver');
          expect(answer?.status.toLowerCase().replaceAll(/[_-]/g, ' ')).toContain(said.word);
        } else if (found) expect(answer).toMatchObject({ status: 'success', papers: [] });
        else expect(answer).toMatchObject({ seemsOver: 'success' });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('of any other kind throws nowhere, and no word of ours comes out of it', () => {
    const key = fc.constantFrom(
      ...['status', 'state', 'results', 'data', 'job', 'jobs', 'id', 'error', 'message', 'next', 'total', 'edges'],
      ...['__proto__', 'constructor', 'toString', 'title', 'authors', 'year', 'doi', 'columns', 'rows', '', '_links'],
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, depthSize: 'medium' },
        fc.constantFrom<unknown>(
          null,
          true,
          false,
          0,
          -1,
          9e15,
          1e308,
          '',
          'ok',
          'failed',
          '{"a":1}',
          '[',
          '/v1/job/a',
        ),
        fc.string(),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(tree, (body) => {
        const answer = readJobAnswer(body, '<x>; rel="next"');
        for (const paper of answer?.papers ?? []) {
          fromWire(paper);
          listUnknownFields(paper);
        }
        readServiceProgress(body);
        readErrorAnswer(body);
        const id = readCreatedId(body);
        expect(id === undefined || /^[\x21-\x7e]{1,200}$/.test(id)).toBe(true);
        expect(['submitting', 'unknown', 'refused', 'unfinished', 'removed']).not.toContain(answer?.status);
      }),
      { numRuns: runs(1_000) },
    );
    expect(Object.prototype).not.toHaveProperty('status');
  });

  const PAPER = { title: 'Owls', year: 2016, doi: '10.5555/owls' };
  const deep = (levels: number, open: string, close: string) =>
    JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);
  it.each<[string, unknown]>([
    ['nested in lists', deep(5_000, '[', ']')],
    ['nested in wrappers', deep(5_000, '{"data":', '}')],
    ['nested in results', deep(5_000, '{"results":[', ']}')],
    ['nested in errors', deep(5_000, '{"error":', '}')],
    [
      'a text of texts of JSON',
      Array.from({ length: 8 }).reduce<string>((text) => JSON.stringify(text), '{"status":"ok"}'),
    ],
    ['many wrappers', { data: Array.from({ length: 20_000 }, (_, nth) => ({ job: { data: nth } })) }],
    [
      'many objects',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, nth) => [`o${nth}`, { data: { job: {} } }])),
    ],
    ['many lists', Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`l${nth}`, [{ a: [{ b: nth }] }]]))],
    ['many states', { status: Array.from({ length: 100_000 }, () => 'running') }],
    ['a long word', { status: 'a '.repeat(200_000) }],
    ['a long text', { status: 'failed', error: 'x'.repeat(1_000_000) }],
    ['words of HTML', { status: '<b>done</b>', results: [] }],
    ['a list of null', { status: 'completed', results: [null, null] }],
    ['a status without a text', { id: 'a', status: [{ toString: null }] }],
    ['a mark of more without a text', { id: 'a', status: 'done', results: [PAPER], hasMore: { toString: null } }],
  ])('may be hostile: %s', (_name, body) => {
    expect(() => {
      readJobAnswer(body);
      readCreatedId(body);
      readErrorAnswer(body);
      readServiceProgress(body);
    }).not.toThrow();
  });

  it('keeps a long list whole, and every paper that is one', () => {
    const results = Array.from({ length: 20_000 }, (_, nth) => ({ ...PAPER, id: nth }));
    expect(readJobAnswer({ status: 'done', results })?.papers).toHaveLength(20_000);
    const mixed = [PAPER, 5, 'x', null, PAPER, [], PAPER];
    expect(readJobAnswer({ status: 'done', results: mixed })).toMatchObject({
      papers: [PAPER, PAPER, PAPER],
      unreadable: 4,
    });
    const polluted = JSON.parse('{"status":"done","results":[{"title":"Owls","year":1,"__proto__":{"doi":"10.1/x"}}]}');
    expect(fromWire(readJobAnswer(polluted)?.papers?.[0] ?? {}).doi).toBeUndefined();
  });

  it('is not ended by the status of its only paper', () => {
    const paper = { ...PAPER, status: 'accepted', state: 'failed' };
    expect(readJobAnswer({ status: 'completed', results: [paper] })).toMatchObject({
      status: 'success',
      papers: [paper],
    });
    expect(readJobAnswer({ status: 'running', results: [paper] })).toMatchObject({ status: 'running' });
    const edges = [{ node: paper }];
    expect(readJobAnswer({ status: 'completed', results: { edges } })).toMatchObject({ papers: edges });
  });
});

import { describe, expect, it } from 'vitest';
import { rethrowBug } from '../../src/lib/bugs.ts';
import type { Library } from '../../src/library/library.ts';
import { readReference } from '../../src/papers/references/read-reference.ts';
import { fromWire } from '../../src/papers/wire.ts';
import type { FoundWork } from '../../src/papers/works/found-work.ts';
import { persistResults } from '../../src/search/federated/persist-results.ts';
import { rescore } from '../../src/search/federated/rescore.ts';
import { storedCandidates } from '../../src/search/look-up/stored-candidates.ts';
import { createEnricher } from '../../src/service/enrichment/enrich.ts';
import { queryOf } from '../helpers/query.ts';

/** A failure that is expected (a full disk, a locked file) and a fault of our own, where the first is borne. */

const SIGNAL = new AbortController().signal;
const FULL = () => {
  throw new Error('the disk is full');
};
const BUG = () => {
  throw new TypeError("Cannot read properties of undefined (reading 'title')");
};

const work = { record: { key: 'a', title: 'Mussel beds', authors: [] }, findings: [] } as unknown as FoundWork;
const embedder = {
  host: 'box',
  model: 'small',
  identity: async () => 'box small',
  embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0)),
};
const job = { number: 1, papers: 1 };

/** Each place with what it makes of the failure. */
const PLACES: Record<string, (fail: () => never) => Promise<unknown>> = {
  'found papers that are kept': (fail) => persistResults({ persistResults: fail } as unknown as Library, [work]),
  'stored vectors that are read': (fail) =>
    rescore(
      [fromWire({ title: 'A' })],
      queryOf({ query: 'q' }),
      { embedder, vectors: { find: fail, keep: () => {} } },
      SIGNAL,
    ),
  'new vectors that are kept': (fail) =>
    rescore(
      [fromWire({ title: 'A' })],
      queryOf({ query: 'q' }),
      { embedder, vectors: { find: () => new Map(), keep: fail } },
      SIGNAL,
    ),
  'papers of a stored job that are looked up': (fail) =>
    storedCandidates(
      { list: () => ({ jobs: [job], total: 1 }) as never, papers: fail },
      [readReference('Mussel beds between the tides')],
      SIGNAL,
    ),
  'fields that the library fills': (fail) =>
    createEnricher({ library: fail })([{ title: 'A', doi: '10.1000/a' }], { scraperKey: undefined, signal: SIGNAL }),
};

describe.each(Object.entries(PLACES))('%s', (_, run) => {
  it('bear a failure of the machine', async () => {
    await expect(run(FULL)).resolves.toBeDefined();
  });

  it('do not hide a bug', async () => {
    await expect(run(BUG)).rejects.toThrow(TypeError);
  });
});

describe('rethrowBug', () => {
  it.each([new TypeError('x'), new ReferenceError('x'), new RangeError('x')])('throws %s', (error) => {
    expect(() => rethrowBug(error)).toThrow(error);
  });

  it.each([new Error('the disk is full'), new SyntaxError('not JSON'), 'a text', undefined])(
    'lets %s pass',
    (error) => {
      expect(() => rethrowBug(error)).not.toThrow();
    },
  );
});

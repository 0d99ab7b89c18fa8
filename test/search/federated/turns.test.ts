import { describe, expect, it } from 'vitest';
import type { Library } from '../../../src/library/library.ts';
import { type Paper, toPaper } from '../../../src/papers/paper.ts';
import { mergeFound } from '../../../src/papers/works/merge.ts';
import { readConfig } from '../../../src/platform/config.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import { persistResults } from '../../../src/search/federated/persist-results.ts';
import { createEngine } from '../../../src/search/federated/search.ts';
import { work } from './found-works.ts';
import { only, openShelf } from './shelf.ts';

/**
 * The long pieces of work of a search with live sources leave the process free between them, for whoever else waits.
 */

const MANY = Array.from({ length: 120 }, (_, nth) => `Mussel beds, part ${nth}`);
const WORKS = MANY.map((title, nth) => work({ openalex: nth + 1 }, { key: `a${nth}`, title, doi: `10.1000/${nth}` }));

/** What happened, as one letter each time: `.` for a turn of the event loop, else the first letter of what was done. */
function watch() {
  let seen = '';
  let isOver = false;
  const tick = () => {
    seen += '.';
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  return {
    did: (what: string) => {
      seen += what[0];
    },
    /** Each run of turns or of the same doing as one letter. */
    end: () => {
      isOver = true;
      return seen.replace(/(.)\1+/g, '$1');
    },
  };
}

/** A library that tells of what is done with it. */
function watched(library: Library, did: (what: string) => void): Library {
  return {
    ...library,
    lookUpQuartile: (record) => {
      did('join');
      return library.lookUpQuartile(record);
    },
    search: (work) => {
      did('rank');
      return library.search(work);
    },
    persistResults: (records) => {
      did('keep');
      library.persistResults(records);
    },
  };
}

describe('a search', () => {
  it('gives the event loop a turn between joining, ranking, counting and each part of keeping', async () => {
    const found = WORKS.map(({ record, findings: [one] }) => ({
      record: toPaper({ title: record.title, doi: record.doi }) as Paper,
      findings: [{ source: 'openalex' as const, rank: one?.rank ?? 0 }],
    }));
    const nobody = () => Promise.reject(new Error('not asked here'));
    const { did, end } = watch();
    const live: LiveSources = {
      names: ['openalex'],
      search: async () => {
        const works = mergeFound(found);
        did('merge');
        return { works, outcomes: [], lookUps: [] };
      },
      use: () => Promise.reject(new Error('nobody is used')),
      close: async () => undefined,
    };
    const library = watched(openShelf().library, did);
    const engine = createEngine(readConfig({}), { library, live, enrich: nobody });
    const request = { operation: 'keywordSearch', body: only('mussel'), filters: { limit: 100 } } as const;
    const { papers } = await engine(request, {
      signal: new AbortController().signal,
      scraperKey: undefined,
    } as Parameters<typeof engine>[1]);
    expect(papers).toHaveLength(100);
    expect(end()).toMatch(/m\.j(\.r){2,}\.k\.k\.k/);
  });
});

describe('keeping', () => {
  it('is done in parts, and all of them are there in the end', async () => {
    const shelf = openShelf();
    const sizes: number[] = [];
    const keepFound: Library['persistResults'] = (records) => {
      sizes.push(records.length);
      shelf.persistResults(records);
    };
    expect(await persistResults({ ...shelf.library, persistResults: keepFound }, WORKS)).toEqual([]);
    expect(sizes).toEqual([50, 50, 20]);
    expect([...shelf.records()].filter(({ foundIn }) => foundIn)).toHaveLength(120);
  });

  it('says where only a part could be kept', async () => {
    const { library } = openShelf();
    let parts = 0;
    const keepFound: Library['persistResults'] = (records) => {
      parts += 1;
      if (parts === 2) throw new Error('the disk is full');
      library.persistResults(records);
    };
    expect(await persistResults({ ...library, persistResults: keepFound }, WORKS)).toEqual([
      { kind: 'not-kept', isSome: true },
    ]);
    expect(parts).toBe(2);
  });
});

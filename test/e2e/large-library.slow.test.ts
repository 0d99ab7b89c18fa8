import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RawServer } from '../helpers/built-server.ts';
import { runCommand } from '../helpers/run-command.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Real papers for measuring with; they are not part of the repository, so that this needs the folder beside it. */
const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const FILE = join(DATA, 'corpus.jsonl.gz');
const isThere = existsSync(FILE);
if (!isThere) process.stderr.write(`large-library: skipped, ${DATA} is not there\n`);

type Source = {
  id: string;
  year?: number;
  fields?: string[];
  citationCount?: number;
  isOpenAccess?: boolean;
  publicationType?: string;
};
type Topic = { keywords?: string[]; query: string };

function readLines<T>(path: string): T[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

describe.runIf(isThere)('a library of 38,000 real papers', () => {
  const dataDir = temporaryFolder();

  it('answers combined searches within the inline wait, with filters that no paper violates', async () => {
    expect((await runCommand(['import', FILE], { PAPERQUEUE_DATA_DIR: dataDir })).code).toBe(0);
    const sources = new Map(readLines<Source>(FILE).map((source) => [source.id, source]));
    const [topic] = readLines<Topic>(join(DATA, 'topics.jsonl.gz')).filter(
      (entry) => entry.keywords && entry.query.length > 1_000,
    );
    const { keywords, query } = topic as Topic;
    const asked = { keywords, query: query.slice(0, 1_000), count: 50 };

    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir });
    await server.initialize();
    let id = 0;
    /** All papers of one search, with their fields as the imported file states them. */
    const search = async (filters: { sort?: string; [filter: string]: unknown }): Promise<Source[]> => {
      id += 1;
      const first = await server.call(id, 'combined_search', { ...asked, ...filters });
      const { job, page } = first.json as { job: { ref: string; status: string }; page: { total: number } };
      expect(job.status).toBe('success');
      const found: Source[] = [];
      const repeated: string[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        id += 1;
        const { json } = await server.call(id, 'get_job', {
          jobId: job.ref,
          offset,
          count: 10,
          view: 'full',
          // An equal search in another order re-attaches to the same job: each page has to name the order.
          ...(filters.sort && { sort: filters.sort }),
        });
        // A page of long abstracts holds fewer.
        offset = (json.page as { nextOffset: number | null }).nextOffset;
        for (const { id: own, sameAs = [] } of json.papers as { id: string; sameAs?: string[] }[]) {
          found.push(sources.get(own) ?? { id: own });
          repeated.push(...sameAs);
        }
      }
      expect(found).toHaveLength(page.total);
      // Records that were merged into a shown paper were found, too, and must meet the filters.
      for (let from = 0; from < repeated.length; from += 10) {
        id += 1;
        const refs = repeated.slice(from, from + 10);
        const { json } = await server.call(id, 'get_job', { jobId: job.ref, refs, view: 'full' });
        for (const { id: own } of json.papers as { id: string }[]) found.push(sources.get(own) ?? { id: own });
      }
      return found;
    };

    expect(await search({ limit: 100 })).toHaveLength(100);
    expect(await search({ limit: 300 })).toHaveLength(300);

    const recent = await search({ year: '2000:2010' });
    expect(recent).toHaveLength(100);
    expect(recent.filter(({ year }) => year === undefined || year < 2000 || year > 2010)).toEqual([]);

    const cited = await search({ minCitationCount: 100, openAccessPdf: true });
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter((paper) => !((paper.citationCount ?? 0) >= 100 && paper.isOpenAccess === true))).toEqual([]);

    const psychology = await search({
      fieldsOfStudy: ['Psychology', 'Political Science'],
      publicationTypes: 'journal',
    });
    expect(psychology.length).toBeGreaterThan(20);
    const named = (fields: string[] = []) =>
      fields.some((field) => ['psychology', 'political science'].includes(field.toLowerCase()));
    expect(psychology.filter((paper) => !named(paper.fields) || paper.publicationType !== 'journal-article')).toEqual(
      [],
    );

    const byYear = await search({ sort: 'year:desc' });
    const years = byYear.map(({ year }) => year ?? Number.NEGATIVE_INFINITY);
    expect(years).toEqual([...years].sort((a, b) => b - a));
    await server.end();
  });
});

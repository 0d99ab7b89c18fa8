/**
 * Measures the speed of the search, beside SQLite's FTS5 and Lucene in the same run: the time to build indexes, their
 * size, memory, and the time of searches, in fresh processes and warm ones, one at a time and eight at a time.
 *
 * Usage: npm run bench search -- [--data DIR] [--sizes 10000,125000,2000000] [--json] [--no-fts5] [--lucene]
 *   [--brief] [--keep DIR] [--searches 200] [--peer-seconds 30] [--limit 300] [--library 125000] [--processes 5]
 *
 * `--lucene` measures Lucene, too, from Maven Central (Java and Maven have to be there), in a process of its own: its
 * memory is that of Java, and opening it starts Java. `--brief` is for large sizes: only keywords and 1,000 characters,
 * unfiltered, one at a time. `--keep` leaves the indexes in a folder, and reuses those of FTS5 and Lucene there, which
 * get `--peer-seconds` for each row of the table and at least eight searches, so slow rows have fewer. Sizes up to that
 * of `--library` also go through a library (SQLite and index together). With four or more sizes the report ends with a
 * line fitted to all but the largest, its error for the largest, and an estimate for ten million papers.
 *
 * The collection is the pool of the labelled collections (docs/benchmarks.md), always shuffled in the same way: its
 * first 10,000 papers, or all 124,531 ("125,000" means these). A larger collection adds copies of the pool. In the kth
 * copy a paper has the first half of its own title and the second half of its partner's, and every second sentence of
 * its abstract is the partner's. The partner comes 2k + 1 lines later in the pool's files, which keep subjects
 * together. So lengths and neighbourhoods of words hardly change, and the frequency of each word grows with the number
 * of papers (for words of one subject by up to a sixth more, because a paper now has two subjects). Words in one or two
 * papers of the pool would no longer be rare: a suffix of the copy turns a share of them into other words, so many that
 * the vocabulary grows with the power of .51 of the papers, as it does within the pool. Metadata are the paper's;
 * fields unknown in the pool get fixed random values in the copies.
 *
 * Each measurement is a process of its own. "First": the first search of a fresh process. "From the disk": after GNU dd
 * has dropped the files from the system's cache. Texts have exactly 1,000 and 5,000 characters. Both engines only
 * return ids: the texts of papers come from SQLite either way, and reading computes how each fits.
 *
 * A CPU profile of the searches, with indexes left by `--keep DIR`:
 *   node --cpu-prof --cpu-prof-dir=DIR --import tsx bench/search.ts --task warm --input \
 *     '{"engine":"own","folder":"DIR/125000","requests":"DIR/requests.json",' \
 *     '"limit":300,"searches":200,"maxSeconds":60,"isBrief":false,"kinds":["5,000 characters"]}'
 * and of the building with
 *   --task build --input '{"engine":"own","folder":"DIR/125000","data":"DATA","size":125000}'.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPool, readTopics } from './retrieval/collection.ts';
import { measureSize, type Plan } from './search/measure-size.ts';
import { printGrowth, printMachine, printSize, type Report } from './search/report.ts';
import { BRIEF_KINDS, KINDS, makeRequests } from './search/requests.ts';
import { runTaskHere } from './search/run-task.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    sizes: { type: 'string', default: '10000,125000,2000000' },
    json: { type: 'boolean', default: false },
    'no-fts5': { type: 'boolean', default: false },
    lucene: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
    keep: { type: 'string' },
    searches: { type: 'string', default: '200' },
    'peer-seconds': { type: 'string', default: '30' },
    limit: { type: 'string', default: '300' },
    library: { type: 'string', default: '125000' },
    processes: { type: 'string', default: '5' },
    task: { type: 'string' },
    input: { type: 'string' },
  },
});

if (values.task !== undefined) await runTaskHere(values.task, values.input ?? '{}');
else await runAll();

async function runAll(): Promise<void> {
  const data = resolve(values.data);
  const topicsFile = join(data, 'topics.jsonl.gz');
  if (!existsSync(topicsFile)) {
    console.error(`${topicsFile} is not there: this benchmark needs the labelled collections (docs/benchmarks.md)`);
    process.exitCode = 1;
    return;
  }
  const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'paperqueue-search-')) : resolve(values.keep);
  mkdirSync(folder, { recursive: true });
  const report: Report = { machine: describeMachine(), limit: readLimit(values.limit), sizes: [] };
  if (!values.json) printMachine(report);
  try {
    const requests = join(folder, 'requests.json');
    await writeRequests(data, topicsFile, requests);
    for (const size of values.sizes.split(',').map((text) => readNumber('sizes', text))) {
      const plan: Plan = {
        size,
        data,
        requests,
        folder: join(folder, String(size)),
        limit: report.limit,
        engines: [
          'own',
          ...(values['no-fts5'] ? [] : ['fts5' as const]),
          ...(values.lucene ? ['lucene' as const] : []),
        ],
        kinds: values.brief ? BRIEF_KINDS : KINDS,
        isBrief: values.brief,
        searches: readNumber('searches', values.searches),
        peerSeconds: readNumber('peer-seconds', values['peer-seconds']),
        processes: readNumber('processes', values.processes),
        hasLibrary: size <= readNumber('library', values.library),
        keeps: values.keep !== undefined,
      };
      const figures = await measureSize(plan);
      report.sizes.push(figures);
      if (!values.json) printSize(figures);
    }
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
  if (values.json) console.log(JSON.stringify(report, undefined, 2));
  else printGrowth(report.sizes);
}

/** Writes a file, so that the measured processes do not hold the pool in memory. */
async function writeRequests(data: string, topicsFile: string, path: string): Promise<void> {
  const [pool, topics] = await Promise.all([readPool(data), readTopics(topicsFile)]);
  writeFileSync(path, JSON.stringify(makeRequests(pool, topics)));
}

function readNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${option}: ${text} is no whole number`);
  return number;
}

function readLimit(text: string): Report['limit'] {
  const limit = Number(text);
  if (limit !== 100 && limit !== 200 && limit !== 300) throw new Error('--limit: 100, 200 or 300');
  return limit;
}

function describeMachine(): Report['machine'] {
  const [load = 0] = loadavg();
  return {
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    load,
    at: new Date().toISOString(),
  };
}

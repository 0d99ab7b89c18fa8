/**
 * Measures passages on Evidence Inference 2.0, beside plain BM25 over passages of about 900 characters in the same run.
 * Usage: npm run bench evidence -- FOLDER [--split test] [--prompts 600] [--kept DIR] [--json]
 * FOLDER is `annotations` of github.com/jayded/evidence-inference (MIT) with its texts (`xml_files`): articles of
 * PubMed Central, no part of this repository. Constants were chosen on the training split alone. DIR of `--kept`
 * keeps the texts as read for the next run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { blocksOf } from '../src/evidence/passages/cut-passages.ts';
import { findPassages } from '../src/evidence/passages/find-passages.ts';
import { createPassageIndex } from '../src/evidence/passages/passage-index.ts';
import type { Passage } from '../src/evidence/passages/passages.ts';
import type { Block } from '../src/reading/document.ts';
import type { FullTexts } from '../src/reading/full-text.ts';
import { READERS_VERSION, readDocument } from '../src/reading/read-document.ts';
import { openTextStore } from '../src/reading/store/text-store.ts';
import { type PlainPassage, plainIndex, plainPassages } from './evidence/plain-bm25.ts';
import { alignText, askedAs, findSpans, isHit, lettersOf, type Prompt, readPrompts } from './evidence/prompts.ts';
import { randomNumbers } from './retrieval/random-numbers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    split: { type: 'string', default: 'test' },
    prompts: { type: 'string', default: '600' },
    kept: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('name the folder `annotations` of github.com/jayded/evidence-inference (docs/benchmarks.md)');
  process.exit(1);
}

/** The default characters of an answer of `read_paper`. */
const AS_ASKED = 12_000;

const temporary = await mkdtemp(join(tmpdir(), 'paperqueue-evidence-'));
const { signal } = new AbortController();
const store = openTextStore(join(values.kept ?? temporary, 'texts.sqlite'), { maxBytes: Number.POSITIVE_INFINITY });
try {
  const started = performance.now();
  const hashes = await readTexts(join(folder, 'xml_files'));
  const readMs = performance.now() - started;
  const full: TextsHeld = {
    hashes: () => store.hashes(),
    outline: async (hash: string) => store.findOutline(hash, READERS_VERSION),
    findHash: ({ ref }) => hashes.get(ref),
    namesOf: (hash: string) => store.namesOf(hash),
  };
  const index = createPassageIndex(join(temporary, 'passages.sqlite'), full);
  const [longest, began, cpu] = [watchTurns(), performance.now(), process.cpuUsage()];
  await index.update({ maxMs: Number.POSITIVE_INFINITY, signal });
  const indexMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const longestStep = longest();

  const prompts = shuffled(readPrompts(folder, values.split)).filter(({ article }) => hashes.has(article));
  const chosen = prompts.slice(0, Number(values.prompts));
  const blocks = new Map([...hashes].map(([article, hash]) => [article, () => blocksOf(outlineOf(hash))]));
  const plainOf = new Map([...blocks].map(([article, read]) => [article, plainPassages(article, read())]));
  const plainOfAll = plainIndex([...plainOf.values()].flat());
  const deps = { store: {}, texts: { full, index } };
  const times: number[] = [];
  const cpuTimes: number[] = [];
  const held = { ms: 0, cpuMs: 0 };
  const ranks: { own: number; plain: number; ownAll: number; plainAll: number }[] = [];
  for (const [nth, prompt] of chosen.entries()) {
    const own = (blocks.get(prompt.article) as () => Block[])();
    const text = alignText(own);
    const spans = findSpans(text, prompt.spans);
    if (spans.length === 0) continue;
    const question = askedAs(prompt, nth);
    const ask = async (papers: { ref: string }[] | undefined, perPaper: number, count = 100_000) => {
      const request = { ...(papers && { papers }), find: [question], perPaper, count };
      return (await findPassages(deps, request, { signal })).questions[0]?.passages ?? [];
    };
    const inOwn = await ask([{ ref: prompt.article }], 10);
    const [begun, spent] = [performance.now(), process.cpuUsage()];
    const turns = watchTurns();
    await ask(undefined, 2, AS_ASKED);
    times.push(performance.now() - begun);
    const used = process.cpuUsage(spent);
    cpuTimes.push((used.user + used.system) / 1000);
    const turn = turns();
    for (const name of ['ms', 'cpuMs'] as const) held[name] = Math.max(held[name], turn[name]);
    const inAll = await ask(undefined, 2);
    const found = (passage: Passage) => isHit(stretchOf(text.letters, passage), spans);
    const isOwn = ({ ref }: Passage) => ref === prompt.article;
    const plain = ({ article, stretch }: PlainPassage) => article === prompt.article && isHit(stretch, spans);
    ranks.push({
      own: inOwn.findIndex(found),
      plain: plainIndex(plainOf.get(prompt.article) ?? [])(question, 10).findIndex(plain),
      ownAll: inAll.findIndex((passage) => isOwn(passage) && found(passage)),
      plainAll: plainOfAll(question, 50).findIndex(plain),
    });
  }
  index.close();
  const share = (name: keyof (typeof ranks)[number], within: number) =>
    Number((ranks.filter((rank) => rank[name] >= 0 && rank[name] < within).length / ranks.length).toFixed(3));
  const timeAt = (all: readonly number[], part: number) =>
    Math.round(all.toSorted((one, other) => one - other)[Math.floor(all.length * part)] ?? 0);
  report({
    texts: hashes.size,
    prompts: ranks.length,
    'within a paper, recall@1/3/5': [1, 3, 5].map((most) => [share('own', most), share('plain', most)]),
    'over all papers, passage@10/50': [10, 50].map((most) => [share('ownAll', most), share('plainAll', most)]),
    'reading the texts, s': Math.round(readMs / 1000),
    'indexing, s': Math.round(indexMs / 1000),
    'indexing, s of CPU': Math.round((user + system) / 1e6),
    'longest step of indexing, ms, and ms of CPU': [Math.round(longestStep.ms), Math.round(longestStep.cpuMs)],
    'the longest question holds others up, ms, and ms of CPU': [Math.round(held.ms), Math.round(held.cpuMs)],
    'a question over all papers, ms (median, 95 %)': [timeAt(times, 0.5), timeAt(times, 0.95)],
    'a question over all papers, ms of CPU (median, 95 %)': [timeAt(cpuTimes, 0.5), timeAt(cpuTimes, 0.95)],
  });
} finally {
  store.close();
  await rm(temporary, { recursive: true, force: true });
}

type TextsHeld = Pick<FullTexts, 'hashes' | 'outline' | 'findHash' | 'namesOf'>;

/** The hash of each article, by its PMC number; texts that an earlier run kept are not read again. */
async function readTexts(xml: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of readdirSync(xml)) {
    const article = file.replace(/\D/g, '');
    const known = store.findHash([`ref:${article}`]);
    if (known) {
      found.set(article, known);
      continue;
    }
    const content = readFileSync(join(xml, file), 'utf8');
    const result = await readDocument(content, 'jats');
    // Scanned articles have no text to read.
    if ('problem' in result) continue;
    const source = { copy: 'published', from: 'PubMed Central', date: '2020-05-01' } as const;
    const { hash } = await store.keep([`ref:${article}`], content, 'jats', source);
    const { title = '', sections } = result;
    await store.keepOutline(hash, READERS_VERSION, () => ({ title, sections }));
    found.set(article, hash);
  }
  return found;
}

function outlineOf(hash: string) {
  return store.findOutline(hash, READERS_VERSION) ?? { sections: [] };
}

/** The position of the passage in the text, compared by letters. */
function stretchOf(letters: string, { text }: Passage): [number, number] {
  const own = lettersOf(text);
  const at = letters.indexOf(own);
  return at < 0 ? [-1, -1] : [at, at + own.length];
}

function shuffled(prompts: Prompt[]): Prompt[] {
  const random = randomNumbers(1);
  const keyed = prompts.map((prompt) => ({ prompt, key: random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ prompt }) => prompt);
}

/**
 * Measures the longest delay of the event loop, and the processor time of that stretch, which other programs do not
 * lengthen. The returned function ends the measurement.
 */
function watchTurns(): () => { ms: number; cpuMs: number } {
  const everyMs = 5;
  const longest = { ms: 0, cpuMs: 0 };
  let [last, cpu] = [performance.now(), process.cpuUsage()];
  const look = () => {
    const [now, { user, system }] = [performance.now(), process.cpuUsage(cpu)];
    longest.ms = Math.max(longest.ms, now - last - everyMs);
    longest.cpuMs = Math.max(longest.cpuMs, (user + system) / 1_000);
    [last, cpu] = [now, process.cpuUsage()];
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

function report(figures: Record<string, unknown>): void {
  if (values.json) console.log(JSON.stringify(figures, undefined, 2));
  else for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${JSON.stringify(figure)}`);
}

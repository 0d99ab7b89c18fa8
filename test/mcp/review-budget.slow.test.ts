import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { untilAborted } from '../../src/lib/deadline.ts';
import { renderResult } from '../../src/mcp/render-result.ts';
import { MCP_WORDING } from '../../src/mcp/wording.ts';
import { createFullTexts } from '../../src/reading/full-texts.ts';
import { runTask } from '../../src/reading/process/tasks.ts';
import { openTextStore } from '../../src/reading/store/text-store.ts';
import { openExportFolder } from '../../src/report/exporting/export-folder.ts';
import { realRecords } from '../helpers/real-papers.ts';
import { asFeatures, createFeatures, openBench } from '../jobs/submitting.ts';

/** "Does X improve Y? Answer with quotes and places", over twenty papers, in the steps of the prompt of reviews. */

const MAX_TOKENS = 30_000;
const QUESTION =
  'Does exercise improve the health of patients with chronic disease, and by how much, against usual care?';

const all = realRecords() as unknown as WirePaper[];
const abstracts = all.map(({ abstract }) => abstract ?? '').filter((text) => text.length > 400);
const papers: WirePaper[] = all
  .filter(({ doi, abstract }) => doi && abstract)
  .slice(0, 20)
  .map((paper, index) => ({ ...paper, pmcid: `PMC${index + 1}` }));
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

type Answer = { passages?: { ref: string; at: string; text: string }[]; quote?: object; papers?: { ref: string }[] };
const notAsked = () => Promise.reject(new Error('not asked'));

/** A text as long as an article: the paper's abstract, and forty others as its sections. */
function articleOf(index: number): string {
  const parts = Array.from({ length: 40 }, (_, at) => abstracts[(index * 7 + at) % abstracts.length] ?? '');
  if (index === 2) parts.push('A word that one text has alone, and no record: zymurgy.');
  const sections = parts.map((text, at) => `<sec><title>Part ${at + 1}</title><p>${escaped(text)}</p></sec>`);
  return `<article><front><article-meta><abstract><p>${escaped(papers[index]?.abstract ?? '')}</p></abstract></article-meta></front><body>${sections.join('')}</body></article>`;
}

it('reads, quotes and cites twenty papers within 30,000 tokens', async () => {
  const { deps, folder, service } = openBench();
  const status = async () => ({ status: 'success', papers, notes: [], unreadable: 0 }) as never;
  const texts = createFullTexts({
    web: {
      sources: async () => [{ name: 'europepmc', title: 'Europe PMC', texts: { copy: 'published', hosts: [] } }],
      fullText: async (_source, kind, { pmcid = '' }) =>
        kind === 'pdf'
          ? 'none'
          : { content: articleOf(Number(pmcid.slice(3)) - 1), url: `https://example.org/${pmcid}` },
      record: async () => undefined,
      passages: async () => undefined,
      fetch: async () => 'none',
    },
    reader: { read: runTask, close() {} },
    texts: () => openTextStore(join(folder, 'texts.sqlite')),
  });
  const cases = createFeatures({
    ...deps,
    service: Object.assign(service, { status }),
    exports: openExportFolder(folder),
    related: { supported: [], names: [], find: notAsked },
    finder: { find: notAsked },
    fullTexts: async () => texts,
    serviceAddress: 'https://search.example.org/v1',
    defaultWaitSeconds: 1,
    polls: { minPauseMs: 1, shareOfAge: 0.5, maxPauseMs: 5 },
  });
  let tokens = 0;
  const ask = async (name: string, args: object) => {
    const tool = TOOLS.find((one) => one.name === name);
    const call = {
      features: asFeatures(cases),
      call: untilAborted(new AbortController().signal),
      overCap: false,
    };
    const answer = (await tool?.call(args, call)) ?? {};
    const [block] = renderResult(answer, MCP_WORDING).content;
    tokens += countTokens(JSON.stringify(args)) + countTokens(block?.type === 'text' ? block.text : '');
    return answer as Answer;
  };

  await ask('combined_search', { keywords: ['exercise', 'health', 'patients'], query: QUESTION, limit: 100 });
  const refs = papers.map((_, index) => `J1-${index + 1}`);
  const quotes = [];
  for (const ref of refs) {
    const { passages = [] } = await ask('read_paper', { ref, find: 'improved patients health outcome', count: 2_000 });
    expect(passages).not.toEqual([]);
    const [first = ''] = passages.map(({ text }) =>
      text
        .replace(/^… /, '')
        .slice(0, 200)
        .replace(/\s\S*$/, ''),
    );
    quotes.push({ ref, quote: first });
  }
  const { passages = [] } = await ask('read_paper', { job: 'J1', find: 'improved patients health outcome' });
  const perPaper = new Map<string, number>();
  for (const { ref } of passages) perPaper.set(ref, (perPaper.get(ref) ?? 0) + 1);
  expect(Math.max(...perPaper.values())).toBeLessThanOrEqual(2);
  for (const { ref, quote } of quotes) {
    const { quote: check } = await ask('read_paper', { ref, quote });
    expect(check).toMatchObject({ verdict: 'exact', at: expect.stringMatching(/\.p\d+$/) });
  }
  const held = await ask('get_job', { jobId: 'J1', where: { text: 'zymurgy' }, count: 1 });
  expect(held.papers?.map(({ ref }) => ref)).toEqual(['J1-3']);
  await ask('export_papers', { jobId: 'J1', refs, format: 'bibtex' });
  await ask('export_papers', { jobId: 'J1', format: 'receipt' });
  texts.close();
  expect(tokens).toBeLessThan(MAX_TOKENS);
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { QuoteCheck } from '../../src/reading/full-text.ts';
import { checkQuote } from '../../src/reading/quote/check-quote.ts';
import { type DocumentWords, readWords } from '../../src/reading/quote/document-words.ts';
import { readDocument } from '../../src/reading/read-document.ts';
import { makeColumn, makePdf, type Placed } from '../helpers/pdf-file.ts';
import { realRecords } from '../helpers/real-papers.ts';
import { blocksOf, read } from './fixtures.ts';

/**
 * 200 sentences of real abstracts, in 20 articles that are made of these: JATS, HTML of arXiv's form, and PDFs of one
 * and of two columns with divided words. Each sentence has to be found, and none that says something else.
 */

const abstracts = realRecords()
  .map(({ abstract }) => String(abstract ?? ''))
  .filter((text) => text.length > 400)
  .map((text) => text.replace(/\s+/g, ' ').trim());
const ARTICLES = 20;
const PER_ARTICLE = 10;

const partsOf = (article: number) => abstracts.filter((_, at) => at % ARTICLES === article);
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function jatsOf(parts: string[]): string {
  const sections = parts.map((text, at) => `<sec><title>Part ${at + 1}</title><p>${escaped(text)}</p></sec>`);
  return `<article><front><article-meta/></front><body>${sections.join('')}</body></article>`;
}

function htmlOf(parts: string[]): string {
  const sections = parts.map(
    (text, at) =>
      `<section class="ltx_section" id="S${at}"><h2 class="ltx_title">Part ${at}</h2><div class="ltx_para" id="S${at}.p1"><p class="ltx_p">${escaped(text)}</p></div></section>`,
  );
  return `<!DOCTYPE html><html><body><article class="ltx_document">${sections.join('')}</article></body></html>`;
}

const LINES = 55;
const COLUMNS = { 1: [{ x: 60, letters: 80 }], 2: [50, 320].map((x) => ({ x, letters: 40 })) } as const;

/** Lines that go on from column to column and from page to page; long words are divided where a line is full. */
function pdfPages(parts: string[], count: 1 | 2): Buffer {
  const columns = COLUMNS[count];
  const letters = columns[0].letters;
  const divided = (text: string) => text.replace(/\b([a-z]{4,6})([a-z]{4,})\b/g, '$1~$2');
  const lines = parts.flatMap((text) => makeColumn(divided(text), { x: 0, y: 0, letters, size: 10 }));
  const placed = lines.map(({ text }, nth): { page: number; line: Placed } => {
    const column = Math.floor(nth / LINES);
    const x = columns[column % columns.length]?.x ?? 0;
    return { page: Math.floor(column / columns.length), line: { text, x, y: 80 + 12 * (nth % LINES), size: 10 } };
  });
  const pages = new Set(placed.map(({ page }) => page));
  return makePdf([...pages].map((page) => placed.filter((each) => each.page === page).map(({ line }) => line)));
}

async function documentOf(article: number): Promise<DocumentWords> {
  const parts = partsOf(article);
  const readings = [
    () => readDocument(jatsOf(parts), 'jats'),
    () => readDocument(htmlOf(parts), 'html'),
    () => readDocument(pdfPages(parts, 1), 'pdf'),
    () => readDocument(pdfPages(parts, 2), 'pdf'),
  ];
  return readWords(blocksOf(read(await (readings[article % 4] as (typeof readings)[0])())));
}

/** Sentences that a typewriter can write. */
function sentencesOf(article: number): string[] {
  const all = partsOf(article).flatMap((text) => text.split(/(?<=[a-z)][.!?])\s+(?=[A-Z])/));
  const plain = all.filter((text) => /^[\x20-\x7e]{70,300}$/.test(text) && !text.includes('...'));
  return plain.slice(0, PER_ARTICLE);
}

let documents: DocumentWords[];
const sentences = Array.from({ length: ARTICLES }, (_, article) => sentencesOf(article));
beforeAll(async () => {
  documents = await Promise.all(Array.from({ length: ARTICLES }, (_, article) => documentOf(article)));
});

type Verdict = QuoteCheck['verdict'];
type Change = (sentence: string, article: number, nth: number) => string | undefined;

/** How often each verdict is given; `undefined` of a change: the sentence has nothing to change. */
function verdicts(change: Change): Partial<Record<Verdict, number>> & { passed: number; all: number } {
  const counts: Partial<Record<Verdict, number>> = {};
  let all = 0;
  for (const [article, own] of sentences.entries())
    for (const [nth, sentence] of own.entries()) {
      const changed = change(sentence, article, nth);
      if (changed === undefined || changed === sentence) continue;
      const { verdict } = checkQuote(documents[article] as DocumentWords, changed);
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      all += 1;
    }
  return { ...counts, passed: (counts.exact ?? 0) + (counts.near ?? 0), all };
}

const otherNumber: Change = (sentence) =>
  /\d/.test(sentence) ? sentence.replace(/\d+/, (digits) => String(Number(digits) * 2 + 1)) : undefined;
const withNot: Change = (sentence) => sentence.replace(/\b(is|are|was|were|can|may|has|have|will)\b/, '$1 not');
const shuffled: Change = (sentence, article, nth) => {
  const words = sentence.split(' ');
  for (let at = words.length - 1; at > 0; at -= 1) {
    const other = (at * 7 + article * 13 + nth * 29) % (at + 1);
    [words[at], words[other]] = [words[other] as string, words[at] as string];
  }
  return words.join(' ');
};
const foreign: Change = (_, article, nth) => sentences[(article + 1 + (nth % (ARTICLES - 1))) % ARTICLES]?.[nth];

describe('of 200 sentences', () => {
  it('are there, ten of each article', () => {
    expect(sentences.map(({ length }) => length)).toEqual(Array.from({ length: ARTICLES }, () => PER_ARTICLE));
  });

  it('at least 95 of a hundred are exact or near, as they stand and as people copy them', () => {
    const copied: Change = (sentence) => `\u201c${sentence.replace(/'/g, '\u2019').replace(/ /g, '\u00a0')}\u201d`;
    const asIs = verdicts((sentence) => `${sentence} `);
    expect(asIs.passed).toBeGreaterThanOrEqual(0.95 * asIs.all);
    expect(verdicts(copied).passed).toBeGreaterThanOrEqual(190);
  });

  it.each([
    ['another number', otherNumber, 40],
    ['a "not" put in', withNot, 80],
    ['their words shuffled', shuffled, 200],
    ['a sentence of another article', foreign, 200],
  ] as const)('with %s at most 1 in 100 is exact or near', (_, change, least) => {
    const { passed, all } = verdicts(change);
    expect(all).toBeGreaterThanOrEqual(least);
    expect(passed).toBeLessThanOrEqual(all / 100);
  });
});

import type { ViewData, ViewPaper } from '../data/report-data.ts';
import { element } from './dom.ts';

/** A query has fewer different words. */
const MAX_WORDS = 400;

/** Matches all words that the evidence of the papers marks: the query's words in their different forms. */
const patterns = new WeakMap<ViewData, RegExp | undefined>();

function markedWords(data: ViewData): RegExp | undefined {
  if (!patterns.has(data)) {
    const marked = data.papers.flatMap(({ evidence = [] }) => evidence.filter((_, at) => at % 2 === 1));
    const words = [...new Set(marked.map((text) => text.toLowerCase()))].filter(Boolean).slice(0, MAX_WORDS);
    const escaped = words
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
    patterns.set(data, words.length > 0 ? pattern : undefined);
  }
  return patterns.get(data);
}

/** A paper's text with the query's words marked, and the sentence that matches the query best. */
export function markAsked(data: ViewData, { evidence = [] }: ViewPaper, text: string): (Node | string)[] {
  const sentence = evidence.join('').replace(/^… ?| ?…$/g, '');
  const at = sentence === '' ? -1 : text.indexOf(sentence);
  if (at < 0) return markWords(data, text);
  const end = at + sentence.length;
  return [
    ...markWords(data, text.slice(0, at)),
    element('span', { class: 'best' }, ...markWords(data, text.slice(at, end))),
    ...markWords(data, text.slice(end)),
  ];
}

function markWords(data: ViewData, text: string): (Node | string)[] {
  const pattern = markedWords(data);
  if (!pattern) return [text];
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    parts.push(text.slice(end, index), element('mark', {}, word));
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

import { foldForIdentity, foldLetters } from '../../papers/analysis/fold.ts';
import { arxivYear, readArxivId } from '../../papers/arxiv-number.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { namesInLine } from '../names.ts';
import { assembleLines, isReferences, type Line, toFragments } from './lines.ts';
import type { Page } from './page-items.ts';
import { measureStyle } from './style.ts';

/**
 * Reads the paper's metadata from its first page, but only unambiguous fields: not with two DOIs, names mixed with
 * addresses, or contradictory years.
 */
export function readFirstPage(pages: readonly Page[], metadata: PaperInput): PaperInput {
  const [page] = pages;
  if (!page) return {};
  const lines = assembleLines(toFragments(page), undefined);
  const references = lines.findIndex(({ text }) => isReferences(text));
  const end = references < 0 ? lines.length : references;
  const head = findHead(page, lines, metadata.title ?? undefined);
  const texts = lines.map(({ text }) => text);
  const arxivId = readArxivId(/\barxiv:\s*(\S+)/i.exec(`${page.stamp ?? ''} ${texts.join('\n')}`)?.[1]);
  return {
    title: head?.title,
    authors: head ? authorsBelow(lines, head.end) : [],
    year: yearOn(texts.slice(0, end)) ?? arxivYear(arxivId),
    doi: doiOn(texts.slice(0, end), pages),
    arxivId,
  };
}

/** Whether the first page has a name, perhaps with initials. */
export function showsName([page]: readonly Page[], name: string): boolean {
  const words = (page?.items ?? []).flatMap(({ text }) => wordsOf(text));
  const named = wordsOf(name);
  const [first = '', family = first] = [named[0], named.at(-1)];
  if (named.length < 2) return words.join('').includes(named.join(''));
  return words.some((word, at) => {
    if (word !== family) return false;
    return words
      .slice(Math.max(0, at - 4), at + 3)
      .some((near, nth) => nth !== Math.min(at, 4) && near[0] === first[0]);
  });
}

const wordsOf = (text: string) => foldLetters(text).match(/\p{L}+/gu) ?? [];

/** Relative to the running text. */
const MIN_TITLE_HEIGHT = 1.15;
const MAX_TITLE_LINES = 6;
/** As a share of the page's height, from the top. */
const MAX_TITLE_Y = 0.65;
/** A kicker above the title, perhaps in its size. */
const KICKER = /^(?:original |research |review )?(?:articles?|papers?|reviews?|letters?|reports?)$/i;
const NO_TITLE =
  /^(?:(?:the )?(?:international |european |american )?(?:journal|annals|archives|proceedings|transactions|bulletin|advances)\b|open access|contents lists|supplement)/i;

/** The title, and the index of the line after it. */
type Head = { title: string; end: number };

/** The file's own title if the page shows it, otherwise the text in the largest font. */
function findHead({ height }: Page, lines: readonly Line[], stated: string | undefined): Head | undefined {
  const shownEnd = stated === undefined ? undefined : endOfTitle(lines, stated);
  if (stated !== undefined && shownEnd !== undefined) return { title: stated, end: shownEnd };
  const style = measureStyle(lines);
  const groups: (Head & { height: number })[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.height < MIN_TITLE_HEIGHT * style.height || line.y > MAX_TITLE_Y * height) continue;
    if (KICKER.test(line.text)) continue;
    const last = groups.at(-1);
    const before = lines[at - 1];
    const continuesTitle = last?.end === at && before && Math.abs(last.height - line.height) < 0.5;
    const isNear = before && line.y > before.y && line.y - before.y < 2 * line.height;
    if (last && continuesTitle && isNear) Object.assign(last, { title: `${last.title} ${line.text}`, end: at + 1 });
    else groups.push({ title: line.text, end: at + 1, height: line.height });
  }
  const titles = groups.filter(({ title }) => isTitle(title)).sort((one, other) => other.height - one.height);
  const [best, next] = titles;
  return best && (next === undefined || best.height > next.height + 0.5) ? best : undefined;
}

function isTitle(text: string): boolean {
  // Requires two words of at least three letters.
  const [, behind = ''] = /\p{L}{3}(.*)/su.exec(text) ?? [];
  const areWords = /\p{L}{3}/u.test(behind.slice(Math.max(behind.search(/\s/), 0))) && /\s/.test(behind);
  return areWords && !NO_TITLE.test(text) && namesInLine(text)?.length !== 2;
}

/** The index of the line after those that show the title; undefined if none do. */
function endOfTitle(lines: readonly Line[], title: string): number | undefined {
  const letters = foldForIdentity(title);
  if (letters.length < 8) return undefined;
  for (let start = 0; start < lines.length; start += 1) {
    let text = '';
    for (let end = start; end < Math.min(start + MAX_TITLE_LINES, lines.length); end += 1) {
      text += foldForIdentity(lines[end]?.text ?? '');
      if (text === letters) return end + 1;
      if (!letters.startsWith(text)) break;
    }
  }
  return undefined;
}

/** Number of lines after the title that may contain names. */
const MAX_HEAD_LINES = 16;
const END_OF_HEAD = /^(?:abstract|summary|(?:1\.?\s+)?introduction|key ?words|background)\b/i;

/** The names directly below the title, if no other line of the head could contain names. */
function authorsBelow(lines: readonly Line[], from: number): string[] {
  const rest = lines.slice(from, from + MAX_HEAD_LINES);
  const end = rest.findIndex(({ text }) => END_OF_HEAD.test(text));
  if (end < 0) return [];
  const head = rest.slice(0, end).map(({ text }) => text);
  let size = 1;
  const isOpen = (at: number) =>
    /(?:[,;&]|\band)[\s\d*†‡§]*$/.test(head[at] ?? '') || /^(?:and\b|&)/.test(head[at + 1] ?? '');
  while (size < head.length && isOpen(size - 1)) size += 1;
  const names = namesInLine(head.slice(0, size).join(' '));
  const others = head.slice(size).some((text) => namesInLine(text) !== undefined);
  return names && !others ? names : [];
}

const DOI = /(?:\bdoi(?:\.org\/|:\s*|\s+)|^\s*)(10\.\d{4,9}\/[^\s"<>]+)/gi;
/** Words that precede the DOI of another work or of data. */
const BEFORE_OTHER_DOI =
  /\b(?:available|data|code|deposited|repository|dryad|zenodo|figshare|see|cf|erratum|correction|preprint|supplementary)\b/i;

/** The only DOI of the page; of several, the one on most pages, because publishers print the paper's DOI on each. */
function doiOn(lines: readonly string[], pages: readonly Page[]): string | undefined {
  const dois = new Set<string>();
  for (const text of lines) {
    for (const match of text.matchAll(DOI)) {
      const doi = readDoi(match[1]?.replace(/(?<![)\].,;])[)\].,;]+$/, ''));
      if (doi && !BEFORE_OTHER_DOI.test(text.slice(0, match.index))) dois.add(doi);
    }
  }
  if (dois.size <= 1) return [...dois][0];
  const texts = pages.map(({ items }) =>
    items
      .map(({ text }) => text)
      .join('')
      .toLowerCase(),
  );
  const counts = [...dois].map((doi) => ({ doi, pages: texts.filter((text) => text.includes(doi)).length }));
  const [most, next] = counts.sort((one, other) => other.pages - one.pages);
  return most && next && most.pages > next.pages ? most.doi : undefined;
}

const YEARS = [
  /\bpublished(?: online)?:?\s+(?:on )?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:\p{L}{3,9}\.?,?\s+)?(?:\d{1,2},\s+)?((?:19|20)\d{2})\b/iu,
  /(?:©|\(c\)|\bcopyright)\s*(?:the authors?(?:\(s\))?,?\s*)?((?:19|20)\d{2})\b/iu,
  /\(((?:19|20)\d{2})\)\s*\d{1,4}\s*[:,(]/u,
  /\b\d{1,4}\s*\(((?:19|20)\d{2})\)/u,
];

/** The year by the most reliable pattern that matches. */
function yearOn(lines: readonly string[]): number | undefined {
  for (const pattern of YEARS) {
    const years = new Set(lines.flatMap((text) => pattern.exec(text)?.[1] ?? []));
    if (years.size === 1) return Number([...years][0]);
    if (years.size > 1) return undefined;
  }
  return undefined;
}

import { readLatex } from '../../../formats/bibtex/read-latex.ts';
import type { Cited, DraftFormat, Quotation, Statement } from '../draft.ts';
import type { Span } from './citations.ts';
import type { LineOf } from './reference-list.ts';

/** Finds the sentences with citations, and the quotations with the citations next to them. */

/** Enclose the number of a citation, which replaces its text: a full stop in it must not end a sentence. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const TOKEN = /\uE000(\d{1,6})\uE001/g;
const SENTENCE_END =
  /(?<=(?<!\b(?:e\.g|i\.e|cf|vs|al|Figs?|Eqs?|Tabs?|Nos?|Dr|Mr|Ms|Mrs|Prof|St|approx|ca|resp|etc|pp?|Vol|Sec|Ch|\p{Lu}))[.!?][.!?"”’»)\]}'*_]{0,6}(?:\s?\uE000\d{1,6}\uE001){0,20}[.]?)\s+(?=["“„«‘'(*_[`\\]{0,3}[\p{Lu}\p{N}\uE000])/gu;
const MAX_PARAGRAPH_CHARACTERS = 20_000;
const MIN_QUOTED_WORDS = 6;
/** Shorter claims, such as table cells and headings, are too unspecific to search for. */
const MIN_CLAIM_WORDS = 3;
const MAX_QUOTED_CHARACTERS = 2_000;

type Paragraph = { start: number; text: string; isQuote: boolean };

export type Prose = { statements: Statement[]; quotations: Quotation[] };

/** Reads a masked draft without its list of references. */
export function readProse(prose: string, spans: readonly Span[], format: DraftFormat, lineOf: LineOf): Prose {
  const statements: Statement[] = [];
  const quotations: Quotation[] = [];
  let before: Cited[] = [];
  /** A block quotation that the next sentence may attribute. */
  let open: Quotation | undefined;
  /** Whether the previous paragraph ends with a citation and a colon. */
  let isAnnounced = false;
  let nth = 0;
  for (const { start, text, isQuote } of paragraphsOf(prose, format)) {
    const end = start + text.length;
    while (nth < spans.length && (spans[nth] as Span).start < start) nth += 1;
    const inside: Span[] = [];
    for (let at = nth; at < spans.length && (spans[at] as Span).start < end; at += 1) inside.push(spans[at] as Span);
    const tokens = withTokens(text, start, inside);
    const citedIn = (part: string) => [...part.matchAll(TOKEN)].flatMap(([, at]) => inside[Number(at)]?.cited ?? []);
    const written = (at: string) => writtenIn(prose, inside[Number(at)]).replace(/[\uE003-\uE005]\d{0,6}|\s+/g, ' ');
    const show = (part: string) => clean(part, format).replace(TOKEN, (_, at) => written(at));
    const bare = (part: string) =>
      clean(part.replace(TOKEN, ' ').replace(EMPTY, ' '), format).replace(/(?<!\s)\s+([.,;:!?])/g, '$1');
    let last: Cited[] = [];
    for (const { from, sentence } of sentencesOf(tokens)) {
      const cited = citedIn(sentence);
      if (open && !isQuote) {
        open.cited = [...open.cited, ...cited];
        open = undefined;
      }
      const at = lineOf(positionIn(tokens, from, start, inside));
      last = cited;
      const claim = bare(sentence);
      if (cited.length > 0 && !isQuote && (claim.match(/\p{L}{2,}/gu)?.length ?? 0) >= MIN_CLAIM_WORDS)
        statements.push({ at, text: show(sentence), claim, cited });
      if (isQuote) continue;
      for (const { begin, words } of quotedIn(sentence, format)) {
        const after = sentence.slice(begin + words.length);
        const nearby = [citedIn(words), citedIn(CITED_AFTER.exec(after)?.[0] ?? ''), citedIn(sentence)];
        const quoted = bare(words);
        const quotedAt = lineOf(positionIn(tokens, from + begin, start, inside));
        const cited = nearby.find(({ length }) => length > 0) ?? [];
        if (isLong(quoted)) quotations.push({ at: quotedAt, text: quoted, cited });
      }
    }
    if (isQuote) {
      const citedInQuote = citedIn(tokens);
      // A locator or remark in brackets at the end is not part of the quotation.
      const quoted = bare(tokens)
        .replace(/(?<!\s)\s*\((?:pp?\. ?[\d–-]+|emphasis [^()]{1,60})?\)\s*$/, '')
        .replace(/^["“„«]([^"“”„«»]*)["”“»]\.?$/, '$1');
      if (isLong(quoted)) {
        const isCited = citedInQuote.length > 0;
        const quotation = { at: lineOf(start), text: quoted, cited: isCited ? citedInQuote : before };
        quotations.push(quotation);
        open = isCited || isAnnounced ? undefined : quotation;
      }
    }
    before = last;
    isAnnounced = /:\s*$/.test(text) && last.length > 0;
  }
  return { statements, quotations };
}

/** Brackets that contained only a citation. */
const EMPTY = /\(\s{0,9}\)|\[\s{0,9}\{?\s{0,9}\}?\s{0,9}\]/g;

const isLong = (text: string) => text.split(/\s+/).length >= MIN_QUOTED_WORDS && text.length <= MAX_QUOTED_CHARACTERS;

const writtenIn = (prose: string, span: Span | undefined) => (span ? prose.slice(span.start, span.end) : '');

/** Splits at blank lines, list items, headings and table rows. Lines that begin with `>` are block quotations. */
function paragraphsOf(prose: string, format: DraftFormat): Paragraph[] {
  if (format === 'latex') return latexParagraphs(prose);
  const paragraphs: Paragraph[] = [];
  let start = -1;
  let isQuote = false;
  let isAfterHeading = false;
  let position = 0;
  const close = (end: number) => {
    if (start < 0) return;
    const raw = prose.slice(start, Math.min(end, start + MAX_PARAGRAPH_CHARACTERS));
    paragraphs.push({
      start,
      text: isQuote ? raw.replace(/^[ \t]{0,3}>/gm, (mark) => ' '.repeat(mark.length)) : raw,
      isQuote,
    });
    start = -1;
  };
  for (const line of prose.split('\n')) {
    const isBlank = /^[\s>]*$/.test(line);
    const quoted = format !== 'docx' ? /^[ \t]{0,3}>/.test(line) : line.startsWith('\uE002');
    const begins = /^[ \t]{0,12}(?:[-*+•][ \t]|\d{1,3}[.)][ \t]|#{1,6}[ \t]|\|)/.test(line) || format === 'docx';
    if (isBlank || begins || isAfterHeading || quoted !== isQuote) close(position);
    isAfterHeading = /^[ \t]{0,3}#{1,6}[ \t]/.test(line);
    if (!isBlank) {
      if (start < 0) start = position;
      isQuote = quoted;
    }
    position += line.length + 1;
  }
  close(prose.length);
  return paragraphs;
}

const BREAK =
  /\n[ \t]*\n|\\(?:(?:sub){0,2}section|chapter|(?:sub)?paragraph|part|title)\*?(?:\[[^\]\n]{0,200}\])?\{[^{}\n]{0,300}\}|\\(?:item|caption|footnote|begin|end|par|hline|\\)(?![A-Za-z])\*?(?:\{(quote|quotation|displayquote|displaycquote|quoting|blockquote)\}(?:\{[^{}]{0,200}\})?|\{[a-z*]{1,40}\}(?:\[[^\]\n]{0,80}\])?(?:\{[^{}\n]{0,80}\})?)?/g;

function latexParagraphs(latex: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let from = 0;
  let isQuote = false;
  const add = (to: number) => {
    const text = latex.slice(from, Math.min(to, from + MAX_PARAGRAPH_CHARACTERS));
    if (/\p{L}{2}/u.test(text)) paragraphs.push({ start: from, text, isQuote });
  };
  for (const match of latex.matchAll(BREAK)) {
    add(match.index);
    from = match.index + match[0].length;
    if (match[1] !== undefined) isQuote = match[0].startsWith('\\begin');
  }
  add(latex.length);
  return paragraphs;
}

function withTokens(text: string, start: number, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [nth, { start: begin, end }] of spans.entries()) {
    parts.push(text.slice(from, begin - start), `${OPEN}${nth}${CLOSE}`);
    from = Math.min(end - start, text.length);
  }
  return parts.join('') + text.slice(from);
}

/** Converts an offset in a tokenised paragraph to one in the draft. */
function positionIn(tokens: string, at: number, start: number, spans: readonly Span[]): number {
  let shift = 0;
  for (const match of tokens.matchAll(TOKEN)) {
    if (match.index >= at) break;
    const span = spans[Number(match[1])];
    if (span) shift += span.end - span.start - match[0].length;
  }
  return start + at + shift + (/^\s*/.exec(tokens.slice(at))?.[0].length ?? 0);
}

function sentencesOf(text: string): { from: number; sentence: string }[] {
  const sentences: { from: number; sentence: string }[] = [];
  let from = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    sentences.push({ from, sentence: text.slice(from, match.index) });
    from = match.index + match[0].length;
  }
  sentences.push({ from, sentence: text.slice(from) });
  return sentences;
}

const QUOTED: readonly RegExp[] = [
  /“([^“”]{20,2000})”/g,
  /„([^„“”"]{20,2000})[“”"]/g,
  /«([^«»]{20,2000})»/g,
  /"([^"]{20,2000})"/g,
  /(?<!\p{L})‘([^‘]{20,2000}?)’(?!\p{L})/gu,
];
/** In straight single marks, with apostrophes only within words: `the dogs' tails` ends there. */
const QUOTED_IN_PROSE: readonly RegExp[] = [
  ...QUOTED,
  /(?<![\p{L}\p{N}'])'(?=\p{L})((?:[^']|(?<=\p{L})'(?=\p{L})){20,2000})'(?![\p{L}\p{N}'])/gu,
];
const QUOTED_IN_LATEX: readonly RegExp[] = [
  ...QUOTED,
  /(?<![\p{L}`])`(?=\p{L})((?:[^`']|(?<=\p{L})'(?=\p{L})){20,2000})'(?![\p{L}'])/gu,
  /``((?:[^`']|'(?!')|`(?!`)){20,2000})''/g,
  /\\(?:enquote|textquote|blockquote|textcquote|blockcquote)\*?(?:\[[^\]]{0,200}\]){0,2}\{((?:[^{}]|\{[^{}]{0,300}\}){20,2000})\}/g,
];

/** Citations directly after a quotation. */
const CITED_AFTER = /^["”“»’'\s.,;:)}]{0,6}(?:\([^()\uE000]{0,30}\)\s?)?(?:\uE000\d{1,6}\uE001[\s,;]{0,3}){1,20}/;

type Quoted = { begin: number; words: string };

/** The quotations in a sentence; the first of overlapping ones. */
function quotedIn(sentence: string, format: DraftFormat): Quoted[] {
  const forms = format === 'latex' ? QUOTED_IN_LATEX : QUOTED_IN_PROSE;
  const found = forms.flatMap((form) =>
    [...sentence.matchAll(form)].map((match) => {
      const words = match[1] ?? '';
      return { begin: match.index + match[0].indexOf(words), words };
    }),
  );
  found.sort((a, b) => a.begin - b.begin);
  let end = -1;
  return found.filter(({ begin, words }) => {
    if (begin < end) return false;
    end = begin + words.length;
    return true;
  });
}

/** Removes markup. */
function clean(text: string, format: DraftFormat): string {
  const plain =
    format === 'latex'
      ? readLatex(text.replace(/\\(?:label|ref|eqref|autoref|cref|Cref|index|vspace|hspace)\*?\{[^{}]{0,200}\}/g, ' '))
      : text
          .replace(/!?\[([^\]\n]{0,400})\]\(\s?[^()\s]{0,600}\)/g, '$1')
          .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
          .replace(/(?<![\p{L}\d])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\d])/gu, '')
          .replaceAll('\uE002', '')
          .replace(/^[ \t]*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)[ \t]+/, '');
  return plain.replace(/\s+/g, ' ').trim();
}

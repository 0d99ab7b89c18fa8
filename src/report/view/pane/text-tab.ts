import type { CheckedQuote, PaperText } from '../../data/page-answers.ts';
import type { ViewPaper } from '../../data/report-data.ts';
import { button, type Child, element, linkItem } from '../dom.ts';
import { tryToCopy } from './copy-citation.ts';
import { problemOrRemarks, waiting } from './pane-answers.ts';

/** At most one of these: a section of the outline, words to find, or a quotation to check. */
export type TextPart = { section?: string; find?: string; quote?: string };

/** Access to texts of papers. */
type Texts = {
  readText(ref: string, part: TextPart): Promise<PaperText>;
  /** Attaches a file as the text of a paper. */
  attachText(ref: string, file: File): Promise<{ says: string; isKept: boolean }>;
};

/** The text of a paper: its outline, a section, the passages with certain words, or the check of a quotation. */
export function drawText(paper: ViewPaper, { readText, attachText }: Texts): HTMLElement {
  const shown = element('div', { class: 'pane-text', 'aria-live': 'polite' });
  const outline = element('div', {});
  const read = async (part: TextPart) => {
    shown.replaceChildren(waiting('The text is read …'));
    const answer = await readText(paper.ref, part).catch(() => undefined);
    if (answer && answer.outline.length > 0) outline.replaceChildren(drawOutline(answer, read));
    shown.replaceChildren(...drawAnswer(answer, paper));
    if (answer && !answer.source) shown.append(drawAttach());
  };
  const drawAttach = () => {
    const file = element('input', { type: 'file', 'aria-label': 'A PDF of the paper' });
    file.addEventListener('change', async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      shown.replaceChildren(waiting('The file is read …'));
      const { says, isKept } = await attachText(paper.ref, chosen).catch(() => FAILED);
      if (isKept) await read({});
      else shown.replaceChildren(element('p', { class: 'warn' }, says), drawAttach());
    });
    return element('p', {}, 'You have it? Attach the PDF: ', file);
  };
  const words = element('input', {
    type: 'search',
    'aria-label': 'Words or a sentence',
    placeholder: 'Words, or a sentence',
  });
  const find = (name: 'find' | 'quote') => {
    const text = words.value.trim();
    if (text !== '') void read({ [name]: text });
  };
  const form = element(
    'form',
    { class: 'pane-find' },
    words,
    element('button', { class: 'tab' }, 'Find passages'),
    button({ class: 'tab' }, () => find('quote'), 'Check as a quotation'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    find('find');
  });
  void read({});
  return element('div', {}, form, outline, shown);
}

const FAILED = { says: 'The file could not be sent.', isKept: false };

function drawOutline({ outline, source }: PaperText, read: (part: TextPart) => Promise<void>): HTMLElement {
  return element(
    'details',
    { class: 'pane-outline' },
    element('summary', {}, 'Outline'),
    source && element('p', { class: 'says' }, source),
    element(
      'ul',
      { class: 'pane-list' },
      ...outline.map(({ id, title }) => linkItem(title, () => void read({ section: id }))),
    ),
  );
}

function drawAnswer(answer: PaperText | undefined, paper: ViewPaper): HTMLElement[] {
  if (!answer || answer.problem !== undefined) return problemOrRemarks(answer);
  const { sections, passages, quote } = answer;
  return [
    ...(quote ? drawQuote(quote, paper) : []),
    ...passages.map(({ text, at, section }) => drawPassage(text, at, section, paper)),
    ...sections.flatMap(({ title, text }) => [
      element('h3', { dir: 'auto' }, title),
      ...text.split(/\n+/).map((paragraph) => element('p', { dir: 'auto' }, paragraph)),
    ]),
    ...problemOrRemarks(answer),
  ];
}

/** The verdict; if something differs, also the quotation, with the differences marked in both sentences. */
function drawQuote({ says, asked, at, text, differences }: CheckedQuote, paper: ViewPaper): HTMLElement[] {
  const verdict = element('p', {}, element('strong', {}, says));
  if (!text) return [verdict];
  const [inQuote, inText] = [differences.map(({ quote }) => quote), differences.map(({ document }) => document)];
  const passage = drawPassage(text, at, '', paper, markParts(text, inText));
  if (differences.length === 0) return [verdict, passage];
  return [
    verdict,
    element('p', { class: 'says' }, describeDifferences(differences)),
    element(
      'figure',
      { class: 'passage asked-quote' },
      element('blockquote', { dir: 'auto' }, ...markParts(asked, inQuote)),
      element('figcaption', { class: 'says' }, 'The quotation'),
    ),
    passage,
  ];
}

function describeDifferences(differences: CheckedQuote['differences']): string {
  const named = differences.map(({ quote, document }) => {
    if (quote === '') return `“${document}” is left out`;
    return document === '' ? `“${quote}” is added` : `“${quote}” in the quotation, “${document}” in the text`;
  });
  return `${named.join('; ')}.`;
}

/** Whether a character is part of a word or number. */
const IN_WORD = /[\p{L}\p{N}]/u;

/** The text with these parts marked, each after the one before; a part that is not found there is left unmarked. */
function markParts(text: string, parts: readonly string[]): Child[] {
  const folded = text.toLowerCase();
  // Where lower case has another length, positions would be wrong.
  if (folded.length !== text.length) return [text];
  const children: Child[] = [];
  let from = 0;
  for (const part of parts) {
    const at = part === '' ? -1 : findWhole(folded, part.toLowerCase(), from);
    if (at < 0) continue;
    children.push(text.slice(from, at), element('mark', {}, text.slice(at, at + part.length)));
    from = at + part.length;
  }
  return [...children, text.slice(from)];
}

/** The position of a part that does not cut a word or number; -1 if there is none. */
function findWhole(text: string, part: string, from: number): number {
  const isIn = (at: number) => IN_WORD.test(text[at] ?? '');
  let at = text.indexOf(part, from);
  while (at >= 0) {
    const end = at + part.length;
    const cutsStart = at > 0 && isIn(at - 1) && isIn(at);
    if (!cutsStart && !(end < text.length && isIn(end - 1) && isIn(end))) return at;
    at = text.indexOf(part, at + 1);
  }
  return -1;
}

/** A passage with its position, for quoting. */
function drawPassage(
  text: string,
  at: string | undefined,
  section: string,
  { authors, year }: ViewPaper,
  shown: readonly Child[] = [text],
): HTMLElement {
  const [first = ''] = authors;
  const who = [first && first + (authors.length > 1 ? ' et al.' : ''), year, at].filter(Boolean).join(', ');
  const done = element('span', { class: 'says', role: 'status' });
  const copy = async () => done.replaceChildren(await tryToCopy(`“${text}” (${who})`));
  return element(
    'figure',
    { class: 'passage' },
    element('blockquote', { dir: 'auto' }, ...shown),
    element(
      'figcaption',
      { class: 'says' },
      [section, at].filter(Boolean).join(' · '),
      ' ',
      button({ class: 'quiet' }, () => void copy(), 'copy with its place'),
      ' ',
      done,
    ),
  );
}

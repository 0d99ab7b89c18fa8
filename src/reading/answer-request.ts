import { PaperqueueError } from '../contract/errors.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import type { Advice, Note } from '../wording/notes.ts';
import type { CopySearch } from './copies/find-copy.ts';
import type { ReadDocument } from './document.ts';
import { DEFAULT_TEXT_CHARACTERS, type TextRequest, type TextSource, type TextView } from './full-text.ts';
import { quoteInAbstract, type ReadForeign, viewAbstract, viewText } from './text-view.ts';

/** Answers a request about a paper, from its text or, without one, from its abstract. */

/** `other`: the identifier of another paper that an attached file states to be. */
export type StoredDocument = { document: ReadDocument; source: TextSource; other?: string | undefined };

/**
 * The answers to all parts of a request. If an attached file states another paper, each says so: its words may not be
 * those of this paper.
 */
export async function viewParts(
  paper: PaperToRead,
  request: TextRequest,
  { document, source, other }: StoredDocument,
  read: ReadForeign,
): Promise<TextView> {
  const views: TextView[] = [];
  for (const part of splitRequest(request))
    views.push(await withAbstract(paper, part, await viewText(document, source, part, read), read));
  return joinViews(other === undefined ? views : [{ notes: [fileNamesOther(other)] }, ...views]);
}

/** One request per part; those that return text share the characters. */
function splitRequest({ section, page, find, quote, reference, ...piece }: TextRequest): TextRequest[] {
  const parts: TextRequest[] = [{ quote }, { reference }, { find }, { page }, { section }];
  const requested = parts.filter((part) => !isForWholeText(part));
  const ofText = requested.filter((part) => !('quote' in part || 'reference' in part)).length;
  const { count = DEFAULT_TEXT_CHARACTERS } = piece;
  const share = { ...piece, count: Math.ceil(count / Math.max(ofText, 1)) };
  return requested.length === 0 ? [piece] : requested.map((part) => ({ ...part, ...share }));
}

/** Merges the answers to all parts. */
function joinViews(views: readonly TextView[]): TextView {
  const all = <Name extends 'sections' | 'references' | 'notes' | 'next'>(name: Name) =>
    views.flatMap((view) => (view[name] ?? []) as NonNullable<TextView[Name]>[number][]);
  const lists = { sections: all('sections'), references: all('references'), notes: all('notes'), next: all('next') };
  return { ...Object.assign({}, ...views), ...omitEmpty(lists) };
}

export function fileNamesOther(other: string) {
  return { kind: 'file-names-other', other } as const;
}

/** Compares a quotation with the record's abstract, too, which may have it although this copy of the text does not. */
async function withAbstract(
  { abstract }: PaperToRead,
  { quote }: TextRequest,
  view: TextView,
  read: ReadForeign,
): Promise<TextView> {
  if (quote === undefined || !abstract || view.quote?.verdict === 'exact') return view;
  const { quote: inAbstract } = await quoteInAbstract(abstract, quote, read);
  if (!inAbstract) return view;
  const isExact = inAbstract.verdict === 'exact';
  // A sentence that the abstract contains with a different number must not be called absent.
  const isClose = ['near', 'altered'].includes(inAbstract.verdict) && view.quote?.verdict === 'absent';
  if (!isExact && !isClose) return view;
  const verdict = isExact ? 'exact' : 'compared';
  return { ...view, quote: inAbstract, next: [{ kind: 'cite-abstract', verdict, hasText: true }] };
}

/** Explains why there is no text. Throws UPSTREAM_UNAVAILABLE if another attempt may find one. */
export async function viewWithoutText(
  paper: PaperToRead,
  search: CopySearch,
  request: TextRequest,
  read: ReadForeign,
): Promise<TextView> {
  const { ref, title, abstract, hasAbstract } = paper;
  const { isAsked, isPassing, pdf, attempts } = search;
  const { quote, find, section } = request;
  const failed: Note[] = [...attempts, ...(attempts.length > 0 ? [] : [{ kind: 'no-text-source' } as const])];
  const isAbstractAsked = section !== undefined && /^abstract$/i.test(section.trim());
  const isShown = abstract !== undefined && (isAbstractAsked || (!isPassing && isForWholeText(request)));
  const stored = { kind: 'abstract-stored', isStored: hasAbstract ?? false, ...(isShown && { isShown }) } as const;
  const unchecked = quote !== undefined && !abstract ? [{ kind: 'quote-not-checked' } as const] : [];
  const notes = [...unchecked, ...failed, ...(hasAbstract === undefined ? [] : [stored])];
  if (abstract && (quote !== undefined || find)) {
    const checked = quote === undefined ? {} : await quoteInAbstract(abstract, quote, read);
    return joinViews([checked, { notes }]);
  }
  const readAbstract = abstract && !isShown ? [{ kind: 'read-abstract', ref } as const] : [];
  if (isPassing && !isShown) {
    const tryPdf = pdf ? [{ kind: 'try-pdf', address: pdf } as const] : [];
    throw new PaperqueueError({
      code: 'UPSTREAM_UNAVAILABLE',
      problem: [{ kind: 'text-not-fetched', ref }, ...notes],
      charged: 'no',
      retryable: true,
      advice: [AGAIN, ...tryPdf, ...readAbstract],
    });
  }
  const { next: more = [], ...shown } = isShown ? viewAbstract(abstract, request) : {};
  if (pdf) {
    const isTried = attempts.length === 0 && ({ isTried: false } as const);
    const unquoted: Advice = { kind: 'do-not-quote', address: pdf, ...isTried };
    return { pdf, ...shown, notes, next: [...more, unquoted, ...readAbstract] };
  }
  const attach: Advice = { kind: 'attach-file', ref, paper: title ? `"${title}"` : ref, isAsked };
  return { ...shown, notes, next: [...more, ...(isPassing ? [AGAIN] : [attach]), ...readAbstract] };
}

const AGAIN: Advice = { kind: 'again', when: 'later' };

/** Whether the request specifies no part of the text. */
function isForWholeText({ section, page, find, quote, reference }: TextRequest): boolean {
  return [section, page, find, quote, reference].every((part) => part === undefined);
}

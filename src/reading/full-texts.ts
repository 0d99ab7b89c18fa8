import { basename } from 'node:path';
import { PaperqueueError } from '../contract/errors.ts';
import { omitEmpty, omitUndefined } from '../lib/omit-undefined.ts';
import { sniffFormat, type TextFormat } from '../lib/text-format.ts';
import { arxivKey } from '../papers/arxiv-number.ts';
import { readDoi } from '../papers/identifiers.ts';
import { normalisePaper, type Paper, type PaperInput } from '../papers/paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { Advice, Note } from '../wording/notes.ts';
import { type CopySearch, findCopy } from './copies/find-copy.ts';
import { bodyText, isBinary, type ReadDocument, type ReadResult, type TextContent } from './document.ts';
import {
  DEFAULT_TEXT_CHARACTERS,
  type FullTexts,
  type HeldQuotes,
  type TextRequest,
  type TextSource,
  type TextView,
} from './full-text.ts';
import type { OpenWeb } from './open-web.ts';
import type { ProcessReader } from './process/read-in-process.ts';
import { passagesElsewhere } from './quote/elsewhere.ts';
import { READERS_VERSION } from './read-document.ts';
import type { TextStore } from './store/text-store.ts';
import { quoteInAbstract, type ReadForeign, toOutline, viewAbstract, viewText } from './text-view.ts';
import { notAttached, readUserFile } from './user-file.ts';

type Deps = {
  web: OpenWeb;
  reader: ProcessReader;
  /** Opens the file of texts on first use. */
  texts: () => TextStore;
  /** Makes the paper findable in the library by the words of this text. Never rejects. Default: it is not. */
  indexWords?: ((paper: PaperToRead, hash: string, text: () => string) => Promise<void>) | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
};

type StoredDocument = { document: ReadDocument; source: TextSource };

/** Maximum documents held in memory: a conversation alternates between a few. */
const MAX_HELD = 20;

/** Reads open texts from the file of stored texts, otherwise from the web. */
export function createFullTexts(deps: Deps): FullTexts & { close(): void } {
  const { web, reader, texts: openStore, indexWords, now = Date.now } = deps;
  const documents = new Map<string, ReadDocument>();
  let opened: TextStore | undefined;
  const texts = () => {
    opened ??= openStore();
    return opened;
  };

  // `whenStoreIsFree`, because another process may be writing or creating the file at this moment.
  const keep = (...text: Parameters<TextStore['keep']>) => whenStoreIsFree(() => texts().keep(...text));

  const parse = (content: TextContent, format: TextFormat, signal: AbortSignal) =>
    reader.read({ content, format }, signal);
  const keepOutline = (hash: string, { title, sections }: ReadDocument) =>
    whenStoreIsFree(() => texts().keepOutline(hash, READERS_VERSION, () => ({ title, sections })));
  const hold = async (paper: PaperToRead, hash: string, document: ReadDocument) => {
    documents.delete(hash);
    documents.set(hash, document);
    for (const oldest of [...documents.keys()].slice(0, -MAX_HELD)) documents.delete(oldest);
    await keepOutline(hash, document);
    await indexWords?.(paper, hash, () => bodyText(document));
    return document;
  };
  /** The stored text of a paper; undefined if there is none, or if it cannot be read. */
  const findStored = async (paper: PaperToRead, signal: AbortSignal): Promise<StoredDocument | undefined> => {
    const stored = await whenStoreIsFree(() => texts().find(textNames(paper)));
    if (!stored) return undefined;
    const { content, format, source } = stored;
    const result: ReadResult = documents.get(source.hash) ?? (await parse(content, format, signal));
    return 'problem' in result ? undefined : { document: await hold(paper, source.hash, result), source };
  };
  const readIn =
    (signal: AbortSignal): ReadForeign =>
    (task) =>
      reader.read(task, signal);
  const today = () => new Date(now()).toISOString().slice(0, 10);

  return {
    async read(paper, request, { signal }) {
      const stored = await findStored(paper, signal);
      if (stored) return viewParts(paper, request, stored, readIn(signal));
      const search = await findCopy({ web, parse }, paper, signal);
      signal.throwIfAborted();
      const { copy } = search;
      if (!copy) return viewWithoutText(paper, search, request, readIn(signal));
      const { licence, version } = copy.document;
      const origin = { ...copy.source, date: today(), licence, version };
      const source = await keep(textNames(paper), copy.content, copy.format, origin);
      const document = await hold(paper, source.hash, copy.document);
      return viewParts(paper, request, { document, source }, readIn(signal));
    },

    async findElsewhere(papers, words, { signal }) {
      return passagesElsewhere(web, papers, words, { signal });
    },

    async checkHeld(paper, quotes, { signal }) {
      const stored = await findStored(paper, signal);
      const { abstract } = paper;
      const check = async (quote: string): Promise<Pick<TextView, 'quote'>> => {
        if (stored) return viewParts(paper, { quote }, stored, readIn(signal));
        return abstract ? quoteInAbstract(abstract, quote, readIn(signal)) : {};
      };
      const sections = stored?.document.sections ?? [];
      const checks: HeldQuotes['checks'][number][] = [];
      for (const each of quotes) {
        const { quote } = await check(each);
        const block = sections.flatMap(({ blocks }) => blocks).find(({ at }) => at === quote?.at);
        const passage = quote?.at === 'abstract' ? abstract : block?.text;
        checks.push(quote && { ...quote, passage });
      }
      const titles = sections.map(({ title }) => title).filter((title) => title !== '');
      if (stored) return { held: 'text', hash: stored.source.hash, sections: titles, checks };
      return { held: abstract ? 'abstract' : 'none', sections: titles, checks };
    },

    async attach(paper, file, { signal }) {
      const { path } = file;
      const bytes = await readUserFile(file);
      const format = sniffFormat(bytes);
      const content = isBinary(format) ? bytes : bytes.toString('utf8');
      if (!format) throw notAttached(path, 'not a document');
      const result = await parse(content, format, signal);
      if ('problem' in result) throw notAttached(path, result.problem);
      const { record, other } = toRecord(paper, result.paper ?? {});
      const names = [...new Set([...textNames(paper), ...(record ? textNames(toPaperToRead(record)) : [])])];
      if (names.length === 0) throw notAttached(path, 'nameless');
      const { licence, version } = result;
      const origin = { copy: 'attached' as const, from: basename(path), date: today(), licence, version };
      const source = await keep(names, content, format, origin);
      await hold({ ref: '', ...(record && toPaperToRead(record)), ...omitUndefined(paper ?? {}) }, source.hash, result);
      const notes = [...(result.notes ?? []), ...(other ? [fileNamesOther(other)] : [])];
      const view = { source, ...toOutline(result), ...(notes.length > 0 && { notes }) };
      return { view, ...(record && record.title !== '' && { paper: record }) };
    },

    async findPaper(paper, { signal }) {
      const stored = await findStored(paper, signal);
      const { record } = stored ? toRecord(paper, stored.document.paper ?? {}) : {};
      return record?.title ? record : undefined;
    },

    findBody: (paper) => texts().findBody(textNames(paper)),
    findHash: (paper) => texts().findHash(textNames(paper)),
    hashes: () => texts().hashes(),
    namesOf: (hash) => texts().namesOf(hash),
    async outline(hash, { signal }) {
      const known = await whenStoreIsFree(() => texts().findOutline(hash, READERS_VERSION));
      if (known) return known;
      const stored = await whenStoreIsFree(() => texts().read(hash));
      const result = stored && (await parse(stored.content, stored.format, signal));
      if (!result || 'problem' in result) return undefined;
      await keepOutline(hash, result);
      return result;
    },
    summary: () => texts().summary(),
    removeAll() {
      documents.clear();
      return texts().removeAll();
    },
    close() {
      reader.close();
      opened?.close();
    },
  };
}

/** The identifiers under which a text is stored. A paper without any has only its reference. */
function textNames(paper: PaperToRead | undefined): string[] {
  if (!paper) return [];
  const doi = readDoi(paper.doi);
  const arxiv = arxivKey(paper);
  const { pmcid, pmid } = paper;
  const names = [doi && `doi:${doi}`, arxiv && `arxiv:${arxiv}`, pmcid && `pmcid:${pmcid}`, pmid && `pmid:${pmid}`];
  const identifiers = names.filter((name) => name !== undefined && name !== '') as string[];
  if (identifiers.length > 0) return identifiers;
  return [...(paper.key ? [`key:${paper.key}`] : []), ...(paper.ref ? [`ref:${paper.ref.toUpperCase()}`] : [])];
}

/** The identifiers of a record, or its key if it has none. */
function toPaperToRead({ key, doi, arxivId, pmid, pmcid }: Paper): PaperToRead {
  return { ref: '', key, doi, arxivId, pmid, pmcid };
}

const IDENTIFIERS = ['doi', 'arxivId', 'pmid', 'pmcid'] as const;

/**
 * The paper as the text describes it, with the identifiers of the request. If the text identifies another paper,
 * nothing is taken from it: `other` is that paper's identifier.
 */
function toRecord(requested: PaperToRead | undefined, stated: PaperInput): { record?: Paper; other?: string } {
  const inText = normalisePaper(stated);
  const inRequest = normalisePaper(omitUndefined({ ...requested, title: undefined }));
  const other = IDENTIFIERS.find((name) => inText[name] && inRequest[name] && inText[name] !== inRequest[name]);
  if (other) return { other: inText[other] ?? '' };
  const identifiers = Object.fromEntries(
    IDENTIFIERS.flatMap((name) => (inRequest[name] ? [[name, inRequest[name]]] : [])),
  );
  const record = normalisePaper({ ...stated, ...identifiers });
  const isNamed = record.title !== '' || IDENTIFIERS.some((name) => record[name] !== undefined);
  return isNamed ? { record } : {};
}

/**
 * The answers to all parts of a request. If an attached file states another paper, each says so: its words may not be
 * those of this paper.
 */
async function viewParts(
  paper: PaperToRead,
  request: TextRequest,
  { document, source }: StoredDocument,
  read: ReadForeign,
): Promise<TextView> {
  const views: TextView[] = [];
  for (const part of splitRequest(request))
    views.push(await withAbstract(paper, part, await viewText(document, source, part, read), read));
  const { other } = source.copy === 'attached' ? toRecord(paper, document.paper ?? {}) : {};
  return joinViews(other ? [{ notes: [fileNamesOther(other)] }, ...views] : views);
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

function fileNamesOther(other: string) {
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
async function viewWithoutText(
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

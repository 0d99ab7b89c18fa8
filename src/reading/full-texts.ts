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
import type { OpenWeb } from './copies/open-web.ts';
import { bodyText, isBinary, type ReadDocument, type ReadResult, type TextContent } from './document.ts';
import {
  DEFAULT_TEXT_CHARACTERS,
  type FullTexts,
  type HeldQuotes,
  type TextRequest,
  type TextSource,
  type TextView,
} from './full-text.ts';
import type { ProcessReader } from './process/read-in-process.ts';
import { passagesElsewhere } from './quote/elsewhere.ts';
import { READERS_VERSION } from './read-document.ts';
import type { StoredText, TextStore } from './store/text-store.ts';
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

/** Maximum documents held in memory: a conversation alternates between a few. */
const MAX_HELD = 20;
/** Reads open texts from the file of stored texts, otherwise from the web. */
export function createFullTexts({
  web,
  reader,
  texts: open,
  indexWords,
  now = Date.now,
}: Deps): FullTexts & { close(): void } {
  const documents = new Map<string, ReadDocument>();
  let opened: ReturnType<typeof open> | undefined;
  const texts = () => {
    opened ??= open();
    return opened;
  };

  // Another process may be writing or creating the file at this moment.
  const findKept = (paper: PaperToRead | undefined) => whenStoreIsFree(() => texts().find(textNames(paper)));
  const keep = (...text: Parameters<TextStore['keep']>) => whenStoreIsFree(() => texts().keep(...text));

  const parse = (content: TextContent, format: TextFormat, signal: AbortSignal) =>
    reader.read({ content, format }, signal);
  const keepOutline = (hash: string, { title, sections }: ReadDocument) =>
    whenStoreIsFree(() =>
      texts().keepOutline(hash, READERS_VERSION, () => ({ ...omitUndefined({ title }), sections })),
    );
  const hold = async (paper: PaperToRead, hash: string, document: ReadDocument) => {
    documents.delete(hash);
    documents.set(hash, document);
    for (const oldest of [...documents.keys()].slice(0, -MAX_HELD)) documents.delete(oldest);
    await keepOutline(hash, document);
    await indexWords?.(paper, hash, () => bodyText(document));
    return document;
  };
  const readKept = async (
    paper: PaperToRead,
    { content, format, source }: StoredText,
    signal: AbortSignal,
  ): Promise<ReadDocument | undefined> => {
    const known = documents.get(source.hash);
    if (known) return hold(paper, source.hash, known);
    const result: ReadResult = await parse(content, format, signal);
    return 'problem' in result ? undefined : hold(paper, source.hash, result);
  };
  const findDocument = async (paper: PaperToRead, signal: AbortSignal) => {
    const keptText = await findKept(paper);
    return keptText && (await readKept(paper, keptText, signal));
  };
  const today = () => new Date(now()).toISOString().slice(0, 10);

  return {
    async read(paper, request, { signal }) {
      const inProcess: ReadForeign = (order) => reader.read(order, signal);
      const keptText = await findKept(paper);
      const document = keptText && (await readKept(paper, keptText, signal));
      if (keptText && document) return viewOf(paper, request, document, keptText.source, inProcess);
      const search = await findCopy({ web, parse }, paper, signal);
      signal.throwIfAborted();
      const { copy } = search;
      if (!copy) return withoutText(paper, search, request, inProcess);
      const { licence, version } = copy.document;
      const origin = { ...copy.source, date: today(), ...omitUndefined({ licence, version }) };
      const source = await keep(textNames(paper), copy.content, copy.format, origin);
      return viewOf(paper, request, await hold(paper, source.hash, copy.document), source, inProcess);
    },

    async findElsewhere(papers, words, { signal }) {
      return passagesElsewhere(web, papers, words, { signal });
    },

    async checkHeld(paper, quotes, { signal }) {
      const inProcess: ReadForeign = (order) => reader.read(order, signal);
      const keptText = await findKept(paper);
      const document = keptText && (await readKept(paper, keptText, signal));
      const { abstract } = paper;
      const check = async (quote: string): Promise<Pick<TextView, 'quote'>> => {
        if (document) return viewOf(paper, { quote }, document, keptText.source, inProcess);
        return abstract ? quoteInAbstract(abstract, quote, inProcess) : {};
      };
      const checks: HeldQuotes['checks'][number][] = [];
      for (const each of quotes) {
        const { quote } = await check(each);
        const passage = quote?.at === 'abstract' ? abstract : blockAt(document, quote?.at);
        checks.push(quote && { ...quote, ...omitUndefined({ passage }) });
      }
      const sections = document?.sections.map(({ title }) => title).filter((title) => title !== '') ?? [];
      if (document) return { held: 'text', hash: keptText.source.hash, sections, checks };
      return { held: abstract ? 'abstract' : 'none', sections, checks };
    },

    async attach(paper, file, { signal }) {
      const { path } = file;
      const bytes = await readUserFile(file);
      const format = sniffFormat(bytes);
      const content = isBinary(format) ? bytes : bytes.toString('utf8');
      const result = format ? await parse(content, format, signal) : ({ problem: 'not a document' } as const);
      if ('problem' in result || !format) {
        throw notAttached(path, 'problem' in result ? result.problem : 'not a document');
      }
      const { record, other } = toRecord(paper, result.paper ?? {});
      const names = [...new Set([...textNames(paper), ...(record ? textNames(toPaperToRead(record)) : [])])];
      if (names.length === 0) throw notAttached(path, 'nameless');
      const { licence, version } = result;
      const origin = {
        copy: 'attached' as const,
        from: basename(path),
        date: today(),
        ...omitUndefined({ licence, version }),
      };
      const source = await keep(names, content, format, origin);
      await hold({ ref: '', ...(record && toPaperToRead(record)), ...omitUndefined(paper ?? {}) }, source.hash, result);
      const notes = [...(result.notes ?? []), ...(other ? [fileNamesOther(other)] : [])];
      const view = { source, ...toOutline(result), ...(notes.length > 0 && { notes }) };
      return { view, ...(record && record.title !== '' && { paper: record }) };
    },

    async findPaper(paper, { signal }) {
      const document = await findDocument(paper, signal);
      const { record } = document ? toRecord(paper, document.paper ?? {}) : {};
      return record?.title ? record : undefined;
    },

    findBody: (paper) => texts().findBody(textNames(paper)),
    findHash: (paper) => texts().findHash(textNames(paper)),
    hashes: () => texts().hashes(),
    namesOf: (hash) => texts().namesOf(hash),
    async outline(hash, { signal }) {
      const known = await whenStoreIsFree(() => texts().findOutline(hash, READERS_VERSION));
      if (known) return known;
      const kept = await whenStoreIsFree(() => texts().read(hash));
      const result = kept && (await parse(kept.content, kept.format, signal));
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
  const known = names.filter((name) => name !== undefined && name !== '') as string[];
  if (known.length > 0) return known;
  return [...(paper.key ? [`key:${paper.key}`] : []), ...(paper.ref ? [`ref:${paper.ref.toUpperCase()}`] : [])];
}

/** The identifiers of a record, or its key if it has none. */
function toPaperToRead({ key, doi, arxivId, pmid, pmcid }: Paper): PaperToRead {
  return { ref: '', key, ...omitUndefined({ doi, arxivId, pmid, pmcid }) };
}

const IDENTIFIERS = ['doi', 'arxivId', 'pmid', 'pmcid'] as const;

/**
 * The paper as the text describes it, with the identifiers of the request. If the text identifies another paper,
 * nothing is taken from it: `other` is that paper's identifier.
 */
function toRecord(named: PaperToRead | undefined, own: PaperInput): { record?: Paper; other?: string } {
  const stated = normalisePaper(own);
  const known = normalisePaper(omitUndefined({ ...named, title: undefined }));
  const other = IDENTIFIERS.find((name) => stated[name] && known[name] && stated[name] !== known[name]);
  if (other) return { other: stated[other] ?? '' };
  const identifiers = Object.fromEntries(IDENTIFIERS.flatMap((name) => (known[name] ? [[name, known[name]]] : [])));
  const record = normalisePaper({ ...own, ...identifiers });
  const isNamed = record.title !== '' || IDENTIFIERS.some((name) => record[name] !== undefined);
  return isNamed ? { record } : {};
}

/** If an attached file states another paper, each answer says so: its words may not be those of this paper. */
async function viewOf(
  paper: PaperToRead,
  request: TextRequest,
  document: ReadDocument,
  source: TextSource,
  read: ReadForeign,
): Promise<TextView> {
  const views: TextView[] = [];
  for (const part of partsOf(request))
    views.push(await withAbstract(paper, part, await viewText(document, source, part, read), read));
  const { other } = source.copy === 'attached' ? toRecord(paper, document.paper ?? {}) : {};
  return joinViews(other ? [{ notes: [fileNamesOther(other)] }, ...views] : views);
}

/** One request per part; those that return text share the characters. */
function partsOf({ section, page, find, quote, reference, ...piece }: TextRequest): TextRequest[] {
  const parts: TextRequest[] = [{ quote }, { reference }, { find }, { page }, { section }];
  const asked = parts.filter((part) => !isOfWhole(part));
  const ofText = asked.filter((part) => !('quote' in part || 'reference' in part)).length;
  const { count = DEFAULT_TEXT_CHARACTERS } = piece;
  const share = { ...piece, count: Math.ceil(count / Math.max(ofText, 1)) };
  return asked.length === 0 ? [piece] : asked.map((part) => ({ ...part, ...share }));
}

/** Merges the answers to all parts. */
function joinViews(views: readonly TextView[]): TextView {
  const all = <Name extends 'sections' | 'references' | 'notes' | 'next'>(name: Name) =>
    views.flatMap((view) => (view[name] ?? []) as NonNullable<TextView[Name]>[number][]);
  const lists = { sections: all('sections'), references: all('references'), notes: all('notes'), next: all('next') };
  return { ...Object.assign({}, ...views), ...omitEmpty(lists) };
}

function blockAt(document: ReadDocument | undefined, place: string | undefined): string | undefined {
  return document?.sections.flatMap(({ blocks }) => blocks).find(({ at }) => at === place)?.text;
}

function fileNamesOther(other: string) {
  return { kind: 'file-names-other', other } as const;
}

/** The record's abstract may contain what the text lacks, because journals and manuscripts differ. */
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
async function withoutText(
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
  const isShown = abstract !== undefined && (isAbstractAsked || (!isPassing && isOfWhole(request)));
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
function isOfWhole({ section, page, find, quote, reference }: TextRequest): boolean {
  return [section, page, find, quote, reference].every((part) => part === undefined);
}

import { basename } from 'node:path';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { sniffFormat, type TextFormat } from '../lib/text-format.ts';
import { normalisePaper, type Paper, type PaperInput } from '../papers/paper.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { fileNamesOther, type StoredDocument, viewParts, viewWithoutText } from './answer-request.ts';
import { findCopy } from './copies/find-copy.ts';
import { bodyText, isBinary, type ReadDocument, type ReadResult, type TextContent } from './document.ts';
import type { FullTexts, HeldQuotes, TextView } from './full-text.ts';
import type { OpenWeb } from './open-web.ts';
import type { ProcessReader } from './process/read-in-process.ts';
import { passagesElsewhere } from './quote/elsewhere.ts';
import { READERS_VERSION } from './read-document.ts';
import { type TextStore, textNames } from './store/text-store.ts';
import { quoteInAbstract, type ReadForeign, toOutline } from './text-view.ts';
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
    if ('problem' in result) return undefined;
    const { other } = source.copy === 'attached' ? toRecord(paper, result.paper ?? {}) : {};
    return { document: await hold(paper, source.hash, result), source, other };
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

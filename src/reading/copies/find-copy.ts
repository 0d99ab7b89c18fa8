import { isDeepStrictEqual } from 'node:util';
import { readHead } from '../../lib/read-head.ts';
import { sniffFormat, type TextFormat } from '../../lib/text-format.ts';
import { parseUrl } from '../../lib/url.ts';
import { arxivKey } from '../../papers/arxiv-number.ts';
import { readLink } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { PaperToRead } from '../../papers/paper-to-read.ts';
import type { NoteOf } from '../../wording/notes.ts';
import type { ReadDocument, ReadResult, TextContent } from '../document.ts';
import type { TextSource } from '../full-text.ts';
import { readEntities } from '../markup/markup-tree.ts';
import type { TextOutcome } from '../notes.ts';
import type { Failed, Fetched, OpenWeb, TextProvider } from '../open-web.ts';

/**
 * Looks for an open copy of a paper, the most reliable and readable first: texts of sources, the PDF in the paper's
 * record, PDFs that sources list for its DOI, and links on its landing page.
 */

type FoundCopy = {
  content: TextContent;
  format: TextFormat;
  document: ReadDocument;
  source: Pick<TextSource, 'copy' | 'from' | 'url'>;
};

export type CopySearch = {
  copy?: FoundCopy;
  /** The outcome of each step without a text. */
  attempts: NoteOf<'text-attempt'>[];
  /** Whether any source may be queried for texts. */
  isAsked: boolean;
  /** Whether another call may succeed, because a source failed temporarily. */
  isPassing: boolean;
  /** The address of an open PDF. */
  pdf?: string;
};

type Deps = {
  web: OpenWeb;
  parse(content: TextContent, format: TextFormat, signal: AbortSignal): Promise<ReadResult>;
};

type Search = Deps & { signal: AbortSignal; paper: PaperToRead; result: CopySearch; tried: Set<string> };

/** Maximum addresses tried per paper; each takes seconds. */
const MAX_ADDRESSES = 6;

/** Returns the first readable copy. Only throws the signal's reason. */
export async function findCopy(deps: Deps, paper: PaperToRead, signal: AbortSignal): Promise<CopySearch> {
  const providers = await deps.web.sources(signal);
  const result: CopySearch = { attempts: [], isAsked: providers.length > 0, isPassing: false };
  const search: Search = { ...deps, signal, paper, result, tried: new Set() };
  const copy = (await fromSources(search, providers)) ?? (await fromAddresses(search, providers));
  return { ...search.result, copy };
}

async function fromSources(search: Search, providers: readonly TextProvider[]): Promise<FoundCopy | undefined> {
  for (const { name, title, texts } of providers) {
    if (!texts) continue;
    const failure = texts.needs && (await findSourceId(search, name));
    if (failure) {
      noteFailure(search, title, failure);
      continue;
    }
    for (const kind of ['text', 'pdf'] as const) {
      const fetched = await search.web.fullText(
        name,
        kind,
        { ...search.paper, arxivId: arxivKey(search.paper) },
        search.signal,
      );
      search.signal.throwIfAborted();
      if (fetched === 'none' || fetched === 'not asked') {
        // A source that knows no id for the DOI has no text.
        const isAsked = fetched === 'none' || (texts.needs !== undefined && search.paper.doi !== undefined);
        if (kind === 'text') noteAttempt(search, title, isAsked ? 'no-text' : 'no-number');
        continue;
      }
      const copy = await readCopy(search, fetched, title, texts.copy);
      if (copy) return copy;
    }
  }
  return undefined;
}

/**
 * Looks up the source's own id for a DOI, and perhaps the PDF's address. Returns the failure if that was impossible:
 * the source may still have the text.
 */
async function findSourceId(search: Search, name: TextProvider['name']): Promise<Failed | undefined> {
  const { paper } = search;
  if (paper.pmcid || !paper.doi || arxivKey(paper)) return undefined;
  const record = await search.web.record(name, paper.doi, search.signal);
  search.signal.throwIfAborted();
  if (record && 'failure' in record) return record;
  const pmcid = record?.pmcid ?? undefined;
  search.paper = { ...completePaper(paper, record), pmcid };
  return undefined;
}

function noteFailure(search: Search, from: string, { failure, isPassing }: Failed): void {
  noteAttempt(search, from, { failure });
  search.result.isPassing ||= isPassing;
}

function noteAttempt({ result }: Search, from: string, outcome: TextOutcome): void {
  // If no source may be queried, a note about a page would suggest that others had been tried.
  if (typeof outcome === 'object' && 'failure' in outcome && outcome.failure === 'library alone') return;
  const attempt = { kind: 'text-attempt', from, outcome } as const;
  if (!result.attempts.some((each) => isDeepStrictEqual(each, attempt))) result.attempts.push(attempt);
}

/** Adds the record's addresses and ids that the paper lacks. */
function completePaper(paper: PaperToRead, record: PaperInput | undefined): PaperToRead {
  const { pdfLink, link, isOpenAccess } = record ?? {};
  return {
    ...paper,
    pdfLink: paper.pdfLink ?? pdfLink ?? undefined,
    link: paper.link ?? link ?? undefined,
    isOpenAccess: paper.isOpenAccess ?? isOpenAccess ?? undefined,
  };
}

async function fromAddresses(search: Search, providers: readonly TextProvider[]): Promise<FoundCopy | undefined> {
  const hosts = new Set(providers.flatMap(({ texts }) => texts?.hosts ?? []));
  for await (const { address, isPage } of listAddresses(search, providers)) {
    const url = parseUrl(address);
    if (!url || hosts.has(url.host) || search.tried.has(address) || search.tried.size >= MAX_ADDRESSES) continue;
    search.tried.add(address);
    const copy = await fromAddress(search, address, url.host, isPage);
    search.signal.throwIfAborted();
    if (copy) return copy;
  }
  return undefined;
}

type Candidate = { address: string; isPage: boolean };

/** Looks up each address only if the ones before yielded nothing. */
async function* listAddresses(search: Search, providers: readonly TextProvider[]): AsyncGenerator<Candidate> {
  const { doi } = search.paper;
  const pdf = (address: string | null | undefined) => {
    const link = readLink(address);
    if (link) search.result.pdf ??= link;
    return link ? [{ address: link, isPage: false }] : [];
  };
  yield* pdf(search.paper.pdfLink);
  for (const { name, title } of doi ? providers.filter(({ texts }) => !texts) : []) {
    const record = await search.web.record(name, doi ?? '', search.signal);
    if (record && 'failure' in record) {
      noteFailure(search, title, record);
      continue;
    }
    search.paper = completePaper(search.paper, record);
    yield* pdf(record?.pdfLink);
  }
  const { link, isOpenAccess } = search.paper;
  const page = readLink(link);
  // Skips addresses that are known to be behind a paywall.
  if (page && isOpenAccess !== false) yield { address: page, isPage: true };
}

async function fromAddress(
  search: Search,
  address: string,
  host: string,
  isPage: boolean,
): Promise<FoundCopy | undefined> {
  const fetched = await search.web.fetch(address, search.signal);
  const html = asHtml(fetched);
  // A page that fails temporarily hardly ever has a text.
  if (isPage && typeof fetched === 'object' && 'failure' in fetched) {
    noteAttempt(search, host, { failure: fetched.failure });
    return undefined;
  }
  if (html === undefined) return readCopy(search, fetched, host, 'unknown');
  const addresses = textAddresses(html.content, html.url).filter((each) => !search.tried.has(each));
  if (addresses.length === 0) noteAttempt(search, host, isPage ? 'no-text-named' : 'page-instead');
  for (const next of addresses.slice(0, Math.min(2, MAX_ADDRESSES - search.tried.size))) {
    search.tried.add(next);
    const copy = await readCopy(search, await search.web.fetch(next, search.signal), host, 'unknown');
    if (copy) return copy;
  }
  return undefined;
}

function asHtml(fetched: Fetched): { content: string; url: string } | undefined {
  if (typeof fetched === 'string' || 'failure' in fetched) return undefined;
  const { content, url } = fetched;
  const isPage = typeof content === 'string' && sniffFormat(content) === 'html' && !content.includes('ltx_document');
  return isPage ? { content, url } : undefined;
}

async function readCopy(
  search: Search,
  fetched: Fetched,
  from: string,
  copy: FoundCopy['source']['copy'],
): Promise<FoundCopy | undefined> {
  const { parse, signal, result } = search;
  if (typeof fetched === 'string') noteAttempt(search, from, 'nothing-there');
  else if ('failure' in fetched) noteFailure(search, from, fetched);
  else {
    const { content, url } = fetched;
    const format = sniffFormat(content);
    if (format === 'pdf') result.pdf = url;
    const read: ReadResult = format ? await parse(content, format, signal) : { problem: 'not a document' };
    if (!('problem' in read) && format) {
      return { content, format, document: read, source: { copy: read.copy ?? copy, from, url } };
    }
    noteAttempt(search, from, { problem: 'problem' in read ? read.problem : 'not a document' });
  }
  return undefined;
}

/** The tags are in the head of the page. */
const MAX_CHARACTERS = 512 * 1024;

/**
 * Links to a paper's text on its landing page, in the tags that Google Scholar asks publishers for: the addresses of
 * PDFs first, then of pages with the text, without duplicates.
 */
export function textAddresses(html: string, base: string): string[] {
  const { meta, links } = readHead(html.slice(0, MAX_CHARACTERS));
  const named = (name: string) => meta.get(name) ?? [];
  const linked = links.filter(({ rel, type }) => rel === 'alternate' && type === 'application/pdf');
  const all = [...named('citation_pdf_url'), ...linked.map(({ href }) => href), ...named('citation_fulltext_html_url')];
  return [...new Set(all.flatMap((address) => absolute(readEntities(address), base) ?? []))];
}

function absolute(address: string, base: string): string | undefined {
  const url = parseUrl(address.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

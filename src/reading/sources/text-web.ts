import { createEraser } from '../../contract/eraser.ts';
import { findKeySetting, type SourceName } from '../../contract/source-names.ts';
import { decoderOf } from '../../lib/decode-bytes.ts';
import { isPdf } from '../../lib/text-format.ts';
import { isLoopback } from '../../lib/url.ts';
import { knownFailure } from '../../search/sources/known-failure.ts';
import { lookUpAll } from '../../search/sources/look-up-by-id.ts';
import type { RunnerContext, SourceWithSettings } from '../../search/sources/runner.ts';
import type { PaperSource } from '../../search/sources/source.ts';
import type { KnownFailure } from '../../wording/notes/source-outcomes.ts';
import type { Failed, Fetched, OpenWeb, TextProvider } from '../open-web.ts';
import { type FetchedFile, type FileFailure, fetchFullText, fetchPdf } from './fetch-file.ts';
import { fetchFromWeb } from './fetch-from-web.ts';
import { findPassages } from './source-passages.ts';

/** Implements `OpenWeb` with the configured sources and the web. */

type Use = <T>(
  signal: AbortSignal,
  work: (sources: readonly SourceWithSettings[], context: RunnerContext) => Promise<T>,
) => Promise<T>;

/** Arbitrary ids, only to determine the hosts of the source's texts. */
const EXAMPLE = { arxivId: '2101.00001', pmcid: 'PMC1' };

/** `use` runs work with the configured sources, a subset of `all`. Only the signal makes it throw. */
export function createTextWeb(use: Use, all: readonly PaperSource[]): OpenWeb {
  const find = (sources: readonly SourceWithSettings[], name: SourceName) =>
    sources.find(({ source }) => source.name === name);
  return {
    /** Sources with texts, then sources whose records link open PDFs, the most permissive rate limit first. */
    sources: (signal) =>
      use(signal, async (sources) =>
        [
          ...sources.filter(({ source }) => source.fullText),
          ...sources.filter(namesPdfs).sort((one, other) => paceOf(one) - paceOf(other)),
        ].map(toProvider),
      ),
    fullText: (name, kind, paper, signal) =>
      use(signal, async (sources, context) => {
        const source = find(sources, name);
        if (!source) return 'none';
        if (kind === 'pdf') return readFile(await fetchPdf(source, paper, context), context);
        const fetched = await fetchFullText(source, paper, context);
        if (typeof fetched === 'string') return fetched;
        return 'failure' in fetched ? failed(fetched.failure) : { content: fetched.text, url: fetched.url };
      }),
    record: (name, doi, signal) =>
      use(signal, async (sources, context) => {
        const source = find(sources, name);
        if (!source) return undefined;
        const { records, unanswered, outcome } = await lookUpAll(source, 'doi', [doi], context);
        const { failure } = outcome;
        return unanswered.includes(doi) && failure ? failed(failure) : records.get(doi);
      }),
    passages: (papers, words, signal) =>
      use(signal, async (sources, context) => {
        const each = sources.find(({ source }) => source.passages);
        // If only the library may be used, a key would change nothing.
        if (!each) return sources.length === 0 ? undefined : unasked(all);
        const { name, title } = each.source;
        const outcome = await findPassages(each, papers, words, context);
        if ('failure' in outcome) return { name, title, passages: [], failure: knownFailure(outcome.failure) };
        return { name, title, passages: outcome.passages };
      }),
    /** Opens nothing if no source is configured: searching only the library must not need a network. */
    fetch: (address, signal) =>
      use(signal, async (sources, context) =>
        sources.length === 0
          ? { failure: 'library alone', isPassing: false }
          : readFile(await fetchFromWeb(address, context, standInsOf(sources)), context),
      ),
  };
}

/** The note about passages that an unconfigured source would find. */
function unasked(all: readonly PaperSource[]) {
  const source = all.find(({ passages }) => passages);
  if (!source) return undefined;
  const { name, title } = source;
  const failure: KnownFailure = { failure: 'key wanted', detail: { setting: findKeySetting(name) ?? '' } };
  return { name, title, passages: [], failure };
}

function namesPdfs({ source, settings }: SourceWithSettings): boolean {
  const isAnswered = source.needs === undefined || settings[source.needs] !== undefined;
  return isAnswered && !source.fullText && (source.lookUp?.enriches?.includes('pdfLink') ?? false);
}

function paceOf({ source }: SourceWithSettings): number {
  return source.lookUp?.paceMs ?? source.paceMs;
}

function toProvider({ source }: SourceWithSettings): TextProvider {
  const { name, title, fullText } = source;
  if (!fullText) return { name, title };
  const { copy, needs, request } = fullText;
  const example = request(EXAMPLE, {});
  const hosts = example ? [new URL(example.url).host] : [];
  return { name, title, texts: { copy, hosts, ...(needs && { needs }) } };
}

/** Local servers that the user configured in place of sources, as tests do. */
function standInsOf(sources: readonly SourceWithSettings[]): Set<string> {
  const urls = sources.flatMap(({ settings: { baseUrl } }) => (baseUrl ? [new URL(baseUrl)] : []));
  return new Set(urls.filter(({ hostname }) => isLoopback(hostname)).map(({ origin }) => origin));
}

function readFile(fetched: FetchedFile, { secrets = [] }: RunnerContext): Fetched {
  if (fetched === 'none') return 'none';
  if ('failure' in fetched) return failed(fetched.failure);
  const { bytes, url, type } = fetched;
  // Checks the content, whatever content type the host declares.
  if (isPdf(bytes)) return { content: bytes, url };
  return { content: createEraser(secrets).text(decoderOf(type).decode(bytes)), url };
}

const LASTING: readonly FileFailure[] = ['not allowed', 'robots', 'closed', 'too large', 'refused'];

function failed(failure: FileFailure): Failed {
  return { failure, isPassing: !LASTING.includes(failure) };
}

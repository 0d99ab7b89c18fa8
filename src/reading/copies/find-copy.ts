import type { SourceName } from '../../contract/source-names.ts';
import type { PaperToRead, TextSource } from '../../jobs/ports/full-text.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { accessOf } from '../../papers/access.ts';
import { arxivKey } from '../../papers/arxiv.ts';
import type { ReadDocument, ReadResult, TextFormat } from '../document.ts';
import { problemInWords } from '../problems.ts';
import { sniffFormat } from '../read-document.ts';
import type { OpenWeb } from './open-web.ts';

/** Looks for an open copy of a paper, in the order in which copies can be trusted and read; the first that reads. */

type FoundCopy = {
  text: string;
  format: TextFormat;
  document: ReadDocument;
  source: Pick<TextSource, 'copy' | 'from' | 'url'>;
};

export type CopySearch = {
  copy?: FoundCopy;
  /** What came of each step that gave no text, as sentences. */
  attempts: string[];
  /** Why another call may succeed: a source failed for now. */
  isPassing: boolean;
  /** Where an open PDF is. */
  pdf?: string;
};

type Deps = {
  web: OpenWeb;
  parse(text: string, format: TextFormat, signal: AbortSignal): Promise<ReadResult>;
};

const TITLES: Partial<Record<SourceName, string>> = { europepmc: 'Europe PMC', arxiv: 'arXiv', unpaywall: 'Unpaywall' };
const COPIES = { europepmc: 'published', arxiv: 'preprint' } as const;

/** Asks Europe PMC and arXiv, each only for what it has; then where an open PDF is. */
export async function findCopy(deps: Deps, paper: PaperToRead, signal: AbortSignal): Promise<CopySearch> {
  const names = await deps.web.names();
  const search: CopySearch = { attempts: [], isPassing: false };
  const completed = names.includes('europepmc') ? await withPmcid(deps, paper, signal) : paper;
  for (const name of ['europepmc', 'arxiv'] as const) {
    if (!names.includes(name)) continue;
    const copy = await tryCopy(deps, completed, name, search, signal);
    if (copy) return { ...search, copy };
  }
  const pdf = await openPdf(deps, completed, names, signal);
  return { ...search, ...omitUndefined({ pdf }) };
}

/** Europe PMC knows articles of PubMed Central by their DOI. */
async function withPmcid({ web }: Deps, paper: PaperToRead, signal: AbortSignal): Promise<PaperToRead> {
  if (paper.pmcid || !paper.doi || arxivKey(paper)) return paper;
  const record = await web.record('europepmc', paper.doi, signal);
  return { ...paper, pmcid: record?.pmcid ?? undefined, pdfLink: paper.pdfLink ?? record?.pdfLink ?? undefined };
}

async function tryCopy(
  { web, parse }: Deps,
  paper: PaperToRead,
  name: keyof typeof COPIES,
  search: CopySearch,
  signal: AbortSignal,
): Promise<FoundCopy | undefined> {
  const fetched = await web.fullText(name, { ...paper, arxivId: arxivKey(paper) }, signal);
  signal.throwIfAborted();
  const title = TITLES[name] ?? name;
  if (fetched === 'none') search.attempts.push(`${title} has no open text of this paper.`);
  else if ('failure' in fetched) {
    search.attempts.push(`${title} did not answer: ${fetched.failure}.`);
    search.isPassing = true;
  } else {
    const format = sniffFormat(fetched.text);
    const result = format && format !== 'pdf' ? await parse(fetched.text, format, signal) : NO_DOCUMENT;
    if (!('problem' in result) && format && format !== 'pdf') {
      const source = { copy: result.copy ?? COPIES[name], from: title, url: fetched.url };
      return { text: fetched.text, format, document: result, source };
    }
    search.attempts.push(
      `The text of ${title} was not used: ${problemInWords('problem' in result ? result.problem : 'not a document')}.`,
    );
  }
  return undefined;
}

const NO_DOCUMENT: ReadResult = { problem: 'not a document' };

/** The PDF that the record names, else the one that Unpaywall knows. */
async function openPdf(
  { web }: Deps,
  paper: PaperToRead,
  names: readonly SourceName[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const { pdfLink } = accessOf(paper);
  if (pdfLink || !paper.doi || !names.includes('unpaywall')) return pdfLink;
  return accessOf((await web.record('unpaywall', paper.doi, signal)) ?? {}).pdfLink;
}

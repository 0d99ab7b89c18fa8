import { deflateRawSync } from 'node:zlib';
import { FORMATS } from '../formats/all-formats.ts';
import type { ExportedPaper } from '../formats/format.ts';
import { latexText } from '../formats/latex.ts';
import { doiLink } from '../papers/identifiers.ts';
import {
  ABSTRACT_PLACE,
  type DecidedInFile,
  NOT_PLAIN,
  type ViewData,
  type ViewPaper,
  type ViewTexts,
  writeAbstract,
} from './data/report-data.ts';
import type { ExportDeps, Rendered } from './exporting/export.ts';
import { type ExportRequest, selectForExport } from './exporting/export-selection.ts';
import { makeViewData } from './view-data.ts';
import { escapeHtml, filePolicy, viewShell } from './view-shell.ts';

/**
 * A report of some jobs as one HTML file that makes no requests: the HTML contains the list of papers, and the view's
 * script draws the rest. Two reports of the same stored papers are equal. `kept`: a cached view of these jobs. Throws
 * like every export.
 */
export function renderReport(deps: ExportDeps, request: ExportRequest, kept?: ViewData): Rendered {
  const { jobs, selection, papers, name, notes } = selectForExport(deps, request);
  const data = kept && isOfPapers(kept, papers) ? kept : makeViewData(deps, jobs, selection);
  const title = titleOfReport(data);
  const text = viewShell({
    title,
    content: plainReport(title, data),
    islands: { data, texts: packTexts(viewTexts(papers)), ...decisionsOf(papers) },
    appendix: request.appendix,
    policy: filePolicy(request),
  });
  return { text, papers: papers.length, name, notes, known: selection.known };
}

/** The stored jobs may have changed between making the view and reading the papers. */
function isOfPapers(view: ViewData, papers: readonly ExportedPaper[]): boolean {
  return view.papers.length === papers.length && view.papers.every(({ ref }, at) => ref === papers[at]?.ref);
}

/** The decisions of the jobs' newest review, with which the page starts; any decision made on the page is newer. */
function decisionsOf(papers: readonly ExportedPaper[]): { decisions?: DecidedInFile } {
  const decided = papers.flatMap(({ ref, decision }) => (decision ? [[ref, { decision, at: '0' }] as const] : []));
  return decided.length > 0 ? { decisions: { v: 1, decisions: Object.fromEntries(decided) } } : {};
}

function titleOfReport({ searches }: ViewData): string {
  return searches.map(({ ref, about }) => `${ref}: ${about}`).join(' · ') || 'Papers of the library';
}

/** For readers without scripts: mail previews, archives, screen readers. */
function plainReport(title: string, { papers, methods = '' }: ViewData): string {
  const rows = papers.map(plainRow).join('\n');
  return [
    `<main class="plain"><h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(methods)} Texts of papers are quoted from third parties.</p>`,
    `<table><caption>${papers.length} papers</caption>`,
    '<thead><tr><th scope="col">Paper</th><th scope="col">Year</th><th scope="col">Citations</th></tr></thead>',
    `<tbody>\n${rows}\n</tbody></table></main>`,
  ].join('\n');
}

function plainRow({ ref, title, authors, venue, year, cited, notice, doi, link }: ViewPaper): string {
  const about = [authors.join(', '), venue ?? '', ref].filter((text) => text !== '').map(escapeHtml);
  const address = doi ? doiLink(doi) : link;
  const anchor =
    address && ` <a href="${escapeHtml(address)}" rel="noopener noreferrer">${escapeHtml(doi ?? address)}</a>`;
  const warning = notice ? `<strong>${escapeHtml(notice)}.</strong> ` : '';
  const paper = `${warning}<cite dir="auto">${escapeHtml(title)}</cite><br>${about.join(' · ')}${anchor ?? ''}`;
  return `<tr><td>${paper}</td><td>${year ?? ''}</td><td>${cited ?? ''}</td></tr>`;
}

/**
 * The texts of the report's exports, per paper, so that files saved from it equal ours without a second writer in the
 * page.
 */
function viewTexts(papers: readonly ExportedPaper[]): ViewTexts {
  const latex = latexOf(papers.map(({ paper }) => paper.abstract ?? '').join(''));
  const formats = FORMATS.flatMap(({ name, write }) =>
    write?.inPage ? [{ name, write: write.papers, head: write.papers([]), between: '', ...write.inPage }] : [],
  );
  const entryOf = (exported: ExportedPaper, { write, head, abstracts }: (typeof formats)[number]) => {
    const abstract = writeAbstract(abstracts, exported.paper.abstract ?? '', latex);
    // The page itself adds the decisions made there.
    const { decision: _, ...paper } = exported;
    return withoutAbstract(write([paper]).slice(head.length), abstract);
  };
  return {
    latex,
    frames: Object.fromEntries(
      formats.map(({ name, head, between, abstracts }) => [name, { head, between, abstracts }]),
    ),
    entries: papers.map((each) => Object.fromEntries(formats.map((format) => [format.name, entryOf(each, format)]))),
  };
}

/** The texts compressed to a third of their size. They are needed only for saving papers. */
function packTexts(texts: ViewTexts): string {
  return deflateRawSync(JSON.stringify(texts)).toString('base64');
}

/** Keeps an abstract in the entry if the format writes it differently. */
function withoutAbstract(entry: string, written: string): string {
  return written === '' ? entry : entry.replace(written, () => ABSTRACT_PLACE);
}

function latexOf(text: string): Record<string, string> {
  const written = [...new Set(text.match(NOT_PLAIN))]
    .sort()
    .map((character) => [character, latexText(character)] as const);
  return Object.fromEntries(written.filter(([character, latex]) => latex !== character));
}

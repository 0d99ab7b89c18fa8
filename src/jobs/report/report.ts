import { doiLink } from '../../papers/identifiers.ts';
import type { ViewData, ViewPaper } from '../../papers/report/view-data.ts';
import { type ExportDeps, type ExportRequest, type Rendered, selectForExport } from '../exporting/export.ts';
import { makeViewData } from './view-data.ts';
import { escapeHtml, FILE_POLICY, viewShell } from './view-shell.ts';
import { packTexts, viewTexts } from './view-texts.ts';

/**
 * A report of some jobs as one HTML file that makes no request: the list of papers is in the HTML, the view draws the
 * rest. Two reports of the same stored papers are equal. Throws as every export does.
 */
export function renderReport(deps: ExportDeps, request: ExportRequest): Rendered {
  const { jobs, selection, papers, name, notes } = selectForExport(deps, request);
  const data = makeViewData(deps, jobs, selection);
  const title = titleOfReport(data);
  const text = viewShell({
    title,
    content: plainReport(title, data),
    islands: { data, texts: packTexts(viewTexts(papers)) },
    policy: FILE_POLICY,
  });
  return { text, papers: papers.length, name, notes, known: selection.known };
}

function titleOfReport({ searches }: ViewData): string {
  return searches.map(({ ref, about }) => `${ref}: ${about}`).join(' · ');
}

/** What is read where no script runs: in the preview of a mail, in an archive, by a screen reader. */
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

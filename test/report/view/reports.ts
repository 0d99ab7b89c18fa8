import type { SearchFlow, SourceReport } from '../../../src/contract/answers.ts';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { ExportFormat } from '../../../src/formats/format-facts.ts';
import type { NewJob } from '../../../src/jobs/ports/store.ts';
import { openJobStore } from '../../../src/jobs/store/job-store.ts';
import type { ViewData } from '../../../src/report/data/report-data.ts';
import { renderExport } from '../../../src/report/exporting/export.ts';
import type { ExportRequest } from '../../../src/report/exporting/export-selection.ts';
import { renderReport } from '../../../src/report/report.ts';
import type { Note } from '../../../src/wording/notes.ts';
import { realPapers } from '../../helpers/real-papers.ts';
import { textNotes } from '../../helpers/said.ts';
import { ANEW, exportDeps, newJob, storeFolder } from '../../jobs/store/stores.ts';

type Job = {
  papers: WirePaper[];
  sources?: SourceReport[];
  flow?: SearchFlow;
  notes?: string[];
  /** Notes that are no mere text. */
  told?: Note[];
  keywords?: readonly string[];
  strategy?: string;
  /** The user's name for it. */
  name?: string;
};

/** What the papers of the fixture are about. */
export const THEIR_KEYWORDS = ['memory', 'hippocampus', 'recognition'];

/** Finished jobs, J1 and so on, and what is exported of them. */
export function openReports(jobs: readonly Job[]) {
  const folder = storeFolder();
  const store = openJobStore(folder, process.pid);
  for (const { papers, notes = [], told = [], keywords, strategy, name, ...rest } of jobs) {
    const body = strategy === undefined ? keywords && { keywords: [...keywords] } : { strategy };
    const { job } = store.beginCreation(newJob(body && about(body)), { ...ANEW, label: { name } });
    store.confirm(job.number, `id-${job.number}`);
    store.finish(job.number, { status: 'success', papers, notes: [...textNotes(...notes), ...told], ...rest });
  }
  const deps = exportDeps(store, folder);
  const report = (request: Partial<ExportRequest> = {}) =>
    renderReport(deps, { jobId: 'J1', ...request, format: 'html' }).text;
  const exported = (format: ExportFormat, request: Partial<ExportRequest> = {}) =>
    renderExport(deps, { jobId: 'J1', ...request, format }).text;
  return { report, exported, close: () => store.close() };
}

function about(body: JobRequest['body']): Partial<NewJob> {
  return { request: { operation: 'keywordSearch', body, filters: { limit: 300 } } };
}

/** The data in a report. */
export function dataOf(html: string, id = 'data'): ViewData {
  const [, json = ''] = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html) ?? [];
  return JSON.parse(json);
}

/** Works of their own: the 200 of the fixture, and more with the words of their titles in another order. */
export function threeHundredPapers(): WirePaper[] {
  const papers = realPapers();
  const others = papers
    .slice(0, 100)
    .map(({ doi: _, link: __, id: ___, openAlexId: ____, pmid: _____, ...paper }, index) => ({
      ...paper,
      title: `${(paper.title ?? '').split(' ').reverse().join(' ')} ${index}`,
      authors: `Ada Example${index}`,
    }));
  return [...papers, ...others];
}

/** Papers that are hard to lay out: right to left, without spaces, long, and with next to nothing known. */
export function oddPapers(): WirePaper[] {
  return [
    {
      title: 'البحث عن الأوراق العلمية في المكتبات',
      authors: 'أحمد علي, فاطمة حسن',
      journalName: 'مجلة المكتبات',
      year: 2020,
    },
    { title: 'Only a title' },
    { title: 'Supercalifragilisticexpialidocious'.repeat(5), year: 1743 },
    {
      title: `${'A study of the effects of exposure on memory, learning and the hippocampus '.repeat(4)}in rats`,
      authors: Array.from({ length: 40 }, (_, index) => `Ada Author${index}`).join(', '),
      journalName: 'The International Journal of Extraordinarily Long Names and Related Matters of Typography',
      impactFactor: { citationCount: 123_456 },
      year: 2018,
    },
    ...realPapers().slice(0, 26),
  ];
}

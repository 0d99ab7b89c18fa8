/** A tool as the host shows it to its model. */
export type ShownTool = { name: string; description: string; inputSchema: object };

/** What the model sees of an answer: one text. */
export type ShownAnswer = { failed: boolean; text: string };

/** All that an assistant knows of the world. */
export type HostView = {
  instructions: string;
  tools: ShownTool[];
  call(name: string, args: object): Promise<ShownAnswer>;
};

export type ShownPaper = { ref: string; title: string; sameAs?: string[]; match?: string } & Record<string, unknown>;
type Page = { offset: number; count: number; total: number; folded?: number; nextOffset: number | null };
export type JobAnswer = {
  job: { ref: string; status: string; reused: boolean };
  credits: { cost: number; charged: string; balance?: number };
  page: Page;
  papers: ShownPaper[];
  facets?: Record<string, Record<string, number>>;
  notes?: string[];
  next: string;
};
export type ExportAnswer = { export: { format: string; papers: number; text?: string } };

/** Everything that the assistant got on its way. */
export type Work = {
  /** The answer that had the first papers. */
  found: JobAnswer;
  secondPage: JobAnswer;
  /** Open access since 2020. */
  open: JobAnswer;
  /** What it went on with: the same, or the whole job where that left nothing. */
  top: JobAnswer;
  refs: string[];
  bibtex: ExportAnswer;
  receipt: ExportAnswer;
  /** Answers that were no success yet, before the first that was. */
  waits: number;
};

/** What the assistant has to find in a tool's description or schema, as shown, before it can think of calling it so. */
const NEEDS: Record<string, string[]> = {
  combined_search: ['keywords', 'limit', 'credit', 'get_job'],
  get_job: ['jobId', 'free', 'offset', 'count', 'where', 'openAccess', 'yearFrom', 'sort', 'citationCount', 'view'],
  export_papers: ['jobId', 'refs', 'bibtex', 'receipt'],
};

const MAX_REPEATS = 6;
const MAX_WAITS = 20;

/**
 * One tool call as a careful assistant makes it: it looks the tool up first, and repeats a call whose answer was lost.
 */
export async function ask<Answer>(host: HostView, name: string, args: object): Promise<Answer> {
  const tool = host.tools.find((shown) => shown.name === name);
  if (!tool) throw new Error(`the host shows no tool ${name}`);
  const shown = tool.description + JSON.stringify(tool.inputSchema);
  // Where nothing costs anything, nothing need be called free.
  const isSaid = (word: string) => shown.includes(word) || (word === 'free' && !host.instructions.includes('credit'));
  const missing = NEEDS[name]?.filter((word) => !isSaid(word)) ?? [];
  if (missing.length > 0) throw new Error(`nothing that is shown of ${name} says ${missing.join(', ')}`);
  for (let attempt = 0; attempt <= MAX_REPEATS; attempt += 1) {
    const { failed, text } = await host.call(name, args);
    if (!failed) return JSON.parse(text) as Answer;
    if (!isLost(text)) throw new Error(`${name} failed: ${text}`);
    // Repeating a call that spends is a risk, unless the server has said that it is none.
    if (!/times out/.test(host.instructions)) throw new Error('nothing says that a call may be repeated');
  }
  throw new Error(`${name} was lost ${MAX_REPEATS + 1} times`);
}

function isLost(text: string): boolean {
  return /timed out|Connection closed/.test(text);
}

/** The whole task, from the question to the bibliography. Every step works with what the answer before it says. */
export async function work(host: HostView, keywords: string[]): Promise<Work> {
  let found = await ask<JobAnswer>(host, 'combined_search', { keywords, limit: 300 });
  const jobId = found.job.ref;
  let waits = 0;
  for (; found.job.status !== 'success'; waits += 1) {
    if (waits === MAX_WAITS) throw new Error(`still ${found.job.status} after ${waits} calls`);
    if (!found.next.includes('get_job')) throw new Error(`an unfinished job without a next step: ${found.next}`);
    found = await ask<JobAnswer>(host, 'get_job', { jobId });
  }
  const secondPage = await ask<JobAnswer>(host, 'get_job', {
    jobId,
    offset: found.page.nextOffset ?? found.page.total,
  });

  const where = { openAccess: true, yearFrom: 2020 };
  const open = await ask<JobAnswer>(host, 'get_job', { jobId, where });
  const chosen = open.page.total > 0 ? { where } : {};
  const top = await ask<JobAnswer>(host, 'get_job', { jobId, ...chosen, sort: 'citationCount:desc', count: 5 });
  const refs = top.papers.map(({ ref }) => ref);

  const bibtex = await ask<ExportAnswer>(host, 'export_papers', { jobId, format: 'bibtex', refs });
  const receipt = await ask<ExportAnswer>(host, 'export_papers', { jobId, format: 'receipt' });
  return { found, secondPage, open, top, refs, bibtex, receipt, waits };
}

/** Reads a job to its end, page by page, as `nextOffset` says. */
export async function readAll(host: HostView, jobId: string, asked: object): Promise<JobAnswer[]> {
  const pages: JobAnswer[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const page: JobAnswer = await ask<JobAnswer>(host, 'get_job', { jobId, ...asked, offset, count: 50 });
    pages.push(page);
    if (page.page.nextOffset !== null && page.page.nextOffset <= offset)
      throw new Error(`nextOffset ${page.page.nextOffset} does not lead on from ${offset}`);
    offset = page.page.nextOffset;
  }
  return pages;
}

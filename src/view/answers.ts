import type { ViewData, ViewPaper } from '../papers/report/view-data.ts';

/** Answers of the tools, where the data of the view itself did not come. */

/** A paper as a page of a job shows it. */
type AnswerPaper = {
  ref: string;
  title: string;
  authors?: string;
  /** How many authors are not named. */
  moreAuthors?: number;
  citations?: number;
  openAccess?: boolean;
} & Pick<
  ViewPaper,
  'year' | 'venue' | 'design' | 'doi' | 'link' | 'summary' | 'abstract' | 'match' | 'retracted' | 'citedWithin'
> & { sameAs?: string[] };

/** A tool's answer; of a refused call the error. */
export type Answer = {
  job?: { ref: string; status: string; createdAt: string };
  page?: { total: number; nextOffset: number | null };
  papers?: AnswerPaper[];
  notes?: string[];
  next?: string;
  export?: { text?: string; path?: string };
  error?: { message: string; next?: string };
};

/** What a host passes on of a tool's result; it may leave out any part. */
export type ToolResult = {
  content?: { type: string; text?: string }[];
  structuredContent?: Answer;
  isError?: boolean;
  _meta?: { 'paperqueue/view'?: ViewData };
};

/** The JSON of a result, from either of its forms; empty where there is none. */
export function readAnswer({ structuredContent, content }: ToolResult): Answer {
  if (structuredContent) return structuredContent;
  try {
    return JSON.parse(content?.[0]?.text ?? '{}') as Answer;
  } catch {
    return {};
  }
}

/** What can be drawn from pages of a job alone: the papers, without sources, topics and flow. */
export function viewOfPages(about: string, pages: readonly Answer[]): ViewData {
  const [first] = pages;
  const papers = pages.flatMap((page) => page.papers ?? []).map(viewOfPaper);
  const { ref = '', createdAt = '' } = first?.job ?? {};
  const search = { ref, about, keywords: [], created: createdAt, sources: [] };
  return {
    v: 1,
    searches: [{ ...search, notes: first?.notes ?? [], gaps: [] }],
    papers,
    topics: [],
  };
}

function viewOfPaper({ authors, moreAuthors, citations, openAccess, sameAs, ...paper }: AnswerPaper): ViewPaper {
  return {
    ...paper,
    authors: authors ? authors.split(', ') : [],
    ...(moreAuthors !== undefined && { moreAuthors }),
    // A sentence of it was shown; the rest is read when the paper is opened.
    ...(paper.summary !== undefined && { abstract: paper.abstract ?? '' }),
    fields: [],
    foundIn: [],
    searches: [0],
    ...(citations !== undefined && { cited: citations }),
    ...(openAccess !== undefined && { oa: openAccess }),
    ...(sameAs && { also: sameAs }),
  };
}

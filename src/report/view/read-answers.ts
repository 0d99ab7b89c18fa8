import type { ViewData, ViewPaper } from '../data/report-data.ts';
import type { KeptDecisions } from './decide/keep.ts';

/** Reads the tools' answers, for a host that does not pass on the view's data. */

/** A paper in a page of a job. */
type AnswerPaper = {
  ref: string;
  title: string;
  authors?: string;
  /** How many further authors there are. */
  moreAuthors?: number;
  citations?: number;
  openAccess?: boolean;
} & Pick<
  ViewPaper,
  'year' | 'venue' | 'design' | 'doi' | 'link' | 'summary' | 'abstract' | 'match' | 'retracted' | 'citedWithin'
> & { sameAs?: string[] };

/** A tool's answer, or the error of a refused call. */
export type Answer = {
  job?: { ref: string; status: string; createdAt: string };
  page?: { total: number; nextOffset: number | null };
  papers?: AnswerPaper[];
  notes?: string[];
  next?: string;
  export?: { text?: string; path?: string };
  review?: { ref: string };
  refused?: { ref: string; why: string }[];
  error?: { message: string; next?: string };
};

/** A tool's result as passed on by a host, which may omit any part. */
export type ToolResult = {
  content?: { type: string; text?: string }[];
  structuredContent?: Answer;
  isError?: boolean;
  _meta?: { 'paperqueue/view'?: ViewData; 'paperqueue/decisions'?: KeptDecisions };
};

/** The JSON of a result, from either form; empty if it has neither. */
export function readAnswer({ structuredContent, content }: ToolResult): Answer {
  if (structuredContent) return structuredContent;
  try {
    return JSON.parse(content?.[0]?.text ?? '{}') as Answer;
  } catch {
    return {};
  }
}

/** The view's data from pages of a job: the papers, without sources, topics and flow. */
export function toView(about: string, pages: readonly Answer[]): ViewData {
  const [first] = pages;
  const papers = pages.flatMap((page) => page.papers ?? []).map(toViewPaper);
  const { ref = '', createdAt = '' } = first?.job ?? {};
  const search = { ref, about, keywords: [], created: createdAt, sources: [] };
  return {
    v: 2,
    searches: [{ ...search, notes: first?.notes ?? [], gaps: [] }],
    papers,
    topics: [],
  };
}

function toViewPaper({ authors, moreAuthors, citations, openAccess, sameAs, ...paper }: AnswerPaper): ViewPaper {
  return {
    ...paper,
    authors: authors ? authors.split(', ') : [],
    ...(moreAuthors !== undefined && { moreAuthors }),
    // Only one sentence was shown; the rest is fetched when the paper is opened.
    ...(paper.summary !== undefined && { abstract: paper.abstract ?? '' }),
    fields: [],
    foundIn: [],
    searches: [0],
    ...(citations !== undefined && { cited: citations }),
    ...(openAccess !== undefined && { oa: openAccess }),
    ...(sameAs && { also: sameAs }),
  };
}

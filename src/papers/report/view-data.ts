import type { MatchClass } from '../relevance/match-classes.ts';

/**
 * What the view draws (report, MCP App, local page): plain data, ready to be shown. Texts are cleaned, links are
 * http(s) only, an unknown field is absent. The view does not compute what an export could compute: two exports of one
 * job are equal byte for byte. `v` changes when a field changes its meaning or goes.
 */
export type ViewData = {
  v: 1;
  searches: ViewSearch[];
  papers: ViewPaper[];
  /** Groups of papers that use similar words; empty where there are too few papers. */
  topics: ViewTopic[];
  /** Absent where only pages of a job are known, as are the other parts that may be absent. */
  flow?: ViewFlow;
  /** A paragraph for the section on methods. */
  methods?: string;
};

/** One job, as it was asked and answered. */
export type ViewSearch = {
  ref: string;
  /** What was asked, in words for a heading. */
  about: string;
  keywords: string[];
  query?: string;
  /** Limits and filters as they were sent, `name=value`. */
  filters?: string[];
  service?: string;
  /** ISO 8601. */
  created: string;
  software?: string;
  /** SHA-256 of the stored results, hexadecimal. */
  sha256?: string;
  sources: ViewSource[];
  notes: string[];
  /** Those of the notes that say what was not asked or not found. */
  gaps: string[];
};

export type ViewSource = {
  source: string;
  /** Its name for people. */
  title: string;
  gave: number;
  /** How many records it has for the request. */
  total?: number;
  failed?: string;
  /** The request that asked for the first page, without secrets. */
  request?: string;
  at?: string;
};

/** The identification stage of PRISMA 2020. */
export type ViewFlow = {
  identified: { database: string; records: number }[];
  duplicates: number;
  /** Left out by filters. */
  byAutomation: number;
  /** Ranked below the number of results that was asked for. */
  otherReasons: number;
  toScreen: number;
  /** Works left out by filters, by the reason. */
  leftOut: Record<string, number>;
};

/** `letter` names it where colours are not seen; `words` say what its papers have in common. */
export type ViewTopic = { letter: string; words: string[]; papers: number };

export type ViewPaper = {
  ref: string;
  title: string;
  authors: string[];
  /** How many others there are, where only the first are known here. */
  moreAuthors?: number;
  year?: number;
  venue?: string;
  type?: string;
  design?: string;
  fields: string[];
  cited?: number;
  references?: number;
  quartile?: string;
  oa?: boolean;
  retracted?: true;
  /** Nobody says whether it is retracted. */
  unchecked?: true;
  /** A retraction, notice, concern or correction, in words, with its day, reasons and origin. */
  notice?: string;
  doi?: string;
  link?: string;
  pdf?: string;
  /** Empty where the paper has one that this data leaves out. */
  abstract?: string;
  /** One sentence, where there is no abstract. */
  summary?: string;
  match?: MatchClass;
  /** The keywords that it has. */
  keywords?: string[];
  /** Titles of the sources that had it. */
  foundIn: string[];
  /** Indices of the searches that found it. */
  searches: number[];
  /** References of further records of the same work. */
  also?: string[];
  /** Index of its topic; absent for a paper of none. */
  topic?: number;
  /** Place on the topic map, whole numbers from 0 to 1000; near means similar words. */
  x?: number;
  y?: number;
  /** Indices of the papers here that it cites, where that is known. */
  cites?: number[];
  /** How many papers here cite it. */
  citedWithin?: number;
};

/** In an entry, in place of the abstract: the data has it already. */
export const ABSTRACT_PLACE = '\ue000abstract\ue001';

export type ViewFormat = 'bibtex' | 'ris' | 'csv';

/** Texts of the exports that the page offers. */
export type ViewTexts = {
  /** What stands before the first entry, and between two. */
  frames: Record<ViewFormat, { head: string; between: string }>;
  /** Characters of abstracts that BibTeX writes differently, and how. */
  latex: Record<string, string>;
  /** One per paper, in order. */
  entries: Record<ViewFormat, string>[];
};

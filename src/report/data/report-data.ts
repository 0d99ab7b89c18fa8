import type { AbstractForm } from '../../formats/writing.ts';
import type { MatchClass } from '../../papers/relevance/match-classes.ts';

/**
 * The data that the view (report, MCP App, local page) draws, ready for display. Texts are cleaned, links are http(s)
 * only, unknown fields are absent. The view computes nothing that an export could: two exports of one job are equal
 * byte for byte. `v` changes when a field changes its meaning or disappears.
 */
export type ViewData = {
  v: 2;
  searches: ViewSearch[];
  papers: ViewPaper[];
  /** Groups of papers that use similar words; empty if there are too few papers. */
  topics: ViewTopic[];
  /** Absent if only pages of a job are known, like the other optional parts. */
  flow?: ViewFlow;
  /** A paragraph for the methods section. */
  methods?: string;
};

/** One job, with its request and its answer. */
export type ViewSearch = {
  ref: string;
  /** The request, worded as a heading. */
  about: string;
  keywords: string[];
  query?: string;
  /** The Boolean strategy, on one line. */
  strategy?: string;
  /** Limits and filters as sent, `name=value`. */
  filters?: string[];
  service?: string;
  /** ISO 8601. */
  created: string;
  software?: string;
  /** SHA-256 of the stored results, hexadecimal. */
  sha256?: string;
  sources: ViewSource[];
  notes: string[];
  /** The notes about what was not searched or not found. */
  gaps: string[];
  /** Shown first if few or no papers of the search fit the query, with a suggestion for a better search. */
  fit?: string[];
};

export type ViewSource = {
  source: string;
  /** Its display name. */
  title: string;
  gave: number;
  /** How many records it has for the request. */
  total?: number;
  failed?: string;
  /** The request for the first page, without secrets. */
  request?: string;
  at?: string;
};

/** The identification stage of PRISMA 2020. */
export type ViewFlow = {
  identified: { database: string; records: number }[];
  duplicates: number;
  /** Excluded by filters and other rules of the program. */
  byAutomation: number;
  /** Ranked below the requested number of results. */
  otherReasons: number;
  toScreen: number;
  /** The same works, by reason. */
  leftOut: Record<string, number>;
  /** The flow diagram, with empty boxes for manual screening. Absent if there is no space for it. */
  drawing?: ViewDrawing;
};

/** An element of a drawing. */
export type ViewDrawing = {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (ViewDrawing | string)[];
};

/** `letter` identifies it without colours; `name` is a phrase that its papers share. */
export type ViewTopic = { letter: string; name: string; papers: number };

export type ViewPaper = {
  ref: string;
  title: string;
  authors: string[];
  /** The authors as cited: `Langston & Wood`. */
  by?: string;
  /** Number of further authors, if only the first are known here. */
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
  /** Its retraction status is unknown. */
  unchecked?: true;
  /** A retraction, notice, concern or correction as text, with day, reasons and origin. */
  notice?: string;
  doi?: string;
  link?: string;
  pdf?: string;
  /** Empty if this data leaves out the paper's abstract. */
  abstract?: string;
  /** One sentence, if there is no abstract. */
  summary?: string;
  match?: MatchClass;
  /** The requested keywords that it contains. */
  keywords?: string[];
  /**
   * The sentence of its abstract that matches the query best, in parts that alternate between other words and query
   * words, starting with other words.
   */
  evidence?: string[];
  /** Titles of the sources that returned it. */
  foundIn: string[];
  /** Indices of the searches that found it. */
  searches: number[];
  /** References of other records of the same work. */
  also?: string[];
  /** Index of its topic, if any. */
  topic?: number;
  /** Position on the topic map, whole numbers from 0 to 1000; near means similar words. */
  x?: number;
  y?: number;
  /** Indices of papers here that it cites, if known. */
  cites?: number[];
  /** How many papers here cite it. */
  citedWithin?: number;
};

/** A person's decision on one paper. Without `decision` it was withdrawn, or there is only a note or tags. */
export type Decided = {
  decision?: 'include' | 'maybe' | 'exclude' | undefined;
  /** The reason, or any other remark. */
  note?: string | undefined;
  tags?: readonly string[] | undefined;
  /** ISO time of the last change; `0` for earlier decisions of a review. */
  at: string;
};

/**
 * Decisions in a report or a browser, by reference. Without a time they are those of a review at the time of export.
 */
export type DecidedInFile = { v: 1; at?: string; by?: string; decisions: Record<string, Decided> };

/** If a smaller share of the papers fits, hardly any fits: a report then shows the nearest ones, without charts. */
export const POOR_SHARE = 0.05;

/** Placeholder in an entry for the abstract, which the data contains already. */
export const ABSTRACT_PLACE = '\ue000abstract\ue001';

/** Characters that LaTeX may write differently. */
export const NOT_PLAIN = /[^A-Za-z0-9 ]/gu;

/** An abstract in the form that an entry has; `latex` maps characters to their TeX form. */
export function writeAbstract(form: AbstractForm, abstract: string, latex: Readonly<Record<string, string>>): string {
  if (form === 'quoted') return abstract.replaceAll('"', '""');
  // The same as in lib/line.ts, which would add a module to every page.
  const line = abstract.replace(/\s{2,}|[^\S ]/g, ' ');
  return form === 'line' ? line : line.replace(NOT_PLAIN, (character) => latex[character] ?? character);
}

/** Texts of the exports that the page offers, by format name. */
export type ViewTexts = {
  /** The text before the first entry and between two, and the form of an abstract in an entry. */
  frames: Record<string, { head: string; between: string; abstracts: AbstractForm }>;
  /** Characters of abstracts that BibTeX writes differently, with their replacement. */
  latex: Record<string, string>;
  /** One per paper, in order. */
  entries: Record<string, string>[];
};

import type { RankedJournal } from '../papers/journals/journal-ranking.ts';
import type { PaperInput } from '../papers/paper.ts';

/** Texts for papers that are in the library already, found by their corpus id. */
export type Completion = { corpusId: string; abstract?: string; summary?: string };

/** The result of reading one entry of a file. */
export type ParsedEntry =
  | { metadata: PaperInput }
  | { completes: Completion }
  /** A journal's place in a ranking. */
  | { journal: RankedJournal }
  /** A valid entry that is no paper: an attachment, a table of contents, a web page. */
  | { passedOver: string }
  | { problem: string };

export const NO_OBJECT: ParsedEntry = { problem: 'it is no JSON object' };

/** Only as a heading: `Abstract interpretation is a theory` keeps its first word. */
const HEADING =
  /^\s*(?:[Aa]bstract|ABSTRACT|[Ss]ummary|SUMMARY)(?:\s*[:.]\s+|\s*[–—]\s*|\s+-\s+|\s*\n\s*|\s+(?=\p{Lu}))/u;

/** An abstract without its heading, such as `Abstract:`. */
export function withoutHeading(abstract: string): string {
  return abstract.replace(HEADING, '');
}

/** A name that has no parts, such as an organisation's: a comma in it separates nothing. */
export function wholeName(name: string): string {
  return name.replaceAll(',', ' ');
}

/** Splits a list at `separators` and trims the parts. */
export function splitList(text: string, separators: string): string[] {
  const [first = '', ...others] = separators;
  return others
    .reduce((unified, separator) => unified.replaceAll(separator, first), text)
    .split(first)
    .map((part) => part.trim());
}

/** The ISSNs in a text, which may hold several and words beside them: `1234-5679 (Print); 2345-6787`. */
export function findIssns(text: string | null | undefined): string[] {
  return text?.match(/(?<![\dXx-])\d{4}[- ]?\d{3}[\dXx](?![\dXx-])/g) ?? [];
}

/** The ISBNs in a text, which may hold several and words beside them: `978-3-16-148410-0 (print)`. */
export function findIsbns(text: string | null | undefined): string[] {
  return text?.match(/(?<![\dXx-])(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?![\dXx-])/g) ?? [];
}

import type { TextFormat } from '../lib/text-format.ts';
import type { PaperInput } from '../papers/paper.ts';
import type { Note } from '../wording/notes.ts';
import type { ReadingProblem } from './notes.ts';

/** A text as the readers of formats return it: sections in reading order, with blocks that have positions. */

export type BlockKind = 'paragraph' | 'list-item' | 'caption' | 'table' | 'formula' | 'footnote' | 'quote';

/**
 * `at` is the position that citations use, such as `S2.1.p4`, or `p7.¶3` in a PDF: unique in the document, and stable
 * for the same bytes. The block begins on `page`, counted from 1.
 */
export type Block = { kind: BlockKind; at: string; text: string; page?: number };

type SectionKind = 'abstract' | 'body' | 'appendix' | 'review' | 'back';

export type Section = {
  /** `S2.1`: the first subsection of the second section. */
  id: string;
  title: string;
  /** 1 for a section, 2 for its subsections. */
  depth: number;
  kind: SectionKind;
  blocks: Block[];
};

/** A longer list of references is cut. */
export const MAX_REFERENCES = 3_000;

/** An entry of the paper's list of references; `key` is its number or label there. */
export type Reference = { key: string; text: string; doi?: string; pmid?: string; pmcid?: string; arxivId?: string };

export type ReadDocument = {
  title?: string;
  /** The document's own metadata of its paper; missing fields are absent. */
  paper?: PaperInput;
  /** The licence as the document states it: a URL, or words. */
  licence?: string;
  /** The version number in the document, such as arXiv's `v2`. */
  version?: string;
  /** The version that the document claims to be; absent if it does not say. */
  copy?: 'accepted' | 'preprint';
  /** Sections and their subsections, in reading order. */
  sections: Section[];
  references: Reference[];
  /** Notes about the parsing, for a reader of the text. */
  notes?: Note[];
};

/** The paper's own words, without its references, which are about other papers. */
export function bodyText({ sections }: Pick<ReadDocument, 'sections'>): string {
  return sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n');
}

/** The result of parsing a text. */
export type ReadResult = ReadDocument | { problem: ReadingProblem };

/** Formats whose bytes are not text. */
const BINARY_FORMATS: readonly TextFormat[] = ['pdf', 'docx', 'epub'];

export function isBinary(format: TextFormat | undefined): boolean {
  return BINARY_FORMATS.some((name) => name === format);
}

/** A text as received: the characters of JATS and HTML, the bytes of a PDF, a Word document or a book. */
export type TextContent = string | Uint8Array;

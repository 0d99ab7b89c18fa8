import { parseAsync } from '@retorquere/bibtex-parser';
import { fieldsAmong } from '../../fields-of-study.ts';
import type { PaperInput } from '../../paper.ts';
import { issnsIn } from './parsed-entry.ts';

export type BibtexReading = {
  /** One per entry, in the order of the file, with the line that the entry starts on. */
  entries: { line: number; facts: PaperInput }[];
  problems: { line: number; reason: string }[];
  /** Entries that stand for no paper. */
  passedOver: number;
};

/** Entry types that stand for something other than a publication. */
const NO_PUBLICATIONS = new Set(['online', 'www', 'software', 'dataset', 'set', 'xdata']);

type Name = { name?: string; firstName?: string; prefix?: string; lastName?: string; suffix?: string };
type Fields = Record<string, unknown>;

/** Reads BibTeX or BibLaTeX: LaTeX commands become Unicode, broken entries are reported and the rest is kept. */
export async function readBibtex(source: string): Promise<BibtexReading> {
  const { entries, errors } = await parseAsync(source, { sentenceCase: false });
  const kept = entries.filter((entry) => entry.input !== '' && Object.keys(entry.fields).length > 0);
  const read = new Set(kept.map((entry) => entry.input));
  const lineOfEntry = lineFinder(source);
  const lineOfProblem = lineFinder(source);
  const papers = kept
    .map((entry) => ({ line: lineOfEntry(entry.input), entry }))
    .filter(({ entry }) => !NO_PUBLICATIONS.has(entry.type.toLowerCase()));
  return {
    passedOver: kept.length - papers.length,
    entries: papers.map(({ line, entry }) => ({
      line,
      facts: factsOfEntry(entry.type.toLowerCase(), entry.fields as Fields),
    })),
    // The parser also complains about single commands that it does not know, in entries that it has read.
    problems: errors
      .filter(({ input = '' }) => input.startsWith('@') && !read.has(input))
      .map(({ input = '' }) => ({ line: lineOfProblem(input), reason: 'the entry cannot be read as BibTeX' })),
  };
}

function factsOfEntry(type: string, fields: Fields): PaperInput {
  const text = (...names: string[]) => names.map((name) => readText(fields[name])).find((value) => value !== undefined);
  const date = text('date', 'year');
  const year = date === undefined ? undefined : /\b\d{4}\b/.exec(date)?.[0];
  return {
    title: text('title'),
    abstract: text('abstract'),
    authors: ((fields.author ?? []) as Name[]).map(fullName).filter((name) => name !== 'others'),
    year: year ? Number(year) : undefined,
    publishedAt: date && /^\d{4}-\d{2}(-\d{2})?$/.test(date) ? date : undefined,
    venue: text('journaltitle', 'journal', 'booktitle', 'series'),
    publisher: text('publisher'),
    publicationType: type,
    // Verbatim fields keep the backslashes that many programs write before _ and %.
    doi: text('doi')?.replace(/\\([_%&#])/g, '$1'),
    link: text('url')?.replace(/\\([_%&#])/g, '$1'),
    arxivId: /arxiv/i.test(text('archiveprefix', 'eprinttype') ?? '') ? text('eprint') : undefined,
    pmid: text('pmid'),
    pmcid: text('pmcid'),
    issns: issnsIn(text('issn')),
    fieldsOfStudy: fieldsAmong(keywordsOf(fields.keywords)),
  };
}

/** A field's text; lists (publishers) are joined, commands that the parser does not know are dropped. */
function readText(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').join('; ') : value;
  return typeof text === 'string' ? text.replace(/\\[a-zA-Z]+(?![a-zA-Z])\s*|\\math[a-z]+/g, '') : undefined;
}

function keywordsOf(value: unknown): string[] {
  return [value].flat().flatMap((text) => (typeof text === 'string' ? text.split(/\s*[,;]\s*/) : []));
}

function fullName({ name, firstName, prefix, lastName, suffix }: Name): string {
  // A name in braces is one whole; a comma in it separates nothing.
  return name?.replaceAll(',', ' ') ?? [firstName, prefix, lastName, suffix].filter(Boolean).join(' ');
}

/** Finds the line a piece of the source starts on; pieces come in file order, so each search goes on after the last. */
function lineFinder(source: string): (input: string) => number {
  let from = 0;
  let line = 1;
  return (input) => {
    const at = input === '' ? -1 : source.indexOf(input.slice(0, 200), from);
    if (at < 0) return line;
    const lines = source.slice(from, at).split('\n').length - 1;
    const found = line + lines;
    // One character further, so that an equal piece is found at its own place.
    line = found + (source[at] === '\n' ? 1 : 0);
    from = at + 1;
    return found;
  };
}

import { parseAsync } from '@retorquere/bibtex-parser';
import type { PaperFacts } from '../record.ts';
import { givenNameFirst } from './facts-from-json.ts';

export type BibtexReading = {
  /** One per entry, in the order of the file, with the line that the entry starts on. */
  entries: { line: number; facts: PaperFacts }[];
  problems: { line: number; reason: string }[];
};

/** Entry types that stand for something other than a publication. */
const NO_PUBLICATIONS = new Set(['online', 'www', 'software', 'dataset', 'set', 'xdata']);

type Name = { name?: string; firstName?: string; prefix?: string; lastName?: string; suffix?: string };

/** Reads BibTeX or BibLaTeX: LaTeX commands become Unicode, broken entries are reported and the rest is kept. */
export async function readBibtex(source: string): Promise<BibtexReading> {
  const bibliography = await parseAsync(source, { sentenceCase: false });
  const lineOf = lineFinder(source);
  const entries = bibliography.entries
    .filter((entry) => Object.keys(entry.fields).length > 0 && !NO_PUBLICATIONS.has(entry.type.toLowerCase()))
    .map((entry) => ({
      line: lineOf(entry.input),
      facts: factsOfEntry(entry.type.toLowerCase(), entry.fields as Record<string, unknown>),
    }));
  const problems = bibliography.errors.map((problem) => ({
    line: lineOf(problem.input ?? ''),
    reason: 'the entry is not well-formed BibTeX (a brace or quote is not closed)',
  }));
  return { entries, problems };
}

function factsOfEntry(type: string, fields: Record<string, unknown>): PaperFacts {
  const text = (...names: string[]) => names.map((name) => fields[name]).find((value) => typeof value === 'string');
  const date = text('date', 'year') as string | undefined;
  const year = /\b\d{4}\b/.exec(date ?? '')?.[0];
  return {
    title: text('title') as string | undefined,
    abstract: text('abstract') as string | undefined,
    authors: ((fields.author ?? []) as Name[]).map(fullName),
    year: year ? Number(year) : undefined,
    publishedAt: date && /^\d{4}-\d{2}(-\d{2})?$/.test(date) ? date : undefined,
    venue: text('journaltitle', 'journal', 'booktitle', 'series') as string | undefined,
    publisher: text('publisher') as string | undefined,
    publicationType: type,
    doi: text('doi') as string | undefined,
    link: text('url') as string | undefined,
  };
}

function fullName({ name, firstName, prefix, lastName, suffix }: Name): string {
  return givenNameFirst(name ?? [firstName, prefix, lastName, suffix].filter(Boolean).join(' '));
}

/** Finds the line an entry starts on; entries come in file order, so each search goes on from the last hit. */
function lineFinder(source: string): (input: string) => number {
  let from = 0;
  let line = 1;
  return (input) => {
    const at = input === '' ? -1 : source.indexOf(input.slice(0, 200), from);
    if (at < 0) return line;
    line += source.slice(from, at).split('\n').length - 1;
    from = at;
    return line;
  };
}

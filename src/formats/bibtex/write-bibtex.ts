import { type Citation, type Kind, toCitation } from '../../papers/citation.ts';
import { isoDate, MONTHS } from '../../papers/dates.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { Person } from '../../papers/people.ts';
import { cleanLine } from '../../papers/text.ts';
import { joinFields, joinKeywords } from '../field-values.ts';
import type { ExportedPaper } from '../format.ts';
import { latexText, latexTitle, latexVerbatim } from '../latex.ts';
import { type WrittenEntry, withImportedEntry } from './imported-entry.ts';

/** Entry type of each kind, and the fields from which the standard styles read venue and publisher. */
const ENTRIES: Record<Kind, { type: string; venue: string; publisher: string }> = {
  article: { type: 'article', venue: 'journal', publisher: 'publisher' },
  'conference paper': { type: 'inproceedings', venue: 'booktitle', publisher: 'publisher' },
  chapter: { type: 'incollection', venue: 'booktitle', publisher: 'publisher' },
  book: { type: 'book', venue: 'series', publisher: 'publisher' },
  thesis: { type: 'phdthesis', venue: 'howpublished', publisher: 'school' },
  report: { type: 'techreport', venue: 'howpublished', publisher: 'institution' },
  dataset: { type: 'misc', venue: 'howpublished', publisher: 'publisher' },
  preprint: { type: 'misc', venue: 'howpublished', publisher: 'publisher' },
  other: { type: 'misc', venue: 'howpublished', publisher: 'publisher' },
};

/**
 * BibTeX for pdfLaTeX with BibTeX, biber, Zotero and JabRef. The reference is in `paperqueue`, a field that no style
 * prints. Not written, because programs do not agree on a field: summary, counts, quartile, country, flags except a
 * retraction (`note`), duplicates, PDF link, provenance, and the link of a paper with a DOI. Entries imported from
 * BibTeX are restored.
 */
export function writeBibtex(papers: readonly ExportedPaper[]): string {
  const keys = new Set(papers.map(({ key }) => key.toLowerCase()));
  return papers.map((paper) => writeEntry(paper, keys)).join('\n');
}

function writeEntry(exported: ExportedPaper, keys: ReadonlySet<string>): string {
  const { key, paper } = exported;
  const citation = toCitation(paper);
  const own: WrittenEntry = { type: ENTRIES[citation.kind].type, fields: toFields(exported, citation) };
  const { type, fields } = withImportedEntry(own, citation, keys);
  const written = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `@${type}{${key},\n${written.map(([name, value]) => `  ${name} = ${value},\n`).join('')}}\n`;
}

function toFields(exported: ExportedPaper, citation: Citation): Record<string, string | undefined> {
  const { people, issued, doi, arxiv, kind } = citation;
  const [year, month, day] = issued;
  const entry = ENTRIES[kind];
  // A thesis or report must name its institution, which often only the venue contains.
  const named = entry.publisher === 'publisher' || citation.publisher !== undefined;
  const address = doi === undefined ? citation.link : doiLink(doi);
  const number = citation.issue ?? citation.seriesNumber;
  return {
    title: inBraces(latexTitle(citation.title)),
    author: inBraces([...people.map(writePerson), ...(citation.hasMoreAuthors ? ['others'] : [])].join(' and ')),
    [entry.venue]: named ? list(citation.venue) : undefined,
    [entry.publisher]: list(named ? citation.publisher : citation.venue),
    address: list(citation.publisherPlace),
    volume: citation.volume && inBraces(latexText(citation.volume)),
    number: number && inBraces(latexText(number)),
    ...(citation.series && { series: inBraces(latexText(citation.series)) }),
    edition: citation.edition && inBraces(latexText(citation.edition)),
    pages: citation.pages && inBraces(latexPages(citation.pages)),
    editor: inBraces(citation.editorPeople.map(writePerson).join(' and ')),
    year: year === undefined ? undefined : `{${year}}`,
    // As a macro, because styles print the month in their own language.
    month: month === undefined ? undefined : MONTHS[month - 1],
    date: day === undefined ? undefined : `{${isoDate(issued)}}`,
    doi: doi && inBraces(latexVerbatim(doi)),
    url: address && inBraces(latexVerbatim(address)),
    pmid: citation.pmid && inBraces(latexVerbatim(citation.pmid)),
    pmcid: citation.pmcid && inBraces(latexVerbatim(citation.pmcid)),
    openalex: citation.openAlexId && inBraces(latexVerbatim(citation.openAlexId)),
    corpusid: citation.corpusId && inBraces(latexVerbatim(citation.corpusId)),
    isbn: citation.isbns && inBraces(citation.isbns.join(', ')),
    language: citation.language && inBraces(latexText(citation.language)),
    issn: citation.issns && inBraces(citation.issns.join(', ')),
    eprint: arxiv && inBraces(latexVerbatim(arxiv.id)),
    archiveprefix: arxiv && '{arXiv}',
    primaryclass: arxiv?.archive && inBraces(arxiv.archive),
    keywords: inBraces(joinKeywords(joinFields(citation, exported.decision).map(keyword).filter(Boolean))),
    abstract: inBraces(latexText(cleanLine(citation.abstract ?? ''))),
    // Styles print the note, so the bibliography warns authors who cite a retracted paper.
    note: inBraces(
      [...new Set([citation.retractionNote ?? '', ...(citation.notes ?? [])])].filter(Boolean).map(noteText).join('. '),
    ),
    paperqueue: inBraces(latexText(exported.ref)),
  };
}

/** In LaTeX, two hyphens produce the dash of a range. */
function latexPages(pages: string): string {
  const ends = pages.split('-').map(latexText);
  return ends.join(ends.length === 2 && !ends.includes('') ? '--' : '-');
}

function inBraces(latex: string): string | undefined {
  return latex === '' ? undefined : `{${latex}}`;
}

/** A field that biber reads as a list: ` and ` separates, unless it is in braces. */
function list(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return /\sand\s/i.test(text) ? `{{${latexText(text)}}}` : `{${latexText(text)}}`;
}

/**
 * A keyword without semicolons and LaTeX characters: some programs interpret commands in this field, others do not. `&`
 * and `#`, which occur in names, are escaped in the way that all programs read.
 */
function keyword(name: string): string {
  return cleanLine(name.replace(/[;\\{}$^_~%"`|]|(?<=-)-/gu, ' ')).replace(/[&#]/g, '\\$&');
}

function noteText(note: string): string {
  return latexText(cleanLine(note).replace(/\.$/, ''));
}

/** Family names that no reader splits: capitalised, without spaces. Others need braces. */
const PLAIN_FAMILY = /^(?:\p{Lu}[\p{L}\p{M}'’]*|[A-Z][\p{L}\p{M}'’]*(?:-[A-Z][\p{L}\p{M}'’]*)+)$/u;
/** Given names without the word `and`, which would begin another author. */
const PLAIN_GIVEN = /^(?!.*\band\b)[\p{L}\p{M}'’.]+(?:[ -][\p{L}\p{M}'’.]+)*$/iu;

/** `particle Family, Suffix, Given`; braces keep an undivided name together, whatever its words. */
function writePerson(person: Person): string {
  if (person.family === undefined) return `{${latexText(person.literal)}}`;
  const { family, given, particle, suffix } = person;
  const last = [particle, protect(family, PLAIN_FAMILY)].filter(Boolean).join(' ');
  // The suffix needs a comma on both sides; without a given name readers would take it for one.
  if (given === undefined)
    return suffix === undefined ? last : `{${latexText([particle, family, suffix].filter(Boolean).join(' '))}}`;
  return [last, suffix, protect(given, PLAIN_GIVEN)].filter(Boolean).join(', ');
}

/** A part of a name, in braces unless it matches `plain`. */
function protect(part: string, plain: RegExp): string {
  return plain.test(part) ? latexText(part) : `{${latexText(part)}}`;
}

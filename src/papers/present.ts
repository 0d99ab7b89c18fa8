import type { Paper } from '../contract/paper.ts';
import { doiLink, readDoi, readLink } from './identifiers.ts';
import { cleanLine, cleanText, firstSentence } from './text.ts';

export const VIEWS = ['compact', 'abstract', 'full'] as const;
export type View = (typeof VIEWS)[number];

/** How many authors a compact paper names before it counts the rest. */
const NAMED_AUTHORS = 3;
const SUMMARY_CHARACTERS = 240;

/** A paper as an answer shows it; what is not known is left out. */
export type PresentedPaper = { ref: string } & Record<string, unknown>;

/** The names of a paper's authors, out of the contract's one comma-separated text. */
export function authorNames(paper: Paper): string[] {
  return (paper.authors ?? '')
    .split(',')
    .map(cleanLine)
    .filter((name) => name !== '');
}

/** Where the paper appeared. */
export function venueOf(paper: Paper): string | undefined {
  return cleanLine(paper.journalName || paper.v_journal_name || '') || undefined;
}

/** One sentence on the paper: its summary, else the first sentence of its abstract. */
function summaryOf(paper: Paper): string | undefined {
  const text = cleanLine(paper.tldr ?? '') || cleanLine(paper.abstract ?? '');
  return text === '' ? undefined : firstSentence(text, SUMMARY_CHARACTERS);
}

function shortAuthors(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const named = names.slice(0, NAMED_AUTHORS).join(', ');
  return names.length > NAMED_AUTHORS ? `${named} and ${names.length - NAMED_AUTHORS} more` : named;
}

/** The title as shown; records without one exist. */
export function titleOf(paper: Paper): string {
  return cleanLine(paper.title ?? '') || '(no title)';
}

/**
 * A paper under its reference in one of three views: `compact` (about 100 tokens), `abstract` (compact with the abstract
 * in place of its one-sentence summary), `full` (every fact). All text is cleaned; links are http(s) only.
 */
export function presentPaper(ref: string, paper: Paper, view: View): PresentedPaper {
  const doi = readDoi(paper.doi);
  const names = authorNames(paper);
  const common = {
    title: titleOf(paper),
    authors: view === 'full' ? names.join(', ') : shortAuthors(names),
    year: paper.year,
    venue: venueOf(paper),
    citations: paper.impactFactor?.citationCount,
    doi,
    // A paper without a DOI still needs a way to be found.
    link: doi === undefined || view === 'full' ? (readLink(paper.link) ?? readLink(paper.titleLink)) : undefined,
  };
  if (view === 'compact') return withRef(ref, { ...common, summary: summaryOf(paper) });
  const abstract = cleanText(paper.abstract ?? '') || undefined;
  if (view === 'abstract')
    return withRef(ref, { ...common, abstract, summary: abstract ? undefined : summaryOf(paper) });
  return withRef(ref, { ...common, abstract, ...furtherFacts(paper, doi) });
}

function furtherFacts(paper: Paper, doi: string | undefined): Record<string, unknown> {
  return {
    summary: cleanLine(paper.tldr ?? '') || undefined,
    id: cleanLine(paper.id ?? ''),
    type: cleanLine(paper.publicationType ?? ''),
    publishedAt: cleanLine(paper.publishedAt ?? ''),
    fieldsOfStudy: paper.fieldsOfStudy?.map(cleanLine),
    influentialCitations: paper.impactFactor?.influentialCitationCount,
    references: paper.impactFactor?.referenceCount,
    quartile: cleanLine(paper.v_quartile_ranking ?? ''),
    publisher: cleanLine(paper.v_publisher ?? ''),
    country: cleanLine(paper.v_country ?? ''),
    openAccess: paper.isOpenAccess,
    preprint: paper.isPrePrint,
    downloadable: paper.downloadable,
    pdfLink: readLink(paper.pdfLink),
    semanticLink: readLink(paper.semanticLink),
    doiLink: doi && doiLink(doi),
    score: paper.score,
    engine: cleanLine(paper.engine ?? ''),
  };
}

function withRef(ref: string, facts: Record<string, unknown>): PresentedPaper {
  const said = Object.entries(facts).filter(
    ([, value]) => value != null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { ref, ...Object.fromEntries(said) };
}

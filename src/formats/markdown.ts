import { type Citation, toCitation } from '../papers/citation.ts';
import { detectDesign } from '../papers/design/design.ts';
import { doiLink } from '../papers/identifiers.ts';
import { cleanLine } from '../papers/text.ts';
import type { ExportedPaper, Format } from './format.ts';

/**
 * Markdown for people. Escapes external text for CommonMark, GitHub and HTML, and writes it as code if programs would
 * turn it into links; only DOIs are linked. Not written: publisher, quartile, country, flags except a retraction,
 * score, engine, provenance.
 */
function writeMarkdown(papers: readonly ExportedPaper[]): string {
  const entries = papers.length === 0 ? ['None.\n'] : papers.map(writeEntry);
  return ['# Papers\n', ...entries].join('\n');
}

function writeEntry({ ref, key, paper, sameAs = [], decision }: ExportedPaper, index: number): string {
  const citation = toCitation(paper);
  const fields: [name: string, value: string][] = [
    citation.isRetracted
      ? ['Retracted', plainText((citation.retractionNote ?? '').replace(/^Retracted/, 'yes'))]
      : ['Notice', plainText(citation.retractionNote ?? '')],
    ['Reference', plainText([ref, ...sameAs.map((other) => `same as ${other}`)].join(', '))],
    ['Citation key', plainText(key)],
    ['Decision', decision ?? ''],
    ['Authors', plainText(citation.authors.join(', '))],
    ['Published', citation.issued.map((part) => String(part).padStart(2, '0')).join('-')],
    ['Venue', plainText(citation.venue ?? '')],
    ['Type', plainText(citation.publicationType ?? '')],
    ['Design', detectDesign(paper) ?? ''],
    ['Fields of study', plainText(citation.fieldsOfStudy.join(', '))],
    ['Keywords', plainText((citation.keywords ?? []).join('; '))],
    ['Notes', plainText((citation.notes ?? []).map(cleanLine).join(' / '))],
    ['Citations', String(citation.citationCount ?? '')],
    ['DOI', citation.doi === undefined ? '' : doiInMarkdown(citation.doi)],
    ['arXiv', plainText(citation.arxiv?.id ?? '')],
    ['PMID', citation.pmid ?? ''],
    ['PMCID', citation.pmcid ?? ''],
    ['OpenAlex', citation.openAlexId ?? ''],
    ['Corpus ID', citation.corpusId ?? ''],
    ['ISSN', (citation.issns ?? []).join(', ')],
    ['Link', citation.link === undefined ? '' : code(citation.link)],
    ['PDF', citation.pdfLink === undefined ? '' : code(citation.pdfLink)],
  ];
  const list = fields.filter(([, value]) => value !== '').map(([name, value]) => `- **${name}:** ${value}`);
  const blocks = [
    `## ${index + 1}. ${plainText(citation.title) || '(no title)'}`,
    list.join('\n'),
    citation.summary && paragraph(citation.summary),
    quote(citation),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** The abstract as a block quote, one paragraph per line. */
function quote({ abstract }: Citation): string {
  const lines = (abstract ?? '')
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '');
  return lines.map((line) => `> ${paragraph(line)}`).join('\n>\n');
}

/** Characters that are special anywhere in a line. */
const SPECIAL = /[\\`*_{}[\]<>#|~&$=^!]/g;

/** Words that GitHub and others turn into links or mentions, escaped or not. */
const LINKING = /(?:https?|ftp|mailto|xmpp):|:\/\/|www\.|@/i;

/** A text in the middle of a line. */
export function plainText(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => (LINKING.test(word) ? code(word) : word.replace(SPECIAL, '\\$&')))
    .join('');
}

/** A text at the start of a line, where more characters are special: list markers, numbers, rules, definitions. */
function paragraph(text: string): string {
  return plainText(text)
    .replace(/^[-+:%"'(),./;?@]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A text as code, in which only a run of as many backticks as enclose it is special. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const blank = longest > 0 ? ' ' : '';
  return `${fence}${blank}${text}${blank}${fence}`;
}

export function doiInMarkdown(doi: string): string {
  // Parentheses could end the URL, and emphasis characters could pair up with others.
  const address = doiLink(doi).replace(/[!'()*_~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `[${code(doi)}](${address})`;
}

export const format: Format = {
  name: 'markdown',
  title: 'Markdown',
  place: 60,
  write: { ending: 'md', mimeType: 'text/markdown', papers: writeMarkdown },
};

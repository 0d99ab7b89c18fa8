import { splitTrimmed } from '../lib/line.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { visibleText } from '../lib/visible-text.ts';
import { withoutCredentials } from './identifiers.ts';
import { MAX_TEXT_CHARACTERS } from './text.ts';

/**
 * A BibTeX entry as its file has it, including LaTeX, so that an export can reproduce it: the citation key, the type
 * (`mastersthesis`), and the fields that a paper lacks (`file`, `crossref`).
 */
export type BibtexSource = { key?: string; type?: string; fields?: Record<string, string> };

/** The paper fields that each BibTeX field is read into. Papers have no counterpart for other fields. */
export const PAPER_FIELDS_BY_NAME = {
  title: ['title'],
  subtitle: ['title'],
  author: ['authors'],
  editor: ['editors'],
  abstract: ['abstract'],
  year: ['year'],
  date: ['year', 'publishedAt'],
  month: ['publishedAt'],
  day: ['publishedAt'],
  journal: ['venue'],
  journaltitle: ['venue'],
  booktitle: ['venue'],
  volume: ['volume'],
  number: ['issue', 'seriesNumber'],
  series: ['series', 'venue'],
  edition: ['edition'],
  issue: ['issue'],
  pages: ['pages'],
  eid: ['pages'],
  articleno: ['pages'],
  art_number: ['pages'],
  'article-number': ['pages'],
  publisher: ['publisher'],
  school: ['publisher'],
  institution: ['publisher'],
  organization: ['publisher'],
  doi: ['doi'],
  url: ['link'],
  eprint: ['arxivId'],
  archiveprefix: ['arxivId'],
  eprinttype: ['arxivId'],
  primaryclass: ['arxivId'],
  pmid: ['pmid'],
  pmcid: ['pmcid'],
  pmc: ['pmcid'],
  openalex: ['openAlexId'],
  corpusid: ['corpusId'],
  keywords: ['keywords', 'fieldsOfStudy'],
  keyword: ['keywords', 'fieldsOfStudy'],
  author_keywords: ['keywords'],
  'keywords-plus': ['keywords'],
  note: ['notes'],
  annote: ['notes'],
  annotation: ['notes'],
  address: ['publisherPlace'],
  location: ['publisherPlace'],
  isbn: ['isbns'],
  issn: ['issns'],
  language: ['language'],
  langid: ['language'],
} as const;

/** Forbids `^`: TeX reads `^^5c` as a backslash even in a key, and would run a command at each citation. */
const KEY = /^[^\s,{}"=#%\\~^]{1,200}$/u;
const TYPE = /^(?!(?:string|comment|preamble|set|xdata)$)[a-z][a-z0-9_-]{0,39}$/;
const NAME = /^[^\s=,{}"#()%@\\~]{1,60}$/u;
/** Real entries have up to sixty. */
const MAX_FIELDS = 200;

/** Drops fields that BibTeX cannot hold or that exceed 50,000 characters. Undefined if nothing is left. */
export function readBibtexSource(source: BibtexSource | null | undefined): BibtexSource | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  const { key, type, fields } = source;
  const entries = Object.entries(typeof fields === 'object' && fields !== null ? fields : {})
    .slice(0, MAX_FIELDS)
    .flatMap(([name, value]) => (typeof value === 'string' && NAME.test(name) ? [[name, readValue(value)]] : []))
    .filter(([, value]) => value !== '');
  const read = omitEmpty({
    key: typeof key === 'string' && KEY.test(key) && visibleText(key) === key ? key : undefined,
    type: typeof type === 'string' && TYPE.test(type) ? type : undefined,
    fields: entries.length > 0 ? (Object.fromEntries(entries) as Record<string, string>) : undefined,
  });
  return Object.keys(read).length > 0 ? read : undefined;
}

function readValue(value: string): string {
  return value.length > MAX_TEXT_CHARACTERS ? '' : balanced(withoutCredentials(visibleText(value)));
}

/** BibTeX counts braces even after a backslash. */
function balanced(latex: string): string {
  if (isBalanced(latex)) return latex;
  const named = latex.replace(/\\([{}])/g, (_, brace) => (brace === '{' ? '{\\textbraceleft}' : '{\\textbraceright}'));
  return isBalanced(named) ? named : latex.replace(/[{}]/g, '');
}

function isBalanced(latex: string): boolean {
  let depth = 0;
  for (let at = 0; at < latex.length && depth >= 0; at += 1) {
    if (latex[at] === '{') depth += 1;
    else if (latex[at] === '}') depth -= 1;
  }
  return depth === 0;
}

/** The entry's fields, as written, without a counterpart in papers. */
export function otherFields({ fields }: BibtexSource): [name: string, latex: string][] {
  return Object.entries(fields ?? {}).filter(([name]) => !Object.hasOwn(PAPER_FIELDS_BY_NAME, name));
}

/**
 * Merges the two entries of one work: the first, plus fields that only the second has and that papers lack. The other
 * citation key goes into `ids`, where biblatex finds it.
 */
export function joinBibtexSources(first: BibtexSource, second: BibtexSource): BibtexSource {
  const others = first.fields === undefined ? Object.entries(second.fields ?? {}) : otherFields(second);
  const keys = [first.fields?.ids, second.fields?.ids, second.key].flatMap((text) => splitTrimmed(text ?? '', ','));
  const ids = new Set(keys.filter((key) => key !== (first.key ?? second.key)));
  const fields = { ...Object.fromEntries(others), ...first.fields, ids: [...ids].join(',') };
  return omitEmpty({
    key: first.key ?? second.key,
    type: first.type ?? second.type,
    fields: omitEmpty(fields),
  });
}

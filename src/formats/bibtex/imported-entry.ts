import { latex2unicode } from 'unicode2latex';
import { type BibtexSource, PAPER_FIELDS_BY_NAME } from '../../papers/bibtex-source.ts';
import type { Citation } from '../../papers/citation.ts';
import { isoDate, MONTHS } from '../../papers/dates.ts';
import { normalisePaper, type Paper } from '../../papers/paper.ts';
import { latexText } from '../latex.ts';
import { journalOfMacro } from './journal-macros.ts';
import { readSource } from './read-bibtex.ts';
import { readLatex } from './read-latex.ts';

/** Names and values of an entry in order, with values as written in a file. */
type WrittenFields = Record<string, string | undefined>;
export type WrittenEntry = { type: string; fields: WrittenFields };

/**
 * The entry of a paper that was imported from BibTeX, with later changes and additions. `own` is the entry that would
 * be written without the import; `keys` (in lower case) are the keys of the whole file.
 */
export function withImportedEntry(own: WrittenEntry, citation: Citation, keys: ReadonlySet<string>): WrittenEntry {
  const source = citation.bibtex;
  if (source === undefined) return own;
  const imported = normalisePaper(readSource(source));
  const isSame = (name: keyof Paper) =>
    JSON.stringify(imported[name]) === JSON.stringify(citation[name]) || (ADDED_LATER.has(name) && !(name in citation));
  const fields = unchangedFields(source, isSame, keys);
  // biblatex's own field remains the date field if another entry of the work is more precise.
  if (source.fields?.date !== undefined && fields.date === undefined && citation.issued.length > 0)
    fields.date = `{${isoDate(citation.issued)}}`;
  const settled = new Set(Object.keys(fields).flatMap(paperFields));
  const isNew = ([name]: [string, unknown]) =>
    !(name in fields) && !paperFields(name).some((each) => settled.has(each));
  const mark = citation.retractionNote && `{${latexText(citation.retractionNote)}}`;
  const note = isSame('notes') ? (mark ? withRetraction(fields.note, mark) : fields.note) : own.fields.note;
  const isOfType = source.type !== undefined && isSame('publicationType') && isSame('isPrePrint');
  return {
    type: isOfType ? (source.type as string) : own.type,
    fields: { ...fields, note, ...Object.fromEntries(Object.entries(own.fields).filter(isNew)) },
  };
}

/** Papers imported by earlier versions have these fields only in their entry. */
const ADDED_LATER: ReadonlySet<keyof Paper> = new Set([
  ...(['keywords', 'notes', 'publisherPlace', 'edition', 'series', 'seriesNumber'] as const),
]);

/** Fields that refer to an entry of the same file. */
const REFERENCES = new Set(['crossref', 'xref', 'xdata']);

function unchangedFields(
  { fields = {} }: BibtexSource,
  isSame: (name: keyof Paper) => boolean,
  keys: ReadonlySet<string>,
): WrittenFields {
  // Expands inherited fields, so that an entry does not depend on a parent in another file or job; an unknown parent is
  // kept.
  const isInherited = !(isSame('venue') && isSame('year') && isSame('publisher'));
  const isThere = (key: string) => keys.has(key.trim().toLowerCase());
  const unchanged = Object.entries(fields).filter(([name, value]) => {
    if (name === 'paperqueue') return false;
    if (REFERENCES.has(name)) return isInherited ? value.split(',').every(isThere) : true;
    return paperFields(name).every(isSame);
  });
  return Object.fromEntries(unchanged.map(([name, value]) => [name, writeValue(name, value)]));
}

function paperFields(name: string): readonly (keyof Paper)[] {
  const fields: Readonly<Record<string, readonly (keyof Paper)[]>> = PAPER_FIELDS_BY_NAME;
  return Object.hasOwn(fields, name) ? (fields[name] ?? []) : [];
}

/** Fields with file names: they are not typeset, and some programs write backslashes in them: `C:\Users\ada\a.pdf`. */
const FILE_NAMES = /^(?:file|pdf|ps|localfile|local-url|attachments?|bdsk-.*|date-.*|owner|timestamp)$/;

/** The value as written, including AASTeX's journal commands; only its text if a command could do more than print. */
function writeValue(name: string, latex: string): string {
  if (name === 'month' && MONTHS.includes(latex)) return latex;
  const isJournal = name === 'journal' && journalOfMacro(latex) !== undefined;
  return `{${FILE_NAMES.test(name) || isJournal || isHarmless(latex) ? latex : latexText(readLatex(latex))}}`;
}

/** Puts the mark before the note, unless the note contains it already. */
function withRetraction(note: string | undefined, mark: string): string {
  if (note === undefined || note === '{}') return mark;
  return note.includes(mark.slice(1, -1)) ? note : `${mark.slice(0, -1)}. ${note.slice(1)}`;
}

/** Commands that change the look of their text, quote, separate lines, or contain a formula or a URL. */
const COMMANDS = new Set(
  (
    'a b c d f h i j k l o r t u v G H L O U aa AA ae AE oe OE ss SS dh DH dj DJ ng NG th TH emph em it bf rm sf ' +
    'sl sc tt itshape bfseries scshape upshape normalfont textit textbf textsc textrm textsf texttt textsl textup ' +
    'textmd textnormal textsuperscript textsubscript text mbox hbox mathrm mathbf mathit mathcal mathbb mathsf ' +
    'mathtt mathfrak mathscr mathnormal mathop operatorname boldsymbol bm pmb Bbb hat tilde bar vec dot ddot ' +
    'acute grave breve check widehat widetilde overline underline bold sb sp frac tfrac dfrac sfrac sqrt left ' +
    'right big Big bigl bigr Bigl Bigr limits displaystyle textstyle ensuremath url path nolinkurl enquote ' +
    'mkbibquote mkbibemph textquote uppercase lowercase MakeUppercase MakeLowercase ce ch cee noopsort natexlab ' +
    'newblock noindent par newline linebreak quad qquad enspace thinspace space nobreakspace relax protect TeX ' +
    'LaTeX BibTeX ldots dots cdots slash textsmaller cyrchar bibinfo phantom hphantom vphantom cite citep citet ' +
    'textcite textcites parencite parencites discretionary xspace textcolor color foreignlanguage ' +
    'arccos arcsin arctan cos cosh cot csc deg det dim exp gcd hom inf ker lg lim ln log max min Pr sec sin sinh sup tan ' +
    'tanh mod bmod pmod cal slashed tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge ' +
    'textquotesingle textasciigrave hyphen autocap bibcyr'
  ).split(' '),
);
const ADDRESS = /\\href\s*\{https?:[^{}\\]*\}/g;

/**
 * Whether TeX only prints this text: it contains no unknown command. Unknown ones may read and write files, or define
 * commands that do.
 */
function isHarmless(latex: string): boolean {
  if (latex.includes('^^')) return false;
  const words = latex.replace(ADDRESS, '').match(/\\[A-Za-z@]+/g) ?? [];
  return words.every(
    (word) => Object.hasOwn(latex2unicode, word) || /^\\(?:cyr|CYR)/.test(word) || COMMANDS.has(word.slice(1)),
  );
}

import { foldForIdentity } from '../../../papers/analysis/fold.ts';
import { takeIds } from '../../../papers/references/reference-ids.ts';
import type { Cited, DraftFormat } from '../draft.ts';

/** The citations in a draft's prose, in every form in which drafts cite. Linear time: every repetition is bounded. */

/** `start` and `end` are offsets. `isNarrative`: its names belong to the sentence. */
export type Span = { start: number; end: number; cited: Cited[]; isNarrative?: true };

/** What the draft's references are called, which decides what a number or a name may be. */
export type Known = {
  keys: ReadonlySet<string>;
  /** The highest number in the list of references; 0 if it has none. */
  maxNumber: number;
  /** The length of a list without numbers. */
  maxPosition: number;
  /** First authors, folded. */
  names: ReadonlySet<string>;
  /** Whether there are references at all. */
  hasEntries: boolean;
  /** The draft's own LaTeX commands that cite. */
  macros: readonly CitingMacro[];
};

/** A command, and which of its arguments in braces has the keys. */
type CitingMacro = { name: string; argument: number };

const MAX_NUMBERS = 100;

/** The citations in the order of the text, with those of fields; of overlapping ones the first. */
export function findCitations(prose: string, format: DraftFormat, known: Known, byField: readonly Span[] = []): Span[] {
  const named = [
    ...byField,
    ...(format === 'latex' ? [...latexCitations(prose), ...known.macros.flatMap((each) => citedBy(each, prose))] : []),
    ...(format === 'markdown' || format === 'text'
      ? [...keyedCitations(prose, known), ...footnotes(prose, known)]
      : []),
    ...namesInBrackets(prose, known),
    ...namesBeforeYears(prose, known),
  ].filter(({ cited }) => cited.length > 0);
  // A list without numbers has them by place, unless the draft cites it otherwise.
  const max = known.maxNumber > 0 || named.length > 0 ? known.maxNumber : known.maxPosition;
  const numbered = format === 'latex' ? [] : inBrackets(prose, known.hasEntries, max);
  const raised = numbered.length === 0 && max > 0 ? raisedNumbers(prose, max) : [];
  const spans = [...named, ...identified(prose), ...numbered, ...raised];
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return spans.filter((span) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

const CITE =
  /\\([A-Za-z]{0,20}[Cc]ite[A-Za-z]{0,20})\*?(?:\s{0,3}\([^()]{0,300}\)){0,2}((?:\s{0,3}(?:\[[^[\]]{0,300}\]\s{0,3}){0,2}\{[^{}]{1,2000}\})+)/g;
const NO_CITE =
  /^(?:no|bib|(?:set)?.{0,3}defer)?cite(?:style|index|reset|name|setup)|^(?:nocite|bibcite|setcitestyle)$/i;
const MANY = /s$/;

function latexCitations(latex: string): Span[] {
  return [...latex.matchAll(CITE)].flatMap((match) => {
    const [whole, name = '', groups = ''] = match;
    if (NO_CITE.test(name)) return [];
    const all = [...groups.matchAll(/\{([^{}]{1,2000})\}/g)];
    // Only the commands for several lists (`\parencites`) take more than one.
    const taken = MANY.test(name) && !/^cites?$/i.test(name) ? all : all.slice(0, 1);
    const [last] = taken.slice(-1);
    const end = match.index + whole.length - groups.length + (last?.index ?? 0) + (last?.[0].length ?? 0);
    const keys = taken.flatMap(([, list = '']) => list.split(','));
    const isNarrative = /^(?:text|author|citet|citeauthor|newcite)/i.test(name);
    return [
      { start: match.index, end, cited: keys.flatMap(toKey), ...(isNarrative && { isNarrative: true as const }) },
    ];
  });
}

const ARGUMENT = String.raw`\{((?:[^{}]|\{[^{}]{0,300}\}){0,500})\}`;
/** `\newcommand{\refs}[1]{\cite{#1}}`, `\def\refs#1{...}`, `\NewDocumentCommand{\refs}{o m}{...}`. */
const DEFINITION = new RegExp(
  String.raw`\\(?:(?:re|provide)?(?:new)?command|DeclareRobustCommand|(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand|[gex]?def)\*?\s{0,3}\{?\s?\\([A-Za-z]{1,40})\s?\}?((?:\s?\[[^\]\n]{0,100}\]|\s?\{[\somO+!sd\[\](){}]{1,40}\}|#\d){0,4})\s{0,3}${ARGUMENT}`,
  'g',
);
const ARGUMENTS = new RegExp(ARGUMENT, 'g');
const MAX_MACROS = 50;

/** The commands that a LaTeX source defines to cite with. */
export function citingMacros(latex: string): CitingMacro[] {
  const found = [...latex.matchAll(DEFINITION)].flatMap(([, name = '', parameters = '', body = '']) => {
    const [, own = '', keys = ''] =
      /\\([A-Za-z]{0,20}[Cc]ite[A-Za-z]{0,20})\*?(?:\[[^\]]{0,100}\]){0,2}\{([^{}]{0,100})\}/.exec(body) ?? [];
    // Optional ones are counted, but not in braces: `[2][]`, `{o m m}`.
    const optional = parameters.startsWith('{') ? /[oOsd]/g : /(?<=\])\s?\[/g;
    const argument = Number(/#(\d)/.exec(keys)?.[1]) - [...parameters.matchAll(optional)].length;
    return argument > 0 && !NO_CITE.test(own) ? [{ name, argument }] : [];
  });
  return found.slice(0, MAX_MACROS);
}

function citedBy({ name, argument }: CitingMacro, latex: string): Span[] {
  const use = new RegExp(
    String.raw`\\${name}(?![A-Za-z])\*?(?:\s?\[[^\]\n]{0,300}\]){0,2}((?:\s?${ARGUMENT}){1,9})`,
    'g',
  );
  return [...latex.matchAll(use)].flatMap(({ index, 0: whole, 1: groups = '' }) => {
    const all = [...groups.matchAll(ARGUMENTS)];
    const keys = all[argument - 1]?.[1] ?? '';
    return [{ start: index, end: index + whole.length, cited: keys.split(',').flatMap(toKey) }];
  });
}

/** The keys of `\nocite`. */
export function keysWithoutPlace(latex: string): string[] {
  return [...latex.matchAll(/\\nocite\s{0,3}\{([^{}]{1,2000})\}/g)].flatMap(([, keys = '']) =>
    keys.split(',').map((key) => key.trim()),
  );
}

function toKey(text: string): Cited[] {
  const key = text.trim();
  // `#1` is the place of a key in the definition of a command.
  return key === '' || key.startsWith('#') ? [] : [{ kind: 'key', key }];
}

const KEY = String.raw`(?:\{[^{}\s]{1,200}\}|[\p{L}\p{N}_](?:[\p{L}\p{N}_:.#$%&+?<>~/-]{0,199}[\p{L}\p{N}_/])?)`;
const IN_BRACKETS = /\[(?=[^[\]\n]{0,500}@)[^[\]]{1,1000}\](?![(:])/gu;
const EACH_KEY = new RegExp(String.raw`(?<![\p{L}\p{N}.@/])-?@(${KEY})`, 'gu');
/** `@weevil21 [p. 3]`: where in the work, no number of the sentence. */
const LOCATOR = /\s?\[(?:(?:pp?|chap|ch|sec|fig|vol|para)s?\.|§|chapter|page|section|\d)[^[\]\n@]{0,80}\](?![(:])/gy;
/** Figures and tables of the draft itself. */
const OWN_PART = /^(?:fig|tbl|tab|eq|sec|lst|thm|alg|app|eqn|exm|def|lem|cor|prp)[:-]/i;

function keyedCitations(text: string, { keys }: Known): Span[] {
  const bracketed = [...text.matchAll(IN_BRACKETS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    cited: keysIn(match[0]),
  }));
  const bare = [...text.matchAll(EACH_KEY)].flatMap((match) => {
    const cited = keysIn(match[0]);
    const isKey = cited.some(
      (each) => each.kind === 'key' && (keys.has(each.key) || /\d{2}/.test(each.key) || match[0].includes('{')),
    );
    const start = match.index;
    LOCATOR.lastIndex = start + match[0].length;
    const end = LOCATOR.test(text) ? LOCATOR.lastIndex : start + match[0].length;
    return isKey ? [{ start, end, cited, isNarrative: true as const }] : [];
  });
  return [...bracketed, ...bare];
}

function keysIn(text: string): Cited[] {
  return [...text.matchAll(EACH_KEY)]
    .map(([, key = '']) => key.replace(/^\{|\}$/g, ''))
    .filter((key) => !OWN_PART.test(key))
    .map((key) => ({ kind: 'key', key }));
}

/** Footnotes that hold a reference: their definitions are entries with the key `^1`. */
function footnotes(text: string, { keys }: Known): Span[] {
  return [...text.matchAll(/\[(\^[^\]\s]{1,60})\](?!:)/g)].flatMap((match) => {
    const [whole, key = ''] = match;
    return keys.has(key) ? [{ start: match.index, end: match.index + whole.length, cited: toKey(key) }] : [];
  });
}

const NUMBERS =
  /(?<![\p{L}\d\]_])\[\s?(\d{1,3}(?:\s?(?:[,;]|[-–—]|,\s?and|\sand)\s?\d{1,3}){0,60})(?:,\s?(?:pp?\.|ch\.|sec\.|fig\.|table|§)[^\]]{0,40})?\s?\](?![(:])/giu;
const AFTER_TEXT = /(?<=[\p{L}\d.,;)"”’])\[(\d{1,3}(?:\s?[,;–—-]\s?\d{1,3}){0,60})\](?![(:])/gu;
/** `x ∈ [0, 1]`, `range [1, 5]` are bounds. */
const BOUNDS_BEFORE = /(?:[∈=<>≤≥~±]|\\in|\b(?:ranges?|intervals?|CI|in|between|bounds?|over|scale|from))\s{0,2}$/iu;

function inBrackets(text: string, hasEntries: boolean, maxNumber: number): Span[] {
  const apart = [...text.matchAll(NUMBERS)];
  const joined = [...text.matchAll(AFTER_TEXT)];
  // `array[3]` is an element where the draft cites behind a blank.
  const isElement = ({ index }: RegExpMatchArray) => /[\p{L}\d]/u.test(text[(index ?? 0) - 1] ?? '');
  const behindBlank = apart.filter(({ index }) => /\s/.test(text[index - 1] ?? ' ')).length;
  const isIndexed = joined.filter(isElement).length < 3 * behindBlank;
  const ofText = isIndexed ? joined.filter((each) => !isElement(each)) : joined;
  const found = [...apart, ...ofText].flatMap((match) => {
    const [whole, list = ''] = match;
    const numbers = expand(list);
    const isPair =
      /^\s?\d+\s?,\s?\d+\s?$/.test(list) && BOUNDS_BEFORE.test(text.slice(Math.max(0, match.index - 12), match.index));
    if (isPair || numbers.length === 0) return [];
    return [{ start: match.index, end: match.index + whole.length, cited: numbers.map(toNumber), numbers }];
  });
  // Without any that the list has, the numbers of a draft with other references are something else.
  const fits = found.some(({ numbers }) => numbers.some((number) => number <= maxNumber));
  return fits || !hasEntries ? found.map(({ numbers: _, ...span }) => span) : [];
}

const toNumber = (number: number): Cited => ({ kind: 'number', number });

/** `3,5-7` is 3, 5, 6, 7; empty if it is no list of numbers from 1. */
function expand(list: string): number[] {
  const numbers = list.split(/\s?(?:[,;]|,?\sand)\s?/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/\s?[-–—]\s?/).map(Number);
    return to >= from && to - from < MAX_NUMBERS ? Array.from({ length: to - from + 1 }, (_, nth) => from + nth) : [0];
  });
  return numbers.every((number) => number > 0) && numbers.length <= MAX_NUMBERS ? numbers : [];
}

const RAISED =
  /(?<=[\p{L}]{3}|[.,;)”"’])(?:\^(\d{1,3}(?:[,–-]\d{1,3}){0,30})\^?|<sup>\s?(\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,30})\s?<\/sup>|([⁰¹²³⁴-⁹]{1,3}(?:[⁻,˒ʼ'–-][⁰¹²³⁴-⁹]{1,3}){0,30})|\\textsuperscript\{(\d{1,3}(?:[,–-]\d{1,3}){0,30})\})/gu;
const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Raised numbers, where the draft cites so: its list has numbers, and the words before are no unit. */
function raisedNumbers(text: string, maxNumber: number): Span[] {
  return [...text.matchAll(RAISED)].flatMap((match) => {
    const [whole, caret, tag, signs, command] = match;
    const plain = signs
      ?.replace(/[⁰¹²³⁴-⁹]/g, (sign) => String(DIGITS.indexOf(sign)))
      .replace(/[⁻]/g, '-')
      .replace(/[˒ʼ']/g, ',');
    const numbers = expand(caret ?? tag ?? plain ?? command ?? '');
    return numbers.length > 0 && numbers.every((number) => number <= maxNumber)
      ? [{ start: match.index, end: match.index + whole.length, cited: numbers.map(toNumber) }]
      : [];
  });
}

const IDENTIFIERS: readonly RegExp[] = [
  /(?<![\p{L}\d])J[1-9]\d{0,9}-[1-9]\d{0,5}(?![\p{L}\d-])/gu,
  /(?<=[[(;,]\s?)L[1-9]\d{0,9}(?=\s?[\]);,])/g,
  /(?:https?:\/\/)?(?:(?:dx\.|www\.)?doi\.org\/|(?<![\p{L}\d/.])doi:\s?|(?<![\p{L}\d/.]))10\.\d{4,9}\/[^\s"<>{}|\\^`\]]{1,300}/giu,
  /https?:\/\/(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/[\w./-]{6,40}|(?<![\p{L}\d])arxiv:\s?(?:\d{4}\.\d{4,5}|[a-z.-]{2,20}\/\d{7})(?:v\d{1,2})?/giu,
  /https?:\/\/(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/\d{4,9}\/?|(?<![\p{L}\d])(?:PMID:?\s?\d{4,9}|PMC\d{4,9})/giu,
];

function identified(text: string): Span[] {
  return IDENTIFIERS.flatMap((form, nth) =>
    [...text.matchAll(form)].flatMap((match) => {
      const written = withoutEnd(match[0]);
      const isOurs = nth < 2;
      const [id] = isOurs ? [written] : Object.entries(takeIds(written).ids).map(([kind, value]) => named(kind, value));
      const start = match.index;
      return id === undefined
        ? []
        : [{ start, end: start + written.length, cited: [{ kind: 'paper' as const, item: id }] }];
    }),
  );
}

const named = (kind: string, id: string) => (kind === 'pmid' ? `PMID ${id}` : kind === 'arxivId' ? `arXiv:${id}` : id);

/** Without the punctuation of the sentence, and brackets that close around it. */
function withoutEnd(text: string): string {
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] as string;
    const isOpen = last === ')' && text.slice(0, end).split('(').length > text.slice(0, end - 1).split(')').length;
    if (!/[.,;:'’”")]/.test(last) || isOpen) break;
  }
  return text.slice(0, end);
}

const PARTICLE = "(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ter|ten|al|el|bin|ibn|zu|zur|'t)[ -]){0,3}";
const FAMILY = String.raw`${PARTICLE}(?:[dDlLO]['’])?\p{Lu}[\p{L}\p{M}'’-]{1,40}`;
const AND = String.raw`(?:\s?,?\s?(?:&|\\&|\band\b|\bund\b|\bet\b(?!\sal)|\by\b|\be\b|\ben\b|\boch\b|\bog\b|\bja\b|\bi\b)\s)`;
const MORE = String.raw`(?:,?\s(?:et\sal\b\.?|and\s(?:others|colleagues)|u\.\s?a\.|и\sдр\.))`;
const YEAR = String.raw`(?:1[5-9]|20)\d\d[a-h]?`;
const NAMES = String.raw`${FAMILY}(?:(?:,\s${FAMILY}){0,8}${AND}${FAMILY}|${MORE})?`;
const ORGANISATION = String.raw`\p{Lu}[\p{L}'’.-]{1,30}(?:\s(?:of|for|on|and|the|de|la|\p{Lu}[\p{L}'’.-]{1,30})){1,10}`;
/** `García Márquez et al.`; before a year in brackets the second alone is read, which is found as well. */
const TWO_NAMES = String.raw`${FAMILY}\s\p{Lu}[\p{L}\p{M}'’-]{1,40}(?:${AND}${FAMILY}|${MORE})?`;
const BRACKET = /\(([^()]{6,600})\)|\[([^[\]]{6,600})\]/g;
const CITED_IN_BRACKET = new RegExp(
  String.raw`^(?:\P{Lu}{0,40}?\s)?(${NAMES}|${TWO_NAMES}|${ORGANISATION})(?:\s?\[\p{Lu}{2,10}\])?(?:['’]s)?,?\s\(?(${YEAR}(?:,\s?(?:${YEAR}|[a-h])){0,5})\)?(?:[,:]\s?.{0,80})?$`,
  'u',
);
const NARRATIVE = new RegExp(
  String.raw`(?<![\p{L}\d])(${NAMES})(?:['’]s?)?\s[([](${YEAR}(?:[,;]\s?(?:${YEAR}|[a-h])){0,5})(?:[,:]\s?[^()\[\]]{1,60})?[)\]]`,
  'gu',
);
/** Capitalised words before a year that name no author, unless the list has one of this name (`May, 1972`). */
const NO_NAME =
  /^(?:(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?|Spring|Summer|Autumn|Fall|Winter|Figs?|Figures?|Tables?|Sections?|Study|Studies|Experiments?|Version|Chapters?|Appendix|Equations?|Algorithm|Part|Phase|Wave|Since|From|Until|After|Before|During|In|By|See|The|This|That|Year|Model|Vol|No)\b/u;

/** `(Smith & Jones, 2020; see Lee et al., 2019a, b)`. */
function namesInBrackets(text: string, known: Known): Span[] {
  return [...text.matchAll(BRACKET)].flatMap((match) => {
    const [whole, round, square] = match;
    const inside = round ?? square ?? '';
    if (!/(?:1[5-9]|20)\d\d/.test(inside)) return [];
    const cited = inside
      .replace(/\s+/g, ' ')
      .split(/;\s?/)
      .flatMap((part) => readNames(CITED_IN_BRACKET.exec(part.trim()), known, false));
    return [{ start: match.index, end: match.index + whole.length, cited }];
  });
}

/** `Smith and Jones (2020)`, `Smith et al. (2020, p. 4)`. */
function namesBeforeYears(text: string, known: Known): Span[] {
  return [...text.matchAll(NARRATIVE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    cited: readNames(match, known, true),
    isNarrative: true as const,
  }));
}

function readNames(match: RegExpExecArray | null, known: Known, isNarrative: boolean): Cited[] {
  const [, written = '', years = ''] = match ?? [];
  const first = foldFamily(/^\p{L}+/u.exec(written)?.[0] ?? '');
  if (written === '' || (NO_NAME.test(written) && !known.names.has(first))) return [];
  const names = written
    .replace(new RegExp(MORE, 'u'), '')
    .split(new RegExp(String.raw`${AND}|,\s`, 'u'))
    .map((name) => name.replace(/['’]s$/, '').trim())
    .filter((name) => name !== '');
  // `In Germany (2020)`: one word before a year is an author only if the list has it.
  const isLone = isNarrative && names.length === 1 && !new RegExp(MORE, 'u').test(written);
  if (isLone && known.hasEntries && !known.names.has(foldFamily(names[0] ?? ''))) return [];
  let last = '';
  return years.split(/[,;]\s?/).map((year) => {
    last = year.length === 1 ? last.slice(0, 4) + year : year;
    return { kind: 'names', names, year: last, ...(isLone && { isLone: true as const }) };
  });
}

/** A family name for comparison, without accents, particles and signs. */
export function foldFamily(name: string): string {
  return foldForIdentity(
    name.replace(/^(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ter|ten|al|el|bin|ibn|zu|zur|'t)[ -])+/, ''),
  );
}

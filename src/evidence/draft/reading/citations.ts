import { foldForIdentity } from '../../../papers/analysis/fold.ts';
import { takeIds } from '../../../papers/references/reference-ids.ts';
import type { Cited, DraftFormat } from '../draft.ts';

/** Finds citations in a draft's prose, in all usual forms. Linear time: every repetition is bounded. */

/** A citation from offset `start` to `end`. `isNarrative`: the names are part of the sentence. */
export type Span = { start: number; end: number; cited: Cited[]; isNarrative?: true };

/** The keys, numbers and names of the draft's references, which decide whether a number or name is a citation. */
export type Known = {
  keys: ReadonlySet<string>;
  /** The highest number in the list of references; 0 if it has none. */
  maxNumber: number;
  /** The length of a list without numbers. */
  maxPosition: number;
  /** First authors, folded. */
  names: ReadonlySet<string>;
  /** Whether the draft has any references. */
  hasEntries: boolean;
  /** The draft's own LaTeX commands that cite. */
  macros: readonly CitingMacro[];
};

/** A command, and the position (from 1) of the braced argument that contains the keys. */
type CitingMacro = { name: string; argument: number };

const MAX_NUMBERS = 100;

/** The citations, including those of fields, in the order of the text; the first of overlapping ones. */
export function findCitations(prose: string, format: DraftFormat, known: Known, byField: readonly Span[] = []): Span[] {
  const named = [
    ...byField,
    ...(format === 'latex'
      ? [...latexCitations(prose), ...known.macros.flatMap((each) => macroCitations(each, prose))]
      : []),
    ...(format === 'markdown' || format === 'text'
      ? [...keyedCitations(prose, known), ...footnotes(prose, known)]
      : []),
    ...namesInBrackets(prose, known),
    ...namesBeforeYears(prose, known),
  ].filter(({ cited }) => cited.length > 0);
  // Entries of a list without numbers are cited by position, unless the draft cites in another form.
  const max = known.maxNumber > 0 || named.length > 0 ? known.maxNumber : known.maxPosition;
  const numbered = format === 'latex' ? [] : numbersInBrackets(prose, known.hasEntries, max);
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
    // Only multicite commands (`\parencites`) take more than one list of keys.
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

/** The citation commands that a LaTeX source defines. */
export function citingMacros(latex: string): CitingMacro[] {
  const found = [...latex.matchAll(DEFINITION)].flatMap(([, name = '', parameters = '', body = '']) => {
    const [, command = '', keys = ''] =
      /\\([A-Za-z]{0,20}[Cc]ite[A-Za-z]{0,20})\*?(?:\[[^\]]{0,100}\]){0,2}\{([^{}]{0,100})\}/.exec(body) ?? [];
    // `#2` counts optional arguments, which are not in braces: `[2][]`, `{o m m}`.
    const optional = parameters.startsWith('{') ? /[oOsd]/g : /(?<=\])\s?\[/g;
    const argument = Number(/#(\d)/.exec(keys)?.[1]) - [...parameters.matchAll(optional)].length;
    return argument > 0 && !NO_CITE.test(command) ? [{ name, argument }] : [];
  });
  return found.slice(0, MAX_MACROS);
}

function macroCitations({ name, argument }: CitingMacro, latex: string): Span[] {
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

/** The keys of `\nocite` commands. */
export function keysWithoutPlace(latex: string): string[] {
  return [...latex.matchAll(/\\nocite\s{0,3}\{([^{}]{1,2000})\}/g)].flatMap(([, keys = '']) =>
    keys.split(',').map((key) => key.trim()),
  );
}

function toKey(text: string): Cited[] {
  const key = text.trim();
  // `#1` is a parameter in the definition of a command.
  return key === '' || key.startsWith('#') ? [] : [{ kind: 'key', key }];
}

const KEY = String.raw`(?:\{[^{}\s]{1,200}\}|[\p{L}\p{N}_](?:[\p{L}\p{N}_:.#$%&+?<>~/-]{0,199}[\p{L}\p{N}_/])?)`;
const IN_BRACKETS = /\[(?=[^[\]\n]{0,500}@)[^[\]]{1,1000}\](?![(:])/gu;
const EACH_KEY = new RegExp(String.raw`(?<![\p{L}\p{N}.@/])-?@(${KEY})`, 'gu');
/** The locator in `@weevil21 [p. 3]`, which is not a number of the sentence. */
const LOCATOR = /\s?\[(?:(?:pp?|chap|ch|sec|fig|vol|para)s?\.|§|chapter|page|section|\d)[^[\]\n@]{0,80}\](?![(:])/gy;
/** Cross-references to parts of the draft itself, such as figures and tables. */
const CROSS_REFERENCE = /^(?:fig|tbl|tab|eq|sec|lst|thm|alg|app|eqn|exm|def|lem|cor|prp)[:-]/i;

function keyedCitations(text: string, { keys }: Known): Span[] {
  const bracketed = [...text.matchAll(IN_BRACKETS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    cited: keysIn(match[0]),
  }));
  const bare = [...text.matchAll(EACH_KEY)].flatMap((match) => {
    const cited = keysIn(match[0]);
    const isKey = cited.some(
      (each) =>
        each.kind === 'paper' ||
        (each.kind === 'key' && (keys.has(each.key) || /\d{2}/.test(each.key) || match[0].includes('{'))),
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
    .filter((key) => !CROSS_REFERENCE.test(key))
    .map((key) => (PAPER_REF.test(key) ? { kind: 'paper', item: key } : { kind: 'key', key }));
}

/** A reference of ours, written like a key: `[@J1-3]`. */
const PAPER_REF = /^(?:J\d{1,9}-\d{1,9}|L\d{1,9})$/;

/** Marks of footnotes that contain a reference: their definitions are entries with the key `^1`. */
function footnotes(text: string, { keys }: Known): Span[] {
  return [...text.matchAll(/\[(\^[^\]\s]{1,60})\](?!:)/g)].flatMap((match) => {
    const [whole, key = ''] = match;
    return keys.has(key) ? [{ start: match.index, end: match.index + whole.length, cited: toKey(key) }] : [];
  });
}

const NUMBERS =
  /(?<![\p{L}\d\]_])\[\s?(\d{1,3}(?:\s?(?:[,;]|[-–—]|,\s?and|\sand)\s?\d{1,3}){0,60})(?:,\s?(?:pp?\.|ch\.|sec\.|fig\.|table|§)[^\]]{0,40})?\s?\](?![(:])/giu;
const AFTER_TEXT = /(?<=[\p{L}\d.,;)"”’])\[(\d{1,3}(?:\s?[,;–—-]\s?\d{1,3}){0,60})\](?![(:])/gu;
/** Words and signs before an interval: `x ∈ [0, 1]`, `range [1, 5]`. */
const BOUNDS_BEFORE = /(?:[∈=<>≤≥~±]|\\in|\b(?:ranges?|intervals?|CI|in|between|bounds?|over|scale|from))\s{0,2}$/iu;

function numbersInBrackets(text: string, hasEntries: boolean, maxNumber: number): Span[] {
  const apart = [...text.matchAll(NUMBERS)];
  const joined = [...text.matchAll(AFTER_TEXT)];
  // `array[3]` is an array element if the draft cites after a space.
  const isElement = ({ index }: RegExpMatchArray) => /[\p{L}\d]/u.test(text[(index ?? 0) - 1] ?? '');
  const afterBlank = apart.filter(({ index }) => /\s/.test(text[index - 1] ?? ' ')).length;
  const isIndexed = joined.filter(isElement).length < 3 * afterBlank;
  const citing = isIndexed ? joined.filter((each) => !isElement(each)) : joined;
  const found = [...apart, ...citing].flatMap((match) => {
    const [whole, list = ''] = match;
    const numbers = expand(list);
    const isPair =
      /^\s?\d+\s?,\s?\d+\s?$/.test(list) && BOUNDS_BEFORE.test(text.slice(Math.max(0, match.index - 12), match.index));
    if (isPair || numbers.length === 0) return [];
    return [{ start: match.index, end: match.index + whole.length, cited: numbers.map(toNumber), numbers }];
  });
  // If the draft has references and none has one of these numbers, they are not citations.
  const fits = found.some(({ numbers }) => numbers.some((number) => number <= maxNumber));
  return fits || !hasEntries ? found.map(({ numbers: _, ...span }) => span) : [];
}

const toNumber = (number: number): Cited => ({ kind: 'number', number });

/** Expands `3,5-7` to 3, 5, 6, 7; empty if it is not a list of numbers from 1. */
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

/** Citations by raised numbers, all of which must be in the numbered list of references. */
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
      const written = trimEnd(match[0]);
      const isOurRef = nth < 2;
      const [id] = isOurRef
        ? [written]
        : Object.entries(takeIds(written).ids).map(([kind, value]) => named(kind, value));
      const start = match.index;
      return id === undefined
        ? []
        : [{ start, end: start + written.length, cited: [{ kind: 'paper' as const, item: id }] }];
    }),
  );
}

const named = (kind: string, id: string) => (kind === 'pmid' ? `PMID ${id}` : kind === 'arxivId' ? `arXiv:${id}` : id);

/** Removes the sentence's punctuation and closing brackets at the end. */
function trimEnd(text: string): string {
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
/** `García Márquez et al.` In narrative citations only the second name is matched, which also finds the entry. */
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
/** Capitalised words before a year that are not authors, unless the references have such an author (`May, 1972`). */
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
  // `In Germany (2020)`: a single name before a year is a citation only if the references have such an author.
  const isLone = isNarrative && names.length === 1 && !new RegExp(MORE, 'u').test(written);
  if (isLone && known.hasEntries && !known.names.has(foldFamily(names[0] ?? ''))) return [];
  let last = '';
  return years.split(/[,;]\s?/).map((year) => {
    last = year.length === 1 ? last.slice(0, 4) + year : year;
    return { kind: 'names', names, year: last, ...(isLone && { isLone: true as const }) };
  });
}

/** Normalises a family name for comparison: removes accents, particles and punctuation. */
export function foldFamily(name: string): string {
  return foldForIdentity(
    name.replace(/^(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ter|ten|al|el|bin|ibn|zu|zur|'t)[ -])+/, ''),
  );
}

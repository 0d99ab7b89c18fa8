import { KNOWN_TAGS, ovidTag, prefixTag, pubmedTag, type Tag } from './fields.ts';
import { StrategyProblem } from './strategy-tree.ts';

/** `at` is where the token begins, in characters from 0. */
export type Token = { at: number } & (
  | { kind: 'open' | 'close' | 'exp' | 'major' | 'slash' }
  | { kind: 'operator'; operator: 'and' | 'or' | 'not'; isCapital: boolean }
  | { kind: 'near'; between: number; inOrder: boolean }
  | { kind: 'word' | 'phrase'; text: string }
  /** `after` follows a term or group. A prefix precedes a group, or (`=`, `:`) a term. */
  | { kind: 'after' | 'prefix'; tag: Tag; isBracket: boolean; text: string }
  /** `"a b"[tiab:~2]`. */
  | { kind: 'proximity'; tag: Tag; between: number }
  /** `PUBYEAR > 2010`. */
  | { kind: 'years'; from: number; to: number }
  /** `or/1-3,5` */
  | { kind: 'lines'; operator: 'and' | 'or'; numbers: readonly number[] }
);

export type TokenOf<Kind extends Token['kind']> = Token & { kind: Kind };

const MAX_DISTANCE = 99;
/** Maximum lines in one list. */
const MAX_LINES = 300;

const BLANK = /\s+/y;
const QUOTED = /["\u201c\u201d\u201e\u201f]([^"\u201c\u201d\u201e\u201f]*)["\u201c\u201d\u201e\u201f]|\{([^{}]*)\}/y;
const BRACKET = /\[([^[\]]{0,60})\]/y;
const OVID_TAG = /\.((?:[a-z]{2,4})(?:\s*,\s*[a-z]{2,4})*)\.(?![\p{L}\p{N}])/iuy;
const PREFIX = /([A-Za-z]+(?:-[A-Za-z]+){0,2})(?:\s*(=|(?=\())|(:)(?=["“(\p{L}\p{N}]))/uy;
const PUBYEAR = /PUBYEAR\s*(>|<|=|IS|AFT|BEF)\s*(\d{4})(?!\d)/y;
const LINES = /(and|or)\/(\d{1,4}(?:\s*[-,]\s*\d{1,4}){0,99})/iy;
const NEAR = /(?:adj(\d{0,2})|near\/(\d{1,2})|(w|pre)\/(\d{1,2}))(?![\p{L}\p{N}])/iuy;
const OPERATOR = /(and\s+not|and|or|not)(?![\p{L}\p{N}*?$#'’_-])/iuy;
/** The lines and functions with which Ovid and Scopus narrow a search. */
const LIMIT = /limit\s+#?\d+\s+to\s|(?:LIMIT-TO|EXCLUDE)\s*\(/iuy;
const EXP = /exp(?=\s+[*"\p{L}])/iuy;
/** Full stops and commas belong to a word only inside it. */
const WORD =
  /[\p{L}\p{M}\p{N}*?#](?:[\p{L}\p{M}\p{N}*?#'’_&+:@%-]|[.,](?=[\p{L}\p{N}*?])(?!(?:[a-z]{2,4},){0,3}[a-z]{2,4}\.(?![\p{L}\p{N}])))*,?/iuy;

/** Splits a strategy into tokens. Throws a StrategyProblem at the first unknown character. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const blank = matchAt(BLANK, text, at);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const [token, length] = tokenAt(text, at, tokens.at(-1));
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function tokenAt(text: string, at: number, before: Token | undefined): [Token, length: number] {
  const sign = { '(': 'open', ')': 'close', '/': 'slash' } as const;
  const character = text[at] as keyof typeof sign;
  if (sign[character]) return [{ kind: sign[character], at }, 1];
  const isOperand = before === undefined || ['open', 'operator', 'near', 'exp', 'prefix'].includes(before.kind);
  if ((character as string) === '*' && isOperand && /\*\s*["\p{L}]/uy.test(text.slice(at, at + 3)))
    return [{ kind: 'major', at }, 1];
  return (
    quotedAt(text, at) ??
    bracketAt(text, at) ??
    ovidTagAt(text, at, before) ??
    (isOperand ? (pubYearAt(text, at) ?? prefixAt(text, at) ?? linesAt(text, at)) : undefined) ??
    nearAt(text, at) ??
    operatorAt(text, at) ??
    wordAt(text, at)
  );
}

type Found = [Token, length: number] | undefined;

function quotedAt(text: string, at: number): Found {
  const match = matchAt(QUOTED, text, at);
  return match ? [{ kind: 'phrase', at, text: match[1] ?? match[2] ?? '' }, match[0].length] : undefined;
}

function bracketAt(text: string, at: number): Found {
  const match = matchAt(BRACKET, text, at);
  if (!match) return undefined;
  const [whole, name = ''] = match;
  const near = /^(.*?):~(\d{1,2})$/.exec(name);
  const tag = pubmedTag(near?.[1] ?? name);
  if (!tag) throw new StrategyProblem(at, `unknown field ${whole}; known are ${KNOWN_TAGS}`);
  if (near) return [{ kind: 'proximity', at, tag, between: Number(near[2]) }, whole.length];
  return [{ kind: 'after', at, tag, isBracket: true, text: whole }, whole.length];
}

/** Only after a term or group: `et.al.` is not a tag. */
function ovidTagAt(text: string, at: number, before: Token | undefined): Found {
  const match = matchAt(OVID_TAG, text, at);
  if (!match) return undefined;
  const [whole, name = ''] = match;
  const tag = ovidTag(name);
  if (!tag || !before) throw new StrategyProblem(at, `unknown fields ${whole}; known are ${KNOWN_TAGS}`);
  return [{ kind: 'after', at, tag, isBracket: false, text: whole }, whole.length];
}

function pubYearAt(text: string, at: number): Found {
  const match = matchAt(PUBYEAR, text, at);
  if (!match) return undefined;
  const [whole, sign = '', digits] = match;
  const year = Number(digits);
  const range = { '>': [year + 1, 3000], AFT: [year + 1, 3000], '<': [1000, year - 1], BEF: [1000, year - 1] }[sign];
  const [from = year, to = year] = range ?? [];
  return [{ kind: 'years', at, from, to }, whole.length];
}

function prefixAt(text: string, at: number): Found {
  const match = matchAt(PREFIX, text, at);
  const [whole = '', name = '', sign, colon] = match ?? [];
  const tag = prefixTag(name) ?? (colon ? pubmedTag(name) : undefined);
  if (tag) return [{ kind: 'prefix', at, tag, isBracket: false, text: name }, whole.length];
  // `Wnt:beta` may be a word or a field that another database has: it must not be searched as the other one unsaid.
  const asWord = colon ? '; a word with a colon stands in quotation marks' : '';
  if (sign === '=' || colon)
    throw new StrategyProblem(at, `unknown field ${name}${sign ?? colon}; known are ${KNOWN_TAGS}${asWord}`);
  return undefined;
}

function linesAt(text: string, at: number): Found {
  const match = matchAt(LINES, text, at);
  if (!match) return undefined;
  const [whole, operator = '', list = ''] = match;
  const numbers = list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    if (to < from || to - from >= MAX_LINES) throw new StrategyProblem(at, `${whole} names no lines, or too many`);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  if (numbers.length > MAX_LINES) throw new StrategyProblem(at, `a list of more than ${MAX_LINES} lines`);
  return [{ kind: 'lines', at, operator: operator.toLowerCase() as 'and' | 'or', numbers }, whole.length];
}

/** `adj3` allows at most two words between, `NEAR/3` and `W/3` three. `adj` alone is a phrase. */
function nearAt(text: string, at: number): Found {
  const match = matchAt(NEAR, text, at);
  if (!match) return undefined;
  const [whole, adjacent, near, order, within] = match;
  const isAdjacent = adjacent !== undefined;
  const distance = Number(isAdjacent ? adjacent || 1 : (near ?? within));
  if (distance > MAX_DISTANCE || (isAdjacent && distance === 0)) {
    throw new StrategyProblem(at, `${whole}: a distance from 1 to ${MAX_DISTANCE} words`);
  }
  const inOrder = adjacent === '' || order?.toLowerCase() === 'pre';
  return [{ kind: 'near', at, between: isAdjacent ? distance - 1 : distance, inOrder }, whole.length];
}

function operatorAt(text: string, at: number): Found {
  const match = matchAt(OPERATOR, text, at);
  if (!match) return undefined;
  const [whole] = match;
  const name = whole.toLowerCase();
  const operator = name.startsWith('and ') || name.length > 3 ? 'not' : (name as 'and' | 'or' | 'not');
  return [{ kind: 'operator', at, operator, isCapital: whole === whole.toUpperCase() }, whole.length];
}

function wordAt(text: string, at: number): [Token, number] {
  const exp = matchAt(EXP, text, at);
  if (exp) return [{ kind: 'exp', at }, exp[0].length];
  if (matchAt(LIMIT, text, at)) {
    throw new StrategyProblem(
      at,
      'a limit is written as a condition: AND 2010:2022[dp], AND english[la], AND review[pt]',
    );
  }
  const match = matchAt(WORD, text, at);
  if (!match) throw new StrategyProblem(at, problemOf(text[at] as string));
  const [word] = match;
  const open = /\.([a-z]{2,4}(?:,[a-z]{2,4})*)$/i.exec(word);
  if (open && ovidTag(open[1] as string)) {
    throw new StrategyProblem(at + open.index, `fields end with a full stop: ${open[0]}.`);
  }
  return [{ kind: 'word', at, text: word }, word.length];
}

function problemOf(character: string): string {
  if (character === '$')
    return '$ means different things in different databases: write * for any ending, ? for one letter';
  if (/["\u201c\u201d\u201e\u201f{]/.test(character)) return 'a quotation mark has no other end';
  if (character === "'") return 'a phrase stands in double quotation marks, a heading is written exp NAME/';
  if (character === ':') return 'a range of years is written 2010:2022[dp]';
  if (character === '[') return 'a field in brackets has no other end, or its name is too long';
  return `the sign ${JSON.stringify(character)} means nothing here: put it into quotation marks`;
}

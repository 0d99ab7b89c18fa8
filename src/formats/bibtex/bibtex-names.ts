import { type NameInput, toPerson } from '../../papers/people.ts';
import { wholeName } from '../parsed-entry.ts';
import { readLatex } from './read-latex.ts';

const PART = /[{}\\,]| and(?= )/gi;
/** The parts of a name as biblatex may name them: `family=Beispiel, given={Ada}`. */
const NAMED_PART = /^\s*(family|given|prefix|suffix)(?:-i)?\s*=\s*/i;

/** The names of an author field, given name first, in their order; `others` is nobody. */
export function readNames(latex: string): NameInput[] {
  return splitNames(` ${latex.replace(/\s+/g, ' ')} `)
    .map(readName)
    .filter((name) => name !== '' && name !== 'others');
}

/** Each name as the parts between its commas; braces protect their content. */
function splitNames(latex: string): string[][] {
  const names: string[][] = [];
  let parts: string[] = [];
  let from = 0;
  let depth = 0;
  PART.lastIndex = 0;
  for (let match = PART.exec(latex); match; match = PART.exec(latex)) {
    const [sign] = match;
    if (sign === '\\') PART.lastIndex = match.index + 2;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      parts.push(latex.slice(from, match.index));
      from = PART.lastIndex;
      if (sign === ',') continue;
      names.push(parts);
      parts = [];
    }
  }
  return [...names, [...parts, latex.slice(from)]];
}

/** `First von Last`, `von Last, First`, `von Last, Jr, First`, a whole name in braces, or named parts. */
function readName(parts: readonly string[]): NameInput {
  if (parts.some((part) => NAMED_PART.test(part))) return readNamedParts(parts);
  const [first = '', ...others] = parts.map((part) => plain(part));
  const [given = '', suffix = ''] = others.length > 1 ? [others.slice(1).join(' '), others[0]] : others;
  if (others.length > 0) return toPerson(first, given, suffix) ?? given;
  return IN_BRACES.test(parts[0] ?? '') ? { literal: first } : first;
}

/** A single group in braces, which BibTeX never takes apart. */
const IN_BRACES = /^\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*$/;

function readNamedParts(parts: readonly string[]): NameInput {
  const named = new Map<string, string>();
  for (const part of parts) {
    const name = NAMED_PART.exec(part)?.[1]?.toLowerCase();
    if (name !== undefined && !named.has(name)) named.set(name, plain(part.replace(NAMED_PART, '')));
  }
  const family = [named.get('prefix'), named.get('family')].filter(Boolean).join(' ');
  return toPerson(family, named.get('given'), named.get('suffix')) ?? named.get('given') ?? '';
}

/** Commas in braces separate nothing. */
function plain(latex: string): string {
  return wholeName(readLatex(latex)).replace(/\s+/g, ' ').trim();
}

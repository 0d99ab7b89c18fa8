import { parse as parseBibtex } from '@retorquere/bibtex-parser';
import { lexer } from 'marked';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { exported } from '../helpers/exported.ts';

/**
 * Every character in every field of every format that is written, held against the grammar of what reads the format.
 * The lexer of TeX is that of the TeXbook (chapters 7 and 8) with LaTeX's category codes; lines are split wherever any
 * common reader splits them.
 */

/** A paper that says the same text in every field that holds text, and has it in its identifiers and addresses. */
function paperOf(text: string): WirePaper {
  return {
    id: text,
    title: text,
    abstract: `${text}\n${text}`,
    tldr: text,
    authors: `${text}, Ada ${text}, van der ${text}`,
    journalName: text,
    v_journal_name: text,
    v_publisher: text,
    v_country: text,
    v_quartile_ranking: text,
    quartileSource: text,
    publicationType: text,
    publishedAt: text,
    engine: text,
    arxivId: `2101.00001${text}`,
    pmid: text,
    pmcid: `PMC1${text}`,
    openAlexId: `W1${text}`,
    corpusId: text,
    issns: [text, `1234-5679${text}`],
    isRetracted: true,
    provenance: { title: { from: text, on: text } },
    fieldsOfStudy: [text, `a ${text}`],
    doi: `10.1000/a${text}b`,
    link: `https://example.org/a${text}b?q=${text}#${text}`,
    titleLink: `https://example.org/${text}`,
    pdfLink: `https://example.org/a${text}.pdf`,
  };
}

/** Papers that differ in whether the DOI or the link is the address, and in the kind of entry that is written. */
function papersOf(texts: readonly string[]): WirePaper[] {
  const kinds = ['journal', 'thesis', 'book', 'posted-content'];
  return texts.map((text, index) => {
    const { doi, ...paper } = paperOf(text);
    const publicationType = kinds[index % kinds.length] as string;
    return index % 2 === 0 ? { ...paper, publicationType } : { ...paper, doi: doi ?? null };
  });
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const SIGNS = ASCII.filter((character) => /[^A-Za-z0-9]/.test(character) && /[\t\n\r\x20-\x7e]/.test(character));

/** Texts of one character each, of two signs, and the ways in which TeX lets a backslash be written. */
const SHORT = [
  ...ASCII.flatMap((character) => [character, `x${character}y`, character.repeat(3), `^^${character}`]),
  ...['a', '1', ...SIGNS].flatMap((first) => SIGNS.map((second) => `${first}${second}1+1`)),
  ...['^^5cinput{x}', '^^5cimmediate^^5cwrite18^^7bid^^7d', '^^^^005cinput', '^^\u001cinput', '^^5Einput', '~^^5c'],
  ...['%5e%5e5cinput', '%255E%255E5cinput', '&#94;&#94;5c', '\\^^5c', '^{^}5c', '%0a^^5cinput', '%0d@comment{'],
  ...[
    '\\input{x}',
    '\\\\input',
    '\\write18{id}',
    '\\csname input\\endcsname',
    '\\begin{x}',
    '\\(',
    '$$',
    '{',
    '}',
    '}}}',
  ],
];

/** Every code unit beyond ASCII (lone surrogates, too), and every plane's first and last characters, many to a text. */
const REST = (() => {
  const units = Array.from({ length: 0x10000 - 128 }, (_, at) => String.fromCharCode(at + 128));
  const planes = Array.from({ length: 16 }, (_, plane) => (plane + 1) * 0x10000);
  const beyond = planes.flatMap((start) =>
    Array.from({ length: 256 }, (_, at) => String.fromCodePoint(start + at, start + 0xffff - at)),
  );
  const all = [...units, ...beyond];
  return Array.from({ length: Math.ceil(all.length / 160) }, (_, at) => all.slice(at * 160, (at + 1) * 160).join('x'));
})();

/** Of identifiers and addresses one bad character may cost the whole, so that these are asked for one by one, too. */
const ODD = [
  ...'\u0080\u0085\u00a0\u00ad\u061c\u200b\u2028\u2029\u202e\ufeff\uff3c\uff3e\uff5b\ufe68',
  '\ud800',
  '\udfff',
];

const TEXTS = [...SHORT, ...REST, ...ODD];
/** Each text once in a paper with a DOI and once in one without. */
const PAPERS = exported([...papersOf(TEXTS), ...papersOf(['', ...SHORT])]);

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are looked for
/** Wherever a reader of any language ends a line: Python's splitlines has the most. */
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** How TeX lets any character be written: by two hexadecimal digits, or by the character 64 places away. */
const SPELT = /^\^\^(?:([0-9a-f]{2})|([\x00-\x7f]))/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above

type Token = { command: string } | { character: string };

/**
 * What TeX takes a text for, by LaTeX's category codes; `^^` makes a character, which may start a command, of what
 * follows.
 */
function tokensOf(tex: string): Token[] {
  const tokens: Token[] = [];
  let rest = tex;
  const spelt = () => {
    const [whole, hex, single] = SPELT.exec(rest) ?? [];
    if (whole === undefined) return;
    const code = single === undefined ? Number.parseInt(hex as string, 16) : single.charCodeAt(0) ^ 64;
    rest = String.fromCharCode(code) + rest.slice(whole.length);
    spelt();
  };
  while (rest !== '') {
    spelt();
    const [character = ''] = rest;
    rest = rest.slice(character.length);
    if (character !== '\\') tokens.push({ character });
    else {
      spelt();
      const [name = ''] = /^(?:[A-Za-z]+|.)/su.exec(rest) ?? [];
      rest = rest.slice(name.length);
      tokens.push({ command: name });
    }
  }
  return tokens;
}

/** Each prints one character, or puts an accent on one; none reads a file, writes one or defines anything. */
const PRINTING = new Set(
  (
    '& % $ # _ " \' ` ^ ~ = . b c d H k r u v textbraceleft textbraceright textbackslash textasciitilde textasciicircum ' +
    'textless textgreater textbar textmu i AE ae O o DH dh TH th ss DJ dj L l NG ng OE oe ' +
    'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega alpha beta gamma delta varepsilon epsilon zeta eta theta iota kappa ' +
    'lambda mu nu xi pi rho varsigma sigma tau upsilon varphi phi chi psi omega textTheta textOmega ' +
    'leq geq neq approx sim infty rightarrow leftarrow leftrightarrow Rightarrow Leftrightarrow uparrow downarrow textdownarrow ' +
    'partial sum prod int in notin subset supset subseteq supseteq cap cup forall exists propto equiv simeq cong oplus otimes ' +
    'langle rangle wedge vee parallel mp ast circ textleftarrow textrightarrow texttheta'
  ).split(' '),
);

/** The fields of all entries, a line each: name, and what stands between the outer braces. */
function fieldLines(bibtex: string): [name: string, tex: string][] {
  const lines = bibtex.split('\n').filter((line) => line.startsWith('  '));
  return lines.map((line) => {
    const [, name, tex] = /^ {2}([a-z]+) = (?:\{(.*)\}|[a-z]{3}),$/s.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a line of a field: ${line}`);
    return [name, tex ?? ''];
  });
}

/** Commands that do more than print, and characters with which a text could leave its field or its mode. */
function danger(tex: string, isAddress: boolean): string[] {
  const bad: string[] = [];
  let depth = 0;
  let isMath = false;
  for (const token of tokensOf(tex)) {
    if ('command' in token) {
      if (isAddress || !PRINTING.has(token.command)) bad.push(`\\${token.command}`);
      continue;
    }
    const { character } = token;
    if (isAddress) {
      if (/[{}$^~\\]|[^\x21-\x7e]/.test(character)) bad.push(character);
      continue;
    }
    if (character === '$') isMath = !isMath;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0 || /[%#&~]/.test(character) || CONTROL.test(character)) bad.push(character);
    if (/[\^_]/.test(character) && !isMath) bad.push(character);
  }
  return depth === 0 && !isMath ? bad : [...bad, 'unbalanced'];
}

describe('the lexer of TeX in this test', () => {
  it.each([
    ['^^5cinput', ['input']],
    ['^^\u001cinput', ['input']],
    ['^^5e^5cinput', ['input']],
    ['\\^^69nput', ['input']],
    ['\\\\input', ['\\']],
    ['a%5e%5e5cinput', []],
  ])('finds the commands of %j', (tex, commands) => {
    expect(tokensOf(tex).flatMap((token) => ('command' in token ? [token.command] : []))).toEqual(commands);
  });
});

describe('BibTeX', () => {
  const text = writePapers('bibtex', PAPERS);
  const fields = fieldLines(text);

  it('has no command but those that print a character, in no field and by no spelling of TeX', () => {
    const bad = fields.flatMap(([name, tex]) => {
      const found = danger(tex, ['doi', 'url', 'eprint', 'primaryclass', 'archiveprefix'].includes(name));
      return found.length > 0 ? [`${name} = ${tex.slice(0, 100)}: ${found.join(' ').slice(0, 100)}`] : [];
    });
    expect(bad).toEqual([]);
  });

  it('is an entry for each paper, of lines that are ours', () => {
    expect(text.split('\n').filter((line) => !/^(?:@[a-z]+\{[a-z0-9-]+,|\}|| {2}[a-z]+ = .*,)$/s.test(line))).toEqual(
      [],
    );
    expect(text.split(LINE_END)).toHaveLength(text.split('\n').length);
    expect(text.match(/^@/gm)).toHaveLength(PAPERS.length);
    const { entries, errors } = parseBibtex(writePapers('bibtex', exported(papersOf(SHORT))), { sentenceCase: false });
    expect([entries.length, errors]).toEqual([SHORT.length, []]);
  });

  it('keeps addresses and DOIs as what they are', () => {
    const urls = fields.filter(([name]) => name === 'url').map(([, url]) => url);
    expect(urls.length).toBeGreaterThan(TEXTS.length / 2);
    expect(urls.filter((url) => !URL.canParse(url) || !/^https:\/\/(?:example|doi|arxiv)\.org\//.test(url))).toEqual(
      [],
    );
  });
});

describe('RIS', () => {
  it('is lines of a tag and a value, one reference for each paper', () => {
    const lines = writePapers('ris', PAPERS).split(LINE_END);
    expect(lines.filter((line) => line !== '' && !/^[A-Z][A-Z0-9] {2}- /.test(line))).toEqual([]);
    expect(lines.filter((line) => CONTROL.test(line))).toEqual([]);
    for (const tag of ['TY', 'ER', 'ID', 'AN']) {
      expect(lines.filter((line) => line.startsWith(`${tag}  - `))).toHaveLength(PAPERS.length);
    }
    const allowed = 'TY ID TI AU PY DA T2 PB DO UR L1 AB KW SN N1 DB AN ER'.split(' ');
    expect(lines.filter((line) => line !== '' && !allowed.includes(line.slice(0, 2)))).toEqual([]);
  });
});

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(stringsIn)];
}

describe('JSON', () => {
  it('CSL is an item for each paper, without control characters', () => {
    const items = JSON.parse(writePapers('csl-json', PAPERS)) as { id: string }[];
    expect(items).toHaveLength(PAPERS.length);
    expect(new Set(items.map(({ id }) => id)).size).toBe(PAPERS.length);
    expect(stringsIn(items).filter((text) => CONTROL.test(text) || !text.isWellFormed())).toEqual([]);
  });

  it('Lines is a line for each paper, wherever a reader ends lines', () => {
    const lines = writePapers('jsonl', PAPERS).split(LINE_END);
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(PAPERS.length);
    const strings = lines.flatMap((line) => stringsIn(JSON.parse(line)));
    expect(strings.filter((text) => CONTROL.test(text) || !text.isWellFormed())).toEqual([]);
  });
});

describe('CSV', () => {
  const text = writePapers('csv', PAPERS);
  const isNumber = (cell: string) => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell);
  const running = (cells: readonly string[]) =>
    cells.filter((cell) => /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell) && !isNumber(cell));

  it('is a row of equal length for each paper', () => {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n', skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(PAPERS.length + 1);
    expect(new Set(data.map(({ length }) => length)).size).toBe(1);
    expect(running(data.flat())).toEqual([]);
    expect(data.flat().filter((cell) => CONTROL.test(cell))).toEqual([]);
  });

  it('has no cell that a spreadsheet of another language or setting runs, whether it heeds quotes or not', () => {
    for (const delimiter of [';', '\t']) {
      expect(running(Papa.parse<string[]>(text, { delimiter }).data.flat())).toEqual([]);
    }
    expect(running(text.split(/[;\t\r\n]/))).toEqual([]);
  });

  it('gives a reader that splits at tabs, commas and semicolons the same cells', () => {
    const cells = text.replace(/"(?:[^"]|"")*"/g, 'quoted');
    expect(cells.split('\r\n').filter((row) => /[;\t]/.test(row))).toEqual([]);
  });
});

describe('Markdown', () => {
  type Marked = { type: string; href?: string; raw?: string };
  function tokensIn(value: unknown): Marked[] {
    if (typeof value !== 'object' || value === null) return [];
    const own = typeof (value as Marked).type === 'string' ? [value as Marked] : [];
    return [...own, ...Object.values(value).flatMap(tokensIn)];
  }

  it('has a heading for each paper, no link but to doi.org, and nothing that loads or runs', () => {
    const tokens = tokensIn(lexer(writePapers('markdown', PAPERS)));
    expect(tokens.filter(({ type }) => type === 'heading')).toHaveLength(PAPERS.length + 1);
    const bad = tokens.filter(
      ({ type, href = '' }) =>
        ['image', 'html', 'table', 'code', 'def', 'hr', 'checkbox', 'del', 'br'].includes(type) ||
        (type === 'link' && !/^https:\/\/doi\.org\/10\.1000\/[^\s()<>]+$/.test(href)),
    );
    expect(bad.map(({ type, raw }) => `${type}: ${raw?.slice(0, 80)}`)).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { type Literal, literalsOf, SOURCE_FILES } from './literals.ts';

/**
 * Rooms that speak to somebody, and the tools, commands and pages of features; all others give values, which these and
 * files of sentences put into words. The settings say themselves what they are, in the guide and where one is wrong.
 */
const ROOMS = /^(?:mcp|faces|report\/view|platform\/settings|service\/admin-page)\/|^(?:main|app\/command-line)\.ts$/;
const OF_FEATURES = /\/(?:tool|resources?|command|print-[\w-]+)\.ts$|\/(?:commands|pages)\//;
/** Files of sentences: each stands beside what says them. */
const SENTENCES = /^wording\/sentences\/|(?:^|\/)sentences\.ts$/;
/** Of the settings themselves: each wrong one is named before its rule. */
const SETTINGS = 'platform/config.ts';

const below = SOURCE_FILES.filter((file) => !ROOMS.test(file) && !OF_FEATURES.test(file));
const texts = below.flatMap((file) => literalsOf(file)).filter(({ text }) => /\S \S/.test(text));
const shown = ({ file, line, text }: Literal) => `${file}:${line()}: ${text}`;

function offenders(pattern: RegExp): string[] {
  return texts.filter(({ text }) => pattern.test(text)).map(shown);
}

describe('rooms below the faces', () => {
  it('name no tool in a text', () => {
    expect(offenders(new RegExp(`\\b(${TOOLS.map(({ name }) => name).join('|')})\\b`))).toEqual([]);
  });

  it('name no command in a text', () => {
    expect(offenders(/(?<!inside |of |that )\bpaperqueue (?!embedded|stopped|knows|was)[a-z]+\b/)).toEqual([]);
  });

  it('name no flag in a text', () => {
    expect(offenders(/(^|[\s(])--[a-z][\w-]+/)).toEqual([]);
  });

  it('name no setting in a text: settings are data of notes', () => {
    const named = texts.filter(({ file, text }) => file !== SETTINGS && /\bPAPERQUEUE_[A-Z]/.test(text));
    expect(named.map(shown)).toEqual([]);
  });

  const WORDS = /[A-Za-z][a-z’']+( #)? [a-z][a-z’'-]*( #)? [a-z]+/;
  const SQL =
    /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|WHERE|ATTACH|LOCK TABLE|ORDER BY|IS NULL|CASE|coalesce)\b/;

  /** Where three words in a row are no clause of an answer, and why. */
  const NO_CLAUSES: [RegExp, string][] = [
    [
      /^(contract\/[\w-]+|jobs\/parts-of-question|platform\/config|search\/look-up\/read-item|papers\/(strategy|filters)\/[\w-]+|platform\/net\/address-policy)\.ts$/,
      'rules of fields',
    ],
    [/^contract\/reading\//, 'names and words of services'],
    [/^platform\/out-of-files\.ts$/, 'what is said where nothing more can be loaded, not even a wording'],
    [/^search\/sources\/\w+\/index\.ts$/, 'settings of keys, which say themselves what they are'],
    [/^library\/zotero\/zotero-library\.ts$/, 'names of libraries'],
    [/^(formats|library\/importing)\//, 'names of fields, and why an entry of a file was left out, beside its line'],
    [/^review\/prisma\/prisma-csv\.ts$/, 'the template of PRISMA 2020, word for word'],
    [/^reading\/quote\/real-words\.ts$/, 'words of the language'],
    [/^evidence\/draft\/reading\//, 'headings of lists of references'],
    [/^evidence\/passages\/answer-words\.ts/, 'words of papers'],
    [/^papers\/(analysis|relevance|retraction|[\w-]+\.ts)/, 'words and patterns of the language of papers'],
    [
      /^report\/(?!view\/)|^jobs\/answers\/(?:describe-query|identification)/,
      'documents and their headings, in plain words',
    ],
    [/^service\//, 'a face to programs and its operator: the API, its description, its metrics'],
    [/^library\/(?!importing|zotero|editing)/, 'what the log says of a damaged or shared index'],
    [
      /^(papers\/works|search\/federated\/search(?:-flow)?\.ts|search\/federated\/source-reports)/,
      'names that are stored with a job: rules, reasons, origins',
    ],
  ];
  /** Codes and queries of three words. */
  const CODES = [
    'quota used up',
    'paused after failures',
    'not a document',
    'nested too deeply',
    'pictures of pages',
    'with a key',
    'took too long',
    'free full text[sb]',
    'Plan upgrade required',
    'pages in progress',
  ];
  const isClause = ({ text }: Literal) => WORDS.test(text) && !SQL.test(text) && !CODES.includes(text);

  it('hold no finished clause: a value is rendered by the wording', () => {
    const [planted] = literalsOf('planted.ts', "const why = 'it holds preprints only';");
    expect(planted && isClause(planted)).toBe(true);
    const clauses = texts.filter(
      (each) => !SENTENCES.test(each.file) && !NO_CLAUSES.some(([area]) => area.test(each.file)) && isClause(each),
    );
    expect(clauses.map(shown)).toEqual([]);
  });

  it('are left out of that rule only where they need it', () => {
    const needed = ([area]: (typeof NO_CLAUSES)[number]) =>
      texts.some((each) => area.test(each.file) && isClause(each));
    expect(NO_CLAUSES.filter((each) => !needed(each))).toEqual([]);
  });
});

it('no program decides by reading a sentence', () => {
  const reading =
    /\b(notes?|next|message|detail|failed|reason|why)\b[A-Za-z.?![\]0-9]*\.(startsWith|endsWith|includes|match|search)\(/;
  const lines = SOURCE_FILES.flatMap((file) =>
    readFileSync(`src/${file}`, 'utf8')
      .split('\n')
      .flatMap((line) => (reading.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  // Lines of files and notes of bibliographies are data.
  expect(lines.filter((line) => !/^(library\/importing|formats)\//.test(line))).toEqual([]);
});

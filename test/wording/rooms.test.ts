import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/registry.ts';

/** Rooms that speak to somebody; all others give values, which these put into words. */
const FACES = /^(mcp|cli|ui|sdk|setup|doctor|view)\/|^(main|command-line)\.ts$/;
/** Of the settings themselves: each wrong one is named before its rule. */
const SETTINGS = /^config\.ts: /;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

/** The texts of a file that are sentences or parts of one, without comments and imports. */
function textsOf(file: string): string[] {
  return readFileSync(`src/${file}`, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*|\*|import )/.test(line))
    .flatMap((line) => [...line.matchAll(/(['`])((?:(?!\1).)* (?:(?!\1).)*)\1/g)].map(([, , text = '']) => text));
}

function offenders(pattern: RegExp): string[] {
  return files
    .filter((file) => !FACES.test(file))
    .flatMap((file) => textsOf(file).flatMap((text) => (pattern.test(text) ? [`${file}: ${text}`] : [])));
}

it('rooms below the faces name no tool in a text', () => {
  expect(offenders(new RegExp(`\\b(${TOOLS.map(({ name }) => name).join('|')})\\b`))).toEqual([]);
});

it('rooms below the faces name no command in a text', () => {
  expect(offenders(/(?<!inside |of )\bpaperqueue (?!embedded|stopped|knows|was)[a-z]+\b/)).toEqual([]);
});

it('rooms below the faces name no flag in a text', () => {
  expect(offenders(/(^|[\s(])--[a-z][\w-]+/)).toEqual([]);
});

it('rooms below the faces name no setting in a text: settings are data of notes', () => {
  expect(offenders(/\bPAPERQUEUE_[A-Z]/).filter((each) => !SETTINGS.test(each))).toEqual([]);
});

it('no program decides by reading a sentence', () => {
  const reading = /\b(notes?|next|message)\b[A-Za-z.?![\]0-9]*\.(startsWith|endsWith|includes|match|search)\(/;
  const lines = files.flatMap((file) =>
    readFileSync(`src/${file}`, 'utf8')
      .split('\n')
      .flatMap((line) => (reading.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  // Lines of files and notes of bibliographies are data.
  expect(lines.filter((line) => !/^(importing|formats)\//.test(line))).toEqual([]);
});

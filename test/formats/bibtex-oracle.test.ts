import { parse } from '@retorquere/bibtex-parser';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBibtex } from '../../src/formats/bibtex/read-bibtex.ts';
import { runs } from '../helpers/runs.ts';
import { wholeNames } from '../helpers/whole-names.ts';

/** The reader of BibTeX against the parser of Better BibTeX, over entries in the shapes that programs write. */

type Name = { name?: string; firstName?: string; prefix?: string; lastName?: string; suffix?: string };

/** That parser writes styles as HTML; what is read here is text. */
const plain = (text: unknown) =>
  typeof text === 'string'
    ? text
        .replace(/<\/?[a-z]+>/g, '')
        .normalize('NFC')
        .replace(/\s+/g, ' ')
        .trim()
    : undefined;

function expected(source: string) {
  return parse(source, { sentenceCase: false }).entries.map(({ type, fields }) => {
    const { title, journal, year, doi, author } = fields as Record<string, unknown>;
    const names = ((author ?? []) as Name[]).map(({ name, firstName, prefix, lastName, suffix }) =>
      plain(name ?? [firstName, prefix, lastName, suffix].filter(Boolean).join(' ')),
    );
    return {
      type: type.toLowerCase(),
      title: plain(title),
      journal: plain(journal),
      year,
      doi: plain(doi)?.replace('\\_', '_'),
      names,
    };
  });
}

function read(source: string) {
  return readBibtex(source).entries.map(({ metadata }) => ({
    type: metadata.publicationType,
    title: plain(metadata.title),
    journal: plain(metadata.venue),
    year: metadata.year === undefined ? undefined : String(metadata.year),
    doi: plain(metadata.doi),
    names: wholeNames(metadata.authors).map(plain),
  }));
}

const words = fc
  .array(
    fc.constantFrom(
      ...['river', 'Sensor', 'of', '{DNA}', '{{NASA}}', "caf{\\'e}", 'M{\\"u}ller', 'M\\"uller', '\\c{c}a', '{\\O}re'],
      ...[
        'stra{\\ss}e',
        '\\v{S}koda',
        'Erd{\\H o}s',
        "{\\L}\\'od\\'z",
        '\\aa',
        '\\alpha',
        '$\\alpha$',
        '$x^2$',
        'H$_2$O',
      ],
      ...['R\\&D', '100\\%', 'a\\_b', '1--2', '---', "``quoted''", 'Über', '太陽', '\\emph{in vivo}', '\\textit{a}'],
      ...['{\\"O}', '\\~n', "\\'{E}", '{\\ae}', '$\\leq$', '{\\textendash}', '\\textbf{b}', '3\\,m'],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(' '));

const family = fc.constantFrom(
  'Beispiel',
  "N{\\'u}{\\~n}ez",
  'M{\\"u}ller',
  '{\\O}sterg{\\aa}rd',
  "O'Neil",
  'Li',
  '李',
);
const given = fc.constantFrom('Ada', 'A. B.', "Jos{\\'e}", 'J.-P.', 'Ada Bo');
const name = fc.oneof(
  fc.tuple(family, given).map(([last, first]) => `${last}, ${first}`),
  fc.tuple(family, given).map(([last, first]) => `${first} ${last}`),
  fc.tuple(family, given).map(([last, first]) => `van der ${last}, ${first}`),
  fc.tuple(family, given).map(([last, first]) => `${last}, Jr., ${first}`),
  fc.constantFrom('{World Health Organization}', '{Barnes and Noble}', '{Toys, Inc.}'),
);

const quoted = (latex: string) => (/"/.test(latex) ? `{${latex}}` : `"${latex}"`);
const entry = fc
  .record({
    type: fc.constantFrom('article', 'Book', 'INPROCEEDINGS', 'misc', 'phdthesis'),
    key: fc.stringMatching(/^[A-Za-z][A-Za-z0-9:_.-]{0,12}$/),
    brackets: fc.constantFrom<[string, string]>(['{', '}'], ['(', ')']),
    title: words,
    journal: fc.oneof(
      words.map((latex) => `{${latex}}`),
      words.map(quoted),
      fc.constantFrom('nat', 'nat # " and " # nat', '"The " # nat'),
    ),
    authors: fc.array(name, { minLength: 1, maxLength: 4 }),
    year: fc.integer({ min: 1900, max: 2030 }).chain((year) => fc.constantFrom(`${year}`, `{${year}}`, `"${year}"`)),
    doi: fc.constantFrom('10.1000/a_b', '10.1000/a\\_b', '10.1000/(SICI)1097'),
    comma: fc.constantFrom('', ','),
    gap: fc.constantFrom('\n', '\n\n', '\r\n', ' '),
  })
  .map(({ type, key, brackets: [open, close], title, journal, authors, year, doi, comma, gap }) =>
    [
      `@${type}${open}${key},`,
      `  title = {${title}},`,
      `  author = {${authors.join(' and ')}},`,
      `  journal = ${journal},`,
      `  doi = {${doi}},`,
      `  year = ${year}${comma}`,
      `${close}${gap}`,
    ].join('\n'),
  );
const between = fc.constantFrom('', '% a remark\n', 'words of nobody\n', '@comment{jabref-meta: x;}\n', '\n');

describe('the reader of BibTeX', () => {
  it('reads what the parser of Better BibTeX reads', () => {
    const file = fc
      .array(fc.tuple(between, entry), { minLength: 1, maxLength: 6 })
      .map((parts) => `@string{nat = "Nature"}\n${parts.flat().join('')}`);
    fc.assert(
      fc.property(file, (source) => {
        expect(read(source)).toEqual(expected(source));
      }),
      { numRuns: runs(100) },
    );
  });
});

import { parse } from '@retorquere/bibtex-parser';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { readBibtex } from '../../src/formats/bibtex/read-bibtex.ts';
import type { ExportedPaper } from '../../src/formats/format.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { toPaper } from '../../src/papers/paper.ts';
import { readWithCitationJs } from '../helpers/citation-js.ts';
import { exported, exportedOne } from '../helpers/exported.ts';
import { authorsOf, CLEAN_RECORDS, COLLECTIONS, type Expected, linesOf } from '../helpers/exported-papers.ts';
import { some } from '../helpers/runs.ts';
import { SIGNS as WRITTEN_SIGNS } from './written-characters.ts';

/** What BibTeX makes of a text: one line; a Greek mu is written as the micro sign. */
function normal(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : text.replace(/\s+/g, ' ').trim().replaceAll('μ', 'µ').normalize('NFC') || undefined;
}

/** An address without its percent-encoding, because citation-js adds some of its own, even to what has it. */
function decoded(text: string | undefined): string | undefined {
  const plain = text?.replace(/%([0-9a-f]{2})/gi, (_code, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain === text ? plain : decoded(plain);
}

/** What BibTeX makes of keywords: words without marks that mean something, in no order. Commas always part them. */
function normalKeywords(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => name.split(/[,;]/));
  const plain = parts.map((name) =>
    name
      .replace(/[^\p{L}\p{M}\p{N}.:()/+-]|(?<=-)-/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return [...new Set(plain.filter((name) => name !== ''))].sort();
}

type Entry = { type: string; key: string; fields: Record<string, unknown> };

/** The file as the parser of Better BibTeX reads it. */
function readEntries(source: string): Entry[] {
  const { entries, errors } = parse(source, { sentenceCase: false });
  expect(errors).toEqual([]);
  return entries as Entry[];
}

function textOf(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.join(' and ') : value;
  return typeof text === 'string' ? normal(text) : undefined;
}

type Name = { name?: string; firstName?: string; prefix?: string; lastName?: string; suffix?: string };

function namesOf(names: unknown): (string | undefined)[] {
  return ((names ?? []) as Name[]).map(({ name, firstName, prefix, lastName, suffix }) =>
    normal(name ?? [firstName, prefix, lastName, suffix].filter(Boolean).join(' ')),
  );
}

const VENUES = ['journal', 'booktitle', 'series', 'howpublished'];
const PUBLISHERS = ['publisher', 'school', 'institution'];

/** The fields that BibTeX holds, out of the paper. A thesis or report without a publisher names its venue for it. */
function fieldsOf({ ref, key }: ExportedPaper, expected: Expected) {
  const { publicationType = '', doi, link, venue, publisher } = expected;
  const moved = /dissertation|thesis|report/.test(publicationType) && publisher === undefined;
  return {
    key,
    title: normal(expected.title),
    authors: wordsOf(authorsOf(expected, 'others')),
    venue: moved ? undefined : normal(venue),
    publisher: normal(moved ? venue : publisher),
    doi: decoded(doi),
    url: decoded(doi === undefined ? link : `https://doi.org/${doi}`),
    keywords: normalKeywords(expected.fieldsOfStudy),
    abstract: normal(expected.abstract),
    paperqueue: ref,
  };
}

/** Words of names, whichever comes first: `Lovelace, Ada` and `Ada Lovelace`. */
function wordsOf(names: readonly (string | undefined)[]): string[] {
  return names.flatMap((name) => (normal(name) ?? '').split(' ')).sort();
}

function entryOf({ key, fields }: Entry) {
  const first = (names: string[]) => names.map((name) => textOf(fields[name])).find((value) => value !== undefined);
  return {
    key,
    title: textOf(fields.title),
    authors: wordsOf(namesOf(fields.author)),
    venue: first(VENUES),
    publisher: first(PUBLISHERS),
    doi: decoded(textOf(fields.doi)),
    url: decoded(textOf(fields.url)),
    keywords: normalKeywords((fields.keywords ?? []) as string[]),
    abstract: textOf(fields.abstract),
    paperqueue: textOf(fields.paperqueue),
  };
}

describe('BibTeX, read by the parser of Better BibTeX', () => {
  it('says of real records what they say themselves', () => {
    const records = some(CLEAN_RECORDS);
    const entries = readEntries(
      writePapers(
        'bibtex',
        records.map(({ exported }) => exported),
      ),
    );
    expect(entries.map(entryOf)).toEqual(records.map(({ exported, expected }) => fieldsOf(exported, expected)));
    for (const [index, { type, fields }] of entries.entries()) {
      const { publishedAt } = records[index]?.expected ?? {};
      expect({ type, date: textOf(fields.date) }).toEqual({ type: 'article', date: publishedAt });
    }
  });

  it.each(COLLECTIONS)('says the same as JSON Lines of %s', (_name, papers) => {
    const entries = readEntries(writePapers('bibtex', papers));
    const lines = linesOf(papers);
    expect(entries.map(entryOf)).toEqual(papers.map((each, index) => fieldsOf(each, lines[index] as Expected)));
  });

  it.each([
    ['journal', 'article'],
    ['conference', 'inproceedings'],
    ['book chapter', 'incollection'],
    ['book', 'book'],
    ['thesis', 'phdthesis'],
    ['report', 'techreport'],
    ['dataset', 'misc'],
    ['preprint', 'misc'],
    ['poem', 'misc'],
  ])('gives the type %s as %s', (publicationType, type) => {
    expect(readEntries(write({ title: 'T', publicationType }))[0]?.type).toBe(type);
  });
});

/**
 * citation-js leaves commands alone that it does not know; they are resolved here, in what was written and in what was
 * read.
 */
const SIGNS = [...WRITTEN_SIGNS, 'θ', 'Υ'];
const READ_SIGNS = readWithCitationJs(
  'bibtex',
  writePapers('bibtex', exported(SIGNS.map((sign) => ({ title: `x${sign}y` })))),
).map(({ title = '' }) => title.slice(1, -1));
const COMMANDS = new Map(
  SIGNS.flatMap((sign, at) => (READ_SIGNS[at] === sign ? [] : [[READ_SIGNS[at] ?? '', sign] as const])),
);
const BY_LENGTH = [...COMMANDS.keys()].sort((a, b) => b.length - a.length);

function resolved(text: string | undefined): string | undefined {
  const read = BY_LENGTH.reduce((rest, name) => rest?.replaceAll(name, COMMANDS.get(name) ?? ''), text);
  return normal(read);
}

describe('BibTeX, read by citation-js', () => {
  it('knows the commands that are written, or leaves them alone', () => {
    expect(READ_SIGNS).toHaveLength(SIGNS.length);
    expect([...COMMANDS.keys()].filter((name) => !/^\\[a-zA-Z]+$/.test(name))).toEqual([]);
  });

  it.each(COLLECTIONS)('says the same as JSON Lines of %s', (_name, papers) => {
    const items = readWithCitationJs('bibtex', writePapers('bibtex', papers));
    const lines = linesOf(papers);
    expect(items.length).toBe(papers.length);
    for (const [index, exported] of papers.entries()) {
      const item = items[index];
      const expected = fieldsOf(exported, lines[index] as Expected);
      const names = (item?.author ?? []).map((name) =>
        resolved([name.given, name['non-dropping-particle'], name.family, name.suffix].filter(Boolean).join(' ')),
      );
      expect({
        key: item?.id,
        title: resolved(item?.title),
        authors: wordsOf(names),
        doi: decoded(item?.DOI),
        // A howpublished that starts like an address is one to citation-js.
        url: expected.url === undefined && /^http/.test(expected.venue ?? '') ? undefined : decoded(item?.URL),
        abstract: resolved(item?.abstract),
        keywords: normalKeywords(item?.keyword?.split(',') ?? []),
      }).toEqual({
        key: expected.key,
        title: resolved(expected.title),
        authors: wordsOf(authorsOf(lines[index] as Expected, 'others').map(resolved)),
        doi: expected.doi,
        url: expected.url,
        abstract: resolved(expected.abstract),
        keywords: expected.keywords,
      });
    }
  });

  it.each([
    [{ publishedAt: '2020-05-03' }, [2020, 5, 3]],
    [{ publishedAt: '2020-05' }, [2020, 5]],
    [{ year: 1999 }, [1999]],
    [{}, undefined],
  ])('reads the date of %j as %j', (paper, parts) => {
    const [item] = readWithCitationJs('bibtex', write({ title: 'T', ...paper }));
    expect(item?.issued?.['date-parts'][0]).toEqual(parts);
  });
});

function write(paper: WirePaper): string {
  return writePapers('bibtex', exportedOne(paper));
}

describe('a BibTeX entry', () => {
  it('looks as people write them', () => {
    const paper: WirePaper = {
      title: 'Attention for the mRNA of naïve T cells: 50% of α & β',
      authors: 'Ashish Vaswani, Anna van der Berg, Martin King Jr., World Health Organization',
      year: 2017,
      publishedAt: '2017-06-12',
      journalName: 'Journal of Tests',
      publicationType: 'journal',
      doi: '10.1000/a_b',
      abstract: 'First line.\nSecond {line}.',
      fieldsOfStudy: ['Biology', 'Medicine'],
    };
    expect(write(paper)).toBe(`@article{vaswani2017attention,
  title = {Attention for the {mRNA} of na{\\"i}ve {T} cells: 50\\% of {$\\alpha$} \\& {$\\beta$}},
  author = {Vaswani, Ashish and van der Berg, Anna and King, Jr., Martin and {World Health Organization}},
  journal = {Journal of Tests},
  year = {2017},
  month = jun,
  date = {2017-06-12},
  doi = {10.1000/a_b},
  url = {https://doi.org/10.1000/a_b},
  keywords = {Biology, Medicine},
  abstract = {First line. Second {\\textbraceleft}line{\\textbraceright}.},
  paperqueue = {J12-1},
}
`);
  });

  it('names the archive of a preprint', () => {
    const text = write({ title: 'T', isPrePrint: true, link: 'https://arxiv.org/abs/math.GT/0309136v2' });
    expect(text).toContain('@misc{');
    expect(text).toContain('eprint = {math.GT/0309136}');
    expect(text).toContain('archiveprefix = {arXiv}');
    expect(text).toContain('primaryclass = {math.GT}');
  });

  it.each([
    ['a thesis', 'thesis', 'school'],
    ['a report', 'report', 'institution'],
  ])('gives %s its place from the publisher, else from the venue', (_what, publicationType, field) => {
    expect(write({ title: 'T', publicationType, journalName: 'V' })).toContain(`${field} = {V}`);
    const both = write({ title: 'T', publicationType, journalName: 'V', v_publisher: 'P' });
    expect(both).toContain(`${field} = {P}`);
    expect(both).toContain('howpublished = {V}');
  });

  it('keeps a publisher with an "and" in one piece', () => {
    expect(write({ title: 'T', v_publisher: 'Taylor and Francis' })).toContain('publisher = {{Taylor and Francis}}');
  });

  it('keeps a given name with an "and" in one piece', () => {
    const authors = 'Rock and Roll Jones; Ada Lovelace';
    const [entry] = readEntries(write({ title: 'T', authors, familyNames: { 'Rock and Roll Jones': 'Jones' } }));
    expect(namesOf(entry?.fields.author)).toEqual(['Rock and Roll Jones', 'Ada Lovelace']);
  });

  it('comes back through our own import', async () => {
    const paper: WirePaper = {
      title: 'Größe und Wert',
      authors: 'Ünal Öz, Anna van der Berg',
      year: 2020,
      doi: '10.1000/x',
    };
    const { entries, problems } = await readBibtex(write(paper));
    expect(problems).toEqual([]);
    expect(toPaper(entries[0]?.metadata ?? {})).toMatchObject({
      title: 'Größe und Wert',
      authors: ['Ünal Öz', 'Anna van der Berg'],
      year: 2020,
      doi: '10.1000/x',
    });
  });
});

describe('text that wants to be BibTeX', () => {
  it.each([
    '}\n@article{evil,\n title = {x}\n}\n',
    '}}}}@article{evil, title = {x}}',
    '{{{{',
    'a"b{c}d\\',
    '\\}',
    '% comment',
    '\\input{/etc/passwd}',
    '$x$ $ \\(',
    '"} @string{a = "b"}',
    '@comment{',
  ])('%j stays in its field', (evil) => {
    const paper: WirePaper = {
      title: evil,
      abstract: evil,
      authors: evil,
      journalName: evil,
      v_publisher: evil,
      fieldsOfStudy: [evil],
      link: `https://example.org/${evil}?${evil}#${evil}`,
    };
    const entries = readEntries(write(paper) + write({ title: 'After' }));
    expect(entries.map(({ type }) => type)).toEqual(['article', 'misc']);
    expect(textOf(entries[0]?.fields.title)).toBe(normal(evil));
    expect(textOf(entries[0]?.fields.abstract)).toBe(normal(evil));
    expect(entries[1]?.fields.title).toBe('After');
  });

  it.each(COLLECTIONS)('leaves the braces of every line balanced, as BibTeX counts them, in %s', (_name, papers) => {
    for (const line of writePapers('bibtex', papers)
      .split('\n')
      .filter((text) => text.startsWith('  '))) {
      let depth = 0;
      for (const brace of line.match(/[{}]/g) ?? []) {
        depth += brace === '{' ? 1 : -1;
        expect(depth).toBeGreaterThanOrEqual(0);
      }
      expect(depth).toBe(0);
    }
  });
});

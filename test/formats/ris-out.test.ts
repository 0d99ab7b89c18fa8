import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { type CslName, readRisTags, readWithCitationJs } from '../helpers/citation-js.ts';
import { exportedOne } from '../helpers/exported.ts';
import { authorsOf, CLEAN_RECORDS, COLLECTIONS, type Expected, linesOf } from '../helpers/exported-papers.ts';

/** What RIS makes of a text: one line. */
function normal(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim() || undefined;
}

/** The tags whose values stand in a paper as they are. */
function tagsOf(expected: Expected) {
  const { title, venue, publisher, doi, link, pdfLink, abstract } = expected;
  const tags = { TI: normal(title), T2: venue, PB: publisher, DO: doi, L1: pdfLink, AB: normal(abstract) };
  return { ...tags, ...(doi === undefined && { UR: link }) };
}

/** Words of names, whichever comes first: `Lovelace, Ada` and `Ada Lovelace`. */
function wordsOf(names: readonly string[]): string[] {
  return names
    .flatMap((name) => name.split(/[,\s]+/))
    .filter(Boolean)
    .sort();
}

function list(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}

function cslName({ literal, given, family, suffix }: CslName): string {
  return literal ?? [given, family, suffix].filter(Boolean).join(' ');
}

describe('RIS, read by citation-js', () => {
  it('says of real records what they say themselves', () => {
    const read = readRisTags(
      writePapers(
        'ris',
        CLEAN_RECORDS.map(({ exported }) => exported),
      ),
    );
    expect(read.length).toBe(CLEAN_RECORDS.length);
    for (const [index, { exported, expected }] of CLEAN_RECORDS.entries()) {
      const { AU, KW, ...tags } = read[index] ?? {};
      const { doi, year, publishedAt = '', openAlexId } = expected;
      const own = {
        ...{
          TY: 'JOUR',
          ID: exported.key,
          PY: String(year),
          DA: `${publishedAt.replaceAll('-', '/')}/`,
          AN: exported.ref,
        },
        UR: `https://doi.org/${doi}`,
        N1: `OpenAlex: ${openAlexId}`,
        DB: 'paperqueue',
      };
      const all = { ...tagsOf(expected), ...own };
      expect({ ...tags, UR: decodeURIComponent(String(tags.UR)) }).toEqual(
        Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      );
      expect(wordsOf(list(AU))).toEqual(wordsOf(authorsOf(expected, 'et al.')));
      expect(list(KW)).toEqual(expected.fieldsOfStudy);
    }
  });

  it.each(COLLECTIONS)('says the same as JSON Lines of %s', (_name, papers) => {
    const source = writePapers('ris', papers);
    const [read, items, lines] = [readRisTags(source), readWithCitationJs('ris', source), linesOf(papers)];
    expect([read.length, items.length]).toEqual([papers.length, papers.length]);
    for (const [index, { ref, key }] of papers.entries()) {
      const { AU, KW, ...tags } = read[index] ?? {};
      const line = lines[index] as Expected;
      const expected = { ID: key, AN: ref, DB: 'paperqueue', ...tagsOf(line) };
      for (const [tag, value] of Object.entries(expected)) expect(tags[tag]).toEqual(value);
      expect(wordsOf(list(AU))).toEqual(wordsOf(authorsOf(line, 'et al.')));
      expect(list(KW)).toEqual(line.fieldsOfStudy.map((field) => normal(field.replaceAll(';', ' '))).filter(Boolean));
      const item = items[index];
      const { TI: title, AB: abstract } = expected;
      expect({ id: item?.id, title: item?.title, abstract: item?.abstract }).toEqual({ id: key, title, abstract });
      expect(wordsOf((item?.author ?? []).map(cslName))).toEqual(wordsOf(authorsOf(line, 'et al.')));
    }
  });

  it.each([
    ['journal', 'JOUR'],
    ['conference', 'CPAPER'],
    ['book chapter', 'CHAP'],
    ['book', 'BOOK'],
    ['thesis', 'THES'],
    ['report', 'RPRT'],
    ['dataset', 'DATA'],
    ['preprint', 'UNPB'],
    ['poem', 'GEN'],
  ])('gives the type %s as %s', (publicationType, TY) => {
    expect(readRisTags(write({ title: 'T', publicationType }))[0]?.TY).toBe(TY);
  });
});

function write(paper: WirePaper): string {
  return writePapers('ris', exportedOne(paper));
}

describe('a RIS reference', () => {
  it('looks as the specification wants it', () => {
    const paper: WirePaper = {
      title: 'A title',
      authors: 'Ada Lovelace, Anna van der Berg, Martin King Jr., World Health Organization',
      year: 2020,
      publishedAt: '2020-05-03',
      journalName: 'Nature',
      publicationType: 'journal',
      v_publisher: 'Springer',
      doi: '10.1000/x',
      pdfLink: 'https://example.org/a.pdf',
      abstract: 'One.\nTwo.',
      fieldsOfStudy: ['Biology', 'Law'],
    };
    expect(write(paper).split('\r\n')).toEqual([
      'TY  - JOUR',
      'ID  - lovelace2020title',
      'TI  - A title',
      'AU  - Lovelace, Ada',
      'AU  - van der Berg, Anna',
      'AU  - King, Martin, Jr.',
      'AU  - World Health Organization',
      'PY  - 2020',
      'DA  - 2020/05/03/',
      'T2  - Nature',
      'PB  - Springer',
      'DO  - 10.1000/x',
      'UR  - https://doi.org/10.1000/x',
      'L1  - https://example.org/a.pdf',
      'AB  - One. Two.',
      'KW  - Biology',
      'KW  - Law',
      'DB  - paperqueue',
      'AN  - J12-1',
      'ER  - ',
      '',
    ]);
  });

  it('gives a month without a day', () => {
    expect(write({ title: 'T', publishedAt: '2020-05' })).toContain('DA  - 2020/05//\r\n');
  });
});

describe('text that wants to be RIS', () => {
  it.each([
    '\nER  - \nTY  - JOUR',
    '\r\nAU  - Evil',
    'ER  - ',
    'x  - y',
    'a\u2028ER  - ',
    '\n\n  ER  -',
    'a\u0085ER  - b',
  ])('%j stays in its value', (evil) => {
    const text = write({ title: evil, abstract: evil, authors: evil, journalName: evil, fieldsOfStudy: [evil] });
    expect(text.match(/^[A-Z][A-Z0-9] {2}- /gm)?.filter((tag) => tag === 'TY  - ' || tag === 'ER  - ')).toEqual([
      'TY  - ',
      'ER  - ',
    ]);
    expect(text.split('\r\n').every((line) => line === '' || /^[A-Z][A-Z0-9] {2}- \S?/.test(line))).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
    expect(readRisTags(text)).toHaveLength(1);
  });
});

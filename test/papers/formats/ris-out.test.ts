import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/paper.ts';
import { citationOf } from '../../../src/papers/citation.ts';
import type { ExportedPaper } from '../../../src/papers/formats/write/export-formats.ts';
import { writePapers } from '../../../src/papers/formats/write/write-papers.ts';
import { doiLink } from '../../../src/papers/identifiers.ts';
import { nameOf } from '../../../src/papers/people.ts';
import { cleanLine } from '../../../src/papers/text.ts';
import { type CslName, readRisTags, readWithCitationJs } from '../../helpers/citation-js.ts';
import { COLLECTIONS, exportedOne } from '../../helpers/exported-papers.ts';

/** What RIS makes of a text: one line. */
function normal(text: string | undefined): string | undefined {
  return cleanLine(text ?? '') || undefined;
}

const TYPES = {
  article: 'JOUR',
  'conference paper': 'CPAPER',
  chapter: 'CHAP',
  book: 'BOOK',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA',
  preprint: 'UNPB',
  other: 'GEN',
};

function tagsOf({ ref, key, paper }: ExportedPaper) {
  const citation = citationOf(paper);
  const [year, month, day] = citation.issued;
  const [yyyy, mm, dd] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  return {
    TY: TYPES[citation.kind],
    ID: key,
    TI: normal(citation.title),
    AU: citation.people.map(nameOf),
    PY: year === undefined ? undefined : yyyy,
    DA: month === undefined ? undefined : `${yyyy}/${mm}/${day === undefined ? '' : dd}/`,
    T2: citation.venue,
    PB: citation.publisher,
    DO: citation.doi,
    UR: citation.doi === undefined ? citation.link : doiLink(citation.doi),
    L1: citation.pdfLink,
    AB: normal(citation.abstract),
    KW: citation.fieldsOfStudy.map((field) => normal(field.replaceAll(';', ' '))).filter(Boolean),
    N1: one(notesOf(citation)),
    DB: 'paperqueue',
    AN: ref,
  };
}

/** Tags that are repeated are read as a list, others as a text. */
function one(values: string[]): string | string[] | undefined {
  return values.length > 1 ? values : values[0];
}

/** The identifiers of other catalogues, which RIS has no tag for. */
function notesOf({ arxiv, openAlexId }: ReturnType<typeof citationOf>): string[] {
  return [arxiv && `arXiv: ${arxiv.id}`, openAlexId && `OpenAlex: ${openAlexId}`].filter((note) => note !== undefined);
}

function list(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}

/** `particle Family, Given, Suffix` as a whole name. */
function wholeName(name: string): string {
  const [family, given, suffix] = name.split(', ');
  return [given, family, suffix].filter(Boolean).join(' ');
}

function cslName({ literal, given, family, suffix }: CslName): string {
  return literal ?? [given, family, suffix].filter(Boolean).join(' ');
}

describe('RIS, read by citation-js', () => {
  it.each(COLLECTIONS)('gives back every tag of %s', (_name, papers) => {
    const read = readRisTags(writePapers('ris', papers));
    expect(read.length).toBe(papers.length);
    for (const [index, exported] of papers.entries()) {
      const { AU, KW, ...tags } = read[index] ?? {};
      const { AU: authors, KW: keywords, ...expected } = tagsOf(exported);
      expect(tags).toEqual(Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)));
      expect(list(AU).map(wholeName)).toEqual(authors);
      expect(list(KW)).toEqual(keywords);
    }
  });

  it.each(COLLECTIONS)('makes CSL items of %s', (_name, papers) => {
    const items = readWithCitationJs('ris', writePapers('ris', papers));
    expect(items.length).toBe(papers.length);
    for (const [index, exported] of papers.entries()) {
      const item = items[index];
      const tags = tagsOf(exported);
      expect({
        id: item?.id,
        title: item?.title,
        authors: (item?.author ?? []).map(cslName),
        year: item?.issued?.['date-parts'][0]?.[0],
        url: item?.URL,
        abstract: item?.abstract,
      }).toEqual({
        id: tags.ID,
        title: tags.TI,
        authors: tags.AU,
        year: tags.PY === undefined ? undefined : Number(tags.PY),
        url: tags.UR,
        abstract: tags.AB,
      });
    }
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

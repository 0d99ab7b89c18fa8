import { IS_DEEP } from '../helpers/runs.ts';
import { HOSTILE_TEXTS, MARK } from './hostile-texts.ts';

/**
 * Papers as a dishonest service, or a service that passes on a dishonest abstract, would send them. Every field of
 * every record holds the mark, so that text of a paper is known wherever it turns up.
 */

type RawPaper = Record<string, unknown>;

/** The fields of a paper that hold text, each of which is attacked in turn. */
export const TEXT_FIELDS = [
  ...['title', 'abstract', 'tldr', 'authors', 'journalName', 'publicationType', 'publishedAt', 'id', 'doi'],
  ...['link', 'pdfLink', 'titleLink', 'semanticLink', 'engine', 'fieldsOfStudy'],
  ...['v_country', 'v_journal_name', 'v_publisher', 'v_quartile_ranking'],
] as const;

/** Fields whose text is shown, and whose hidden characters are therefore counted. */
const COUNTED_FIELDS: readonly string[] = TEXT_FIELDS.filter((field) => !/doi|link/i.test(field));

/** A record without any trick, with the mark and the field's name in each field. */
export function plainPaper(number: number): RawPaper {
  return {
    id: `${MARK}-id-${number}`,
    title: `${MARK}-title of an invented study, number ${number}`,
    abstract: `${MARK}-abstract ${number}. Nothing was found, and nothing was looked for.`,
    tldr: `${MARK}-tldr ${number}`,
    doi: `10.5555/${MARK}-doi.${number}`,
    journalName: `${MARK}-journalName ${number % 7}`,
    publicationType: `${MARK}-publicationType`,
    publishedAt: `${MARK}-publishedAt`,
    authors: `${MARK}-authors Example${number}`,
    year: 1990 + (number % 30),
    score: 0.5,
    fieldsOfStudy: [`${MARK}-fieldsOfStudy`],
    impactFactor: { citationCount: number % 50, influentialCitationCount: 1, referenceCount: 2 },
    isOpenAccess: number % 2 === 0,
    isPrePrint: false,
    downloadable: true,
    link: `https://example.org/${MARK}-link/${number}`,
    pdfLink: `https://example.org/${MARK}-pdfLink/${number}.pdf`,
    titleLink: `https://example.org/${MARK}-titleLink/${number}`,
    semanticLink: `https://example.org/${MARK}-semanticLink/${number}`,
    engine: `${MARK}-engine`,
    v_country: `${MARK}-v_country`,
    v_journal_name: `${MARK}-v_journal_name`,
    v_publisher: `${MARK}-v_publisher`,
    v_quartile_ranking: `${MARK}-v_quartile_ranking`,
    [`${MARK} in a name`]: `${MARK} in a field that the contract does not have`,
  };
}

export type Attack = { paper: RawPaper; field: string; name: string; hidden: number | undefined };

/** Every text in every field: a record for each pair. */
export function attackedPapers(): Attack[] {
  let number = 0;
  return HOSTILE_TEXTS.flatMap(({ name, text, hidden }) =>
    TEXT_FIELDS.map((field) => {
      number += 1;
      const paper = { ...plainPaper(number), [field]: field === 'fieldsOfStudy' ? [text, 'Biology'] : text };
      return { paper, field, name, hidden: COUNTED_FIELDS.includes(field) ? hidden : 0 };
    }),
  );
}

/**
 * Of a table with this many columns every fifth diagonal, in which every row and every column is met several times;
 * deeply all of it.
 */
function diagonals<T>(table: readonly T[], columns: number): T[] {
  return table.filter((_, at) => IS_DEEP || (Math.floor(at / columns) + (at % columns)) % 5 === 0);
}

/**
 * The papers of every text, each in a fifth of the fields: for ways out that treat all fields alike. What each text
 * does in each field is seen in records.slow.test.ts.
 */
export const someAttackedPapers = (): RawPaper[] =>
  diagonals(
    attackedPapers().map(({ paper }) => paper),
    TEXT_FIELDS.length,
  );

/**
 * Links and DOIs that are syntax for someone, or lead where a link must not lead; `service` would see itself being
 * fetched.
 */
export function linkedPapers(service: string): RawPaper[] {
  const links = [
    ...[
      `javascript:alert("${MARK}")`,
      `JaVaScRiPt:alert(1)//${MARK}`,
      `\u0001javascript:${MARK}`,
      `java\nscript:${MARK}`,
    ],
    ...[`data:text/html,<script>${MARK}</script>`, `file:///etc/${MARK}`, `vbscript:${MARK}`, `blob:https://x/${MARK}`],
    ...[`//evil.example/${MARK}`, `/relative/${MARK}`, `ftp://evil.example/${MARK}`, `\\\\evil.example\\${MARK}`],
    `${service}/v1/job/combinedSearch?${MARK}`,
    `https://user:password@evil.example/${MARK}`,
    `https://evil.example/${MARK}?\`](javascript:alert(1))![x](https://evil.example/y.png)`,
    `https://evil.example/${MARK}?a=}\n@article{evil,title={x}}`,
    `https://evil.example/${MARK}#<img src=x onerror=alert(1)>`,
    `https://evil.example/${MARK}?\u202e\u{e0041}\u200b\ud800\u001b[31m`,
    `https://evil.example/${MARK}/a b\tc"d'e,f;g|h\\i`,
    // 100 kB, too long for a transcript.
    `https://evil.example/${MARK}/${'x'.repeat(100_000)}`,
  ];
  const dois = [
    `10.5555/${MARK}}\n@article{evil,title={x}}`,
    `10.5555/${MARK}}%0a@article{evil,title={x}}`,
    `10.5555/${MARK}{unbalanced`,
    `10.5555/${MARK}\\input{x}$^_&#%~`,
    `10.5555/${MARK}<img/src=x>`,
    `10.5555/${MARK}"onmouseover="alert(1)`,
    `10.5555/${MARK})![x](https://evil.example/y.png`,
    `10.5555/${MARK}](javascript:alert(1))`,
    `10.5555/${MARK}\`\`\`*_~|`,
    `10.5555/${MARK}\r\nER  - \r\nTY  - JOUR`,
    `10.5555/${MARK}","=cmd|'/c calc'!a0`,
    `10.5555/${MARK}\u202e\u{e0041}\u200b`,
    `=10.5555/${MARK}`,
    `https://doi.org/10.5555/${MARK}/../../../evil.example`,
    `https://evil.example/10.5555/${MARK}`,
    `javascript:10.5555/${MARK}`,
  ];
  return [
    ...links.flatMap((link, index) =>
      ['link', 'pdfLink', 'titleLink', 'semanticLink'].map((field, place) => {
        // Without a DOI and other links, so that this one is what is shown.
        const number = 5_000 + index * 4 + place;
        return { ...plainPaper(number), doi: null, link: null, titleLink: null, [field]: link };
      }),
    ),
    ...dois.map((doi, index) => ({ ...plainPaper(6_000 + index), doi })),
  ];
}

const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 1e308, -1e308, '', ' ', [], {}],
  ...[[MARK], [null, 1, [MARK]], { [MARK]: MARK }, { length: 3 }, { toString: MARK }],
];

/**
 * A value of every other type in each field, in turn, and in all of them at once; entries that are no objects among
 * them.
 */
export const oddPapers = (): unknown[] => [...singlyOdd(), ...wholeOdd()];

/** The same with a third of the fields for each value. */
export const someOddPapers = (): unknown[] => [...diagonals(singlyOdd(), ODD_VALUES.length), ...wholeOdd()];

const ODD_FIELDS = [...TEXT_FIELDS, 'year', 'score', 'impactFactor', 'isOpenAccess', 'isPrePrint', 'downloadable'];

function singlyOdd(): unknown[] {
  return ODD_FIELDS.flatMap((field, place) =>
    ODD_VALUES.map((value, index) => ({ ...plainPaper(10_000 + place * 100 + index), [field]: value })),
  );
}

function wholeOdd(): unknown[] {
  const all = ODD_VALUES.map((value) => Object.fromEntries(ODD_FIELDS.map((field) => [field, value])));
  const counts = ODD_VALUES.map((value, index) => ({
    ...plainPaper(20_000 + index),
    impactFactor: { citationCount: value, influentialCitationCount: value, referenceCount: value },
  }));
  return [...all, ...counts, ...NO_OBJECTS];
}

/** Entries of `results` that are no papers at all; they are counted and left out. */
export const NO_OBJECTS: readonly unknown[] = [null, 5, `${MARK} alone`, true, [MARK], []];

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** As JSON text, because a literal with the key `__proto__` would set a prototype here and be no test there. */
export function prototypeRecords(): string {
  const asKeys = PROTOTYPE_NAMES.flatMap((name) => [
    `{"${name}":{"title":5,"authors":["${MARK}"],"polluted":"${MARK}"},"title":"${MARK} key ${name}"}`,
    `{"${name}":"${MARK}","title":"${MARK} text under ${name}"}`,
    `{"title":"${MARK} counts ${name}","impactFactor":{"${name}":{"citationCount":"${MARK}"},"citationCount":3}}`,
  ]);
  const asValues = PROTOTYPE_NAMES.map((name, index) =>
    JSON.stringify({
      ...plainPaper(30_000 + index),
      journalName: name,
      v_journal_name: name,
      publicationType: name,
      engine: name,
      fieldsOfStudy: [name],
      v_quartile_ranking: name,
      id: name,
      authors: name,
      publishedAt: name,
    }),
  );
  return [...asKeys, ...asValues].join(',');
}

/** Fields of a size that no honest record has: 50 kB to 1.2 MB each, all of them too large for a transcript. */
export function hugePapers(): RawPaper[] {
  const words = (count: number) => `${MARK} long `.repeat(count);
  return [
    { ...plainPaper(40_001), abstract: words(30_000) },
    { ...plainPaper(40_002), abstract: `${MARK} ${'x'.repeat(1_000_000)}` },
    { ...plainPaper(40_003), authors: Array.from({ length: 100_000 }, (_, at) => `A${at} ${MARK}`).join(',') },
    { ...plainPaper(40_004), title: words(15_000) },
    { ...plainPaper(40_005), title: `${MARK} ${'👩\u200d🔬'.repeat(20_000)}` },
    { ...plainPaper(40_006), tldr: `${MARK} ${'字'.repeat(100_000)}`, abstract: null },
    { ...plainPaper(40_007), fieldsOfStudy: Array.from({ length: 10_000 }, (_, at) => `${MARK} ${at}`) },
    { ...plainPaper(40_008), journalName: words(4_000), v_publisher: words(4_000), engine: words(4_000) },
    { ...plainPaper(40_009), link: `https://example.org/${MARK}/${'x'.repeat(100_000)}`, doi: null },
    { ...plainPaper(40_010), doi: `10.5555/${'x'.repeat(100_000)}` },
    { ...plainPaper(40_011), abstract: `${MARK} ${'\u200b\u{e0041}\u202e'.repeat(30_000)}` },
    { ...plainPaper(40_012), [`${MARK} ${MARK}`]: words(5_000) },
  ];
}

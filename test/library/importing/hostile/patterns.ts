/**
 * Files of about 1 MB that keep a reader busy: a sign or word of every format, repeated in every place.
 */

const UNITS = [
  ...['<', '<<<<', '<b ', '<b a=', '<!--', '</', '&', '&amp;', '&#1', '&lt;'],
  ...['@', '@@@@', '@a', '@string{', '@string{a="b', '@a{k,', '@a{k,t={', '@a{k,t="', '@a{k,t=a#', '\n@a{k,t={\\}'],
  ...['{', '}', '{}', '"', '""', '\\', "\\'", '\\"{', '$', '$^', '_{', '--', '``', '\\frac', '\\ce{H2'],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n \n',
    'a ',
    ' ;',
    ' and ',
    ', ',
    'A. ',
    'a\u0301',
    '\u0301',
    '\u200d',
    '\u001b]',
    '\u00ad',
  ],
  ...['TY  - JOUR\n', 'AU  - \n', 'ER  - \n', 'PMID- \n', '10.1/', 'doi:10.', 'https://', 'http://a.b/?', '0', '1234-'],
  ...[
    '<tex-math>',
    '<annotation ',
    '<?CDATA ',
    '<?MML ',
    '<![CDATA[',
    '<AbstractText Label=',
    '</math> ',
    '\\documentclass',
  ],
  ...['[', '[[', '{"a":', '",', '\\u00', '=', '#', '%', '/', '.'],
];

/** A unit repeated to this length, between letters, so that nothing trims it. */
const fill = (unit: string, characters: number) => `x${unit.repeat(Math.ceil(characters / unit.length))}x`;

const FIELD_CHARACTERS = 100_000;

/** For each format, one entry with the filling in every field, and then a file of nothing else. */
const FORMATS: Record<string, (filling: string) => string> = {
  bibtex: (filling) => {
    const names = ['title', 'author', 'abstract', 'journal', 'year', 'month', 'doi', 'url', 'keywords', 'issn'];
    return `@article{key,\n${names.map((name) => `${name} = {${filling}},\n`).join('')}}\n`;
  },
  ris: (filling) => {
    const tags = ['TI', 'AU', 'AB', 'T2', 'PY', 'DA', 'DO', 'UR', 'KW', 'SN'];
    return `TY  - JOUR\n${tags.map((tag) => `${tag}  - ${filling}\n`).join('')}ER  - \n`;
  },
  nbib: (filling) => {
    const tags = ['TI', 'FAU', 'AB', 'JT', 'DP', 'LID', 'OT', 'IS', 'PT', 'PMC'];
    return `PMID- 1\n${tags.map((tag) => `${tag.padEnd(4)}- ${filling}\n`).join('')}\n`;
  },
  csv: (filling) => {
    const names = ['Title', 'Authors', 'Abstract', 'Source title', 'Year', 'Date', 'DOI', 'Link', 'Fields', 'ISSN'];
    const cell = `"${filling.replaceAll('"', '""')}"`;
    return `${names.join(',')}\n${names.map(() => cell).join(',')}\n${filling},`;
  },
  jsonl: (filling) => {
    const names = [
      'title',
      'authors',
      'abstract',
      'venue',
      'year',
      'publishedAt',
      'doi',
      'link',
      'fieldsOfStudy',
      'issns',
    ];
    const lists = ['authors', 'fieldsOfStudy', 'issns'];
    const facts = names.map((name) => [name, lists.includes(name) ? [filling] : filling]);
    return `${JSON.stringify(Object.fromEntries(facts))}\n`;
  },
  'endnote-xml': (filling) => {
    const names = ['pages', 'volume', 'isbn', 'abstract', 'label', 'electronic-resource-num', 'accession-num'];
    const titles = `<titles><title>${filling}</title><secondary-title>${filling}</secondary-title></titles>`;
    const people = `<contributors><authors><author>${filling}</author></authors></contributors>`;
    return `<record>${people}${titles}${names.map((name) => `<${name}>${filling}</${name}>`).join('')}</record>\n`;
  },
  'pubmed-xml': (filling) =>
    `<PubmedArticle><MedlineCitation><PMID>${filling}</PMID><Article><ArticleTitle>${filling}</ArticleTitle><Abstract>` +
    `<AbstractText>${filling}</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>\n`,
  'zotero-rdf': (filling) =>
    `<bib:Article rdf:about="#1"><z:itemType>journalArticle</z:itemType><dc:title>${filling}</dc:title><dc:date>${filling}</dc:date>` +
    `<dc:description>${filling}</dc:description><dc:identifier>${filling}</dc:identifier></bib:Article>\n`,
  refworks: (filling) => {
    const tags = ['T1', 'A1', 'AB', 'JF', 'YR', 'FD', 'DO', 'UL', 'K1', 'SN', 'SP'];
    return `RT Journal Article\n${tags.map((tag) => `${tag} ${filling}\n`).join('')}\n`;
  },
  ovid: (filling) => {
    const tags = ['TI', 'AU', 'AB', 'SO', 'YR', 'DP', 'DO', 'PU', 'KW', 'IS', 'PT'];
    return `VN  - Ovid\n${tags.map((tag) => `${tag}  - ${filling}\n`).join('')}\n`;
  },
  refer: (filling) => {
    const signs = ['T', 'A', 'E', 'X', 'J', 'D', '8', '@', 'K', 'R', 'U', 'P'];
    return `%0 Journal Article\n${signs.map((sign) => `%${sign} ${filling}\n`).join('')}\n`;
  },
  wos: (filling) => {
    const tags = ['TI', 'AU', 'AF', 'AB', 'SO', 'PD', 'PY', 'DI', 'SN', 'DE', 'WC', 'BP'];
    return `PT J\n${tags.map((tag) => `${tag} ${filling}\n`).join('')}ER\n\n`;
  },
  arxiv: (filling) =>
    `<feed><entry><title>${filling}</title><summary>${filling}</summary><author><name>${filling}</name></author></entry>\n`,
};

const XML_UNITS = [
  '<style ',
  '<style face="',
  '</style>',
  '<record>',
  '<title>',
  '</title>',
  '<PubmedArticle>',
  '<AbstractText',
];
const LINE_UNITS = [
  'RT Journal Article\n',
  'RT Book, ',
  'A1 \n',
  'VN  - \n',
  '<1. >\n',
  'AU  - \n',
  ' [',
  'MD, ',
  '1,2,',
  '%0 Journal Article\n',
  '%T \n',
  '\n%',
  '\u0085',
  'PT J\n',
  'AF \n',
  '\n   ',
];
UNITS.push(...XML_UNITS, ...LINE_UNITS);

export type HostileFile = { name: string; format: string; text: string };

const MILLION = 1_000_000;

/** JSON documents that are hard on whoever looks for strings and brackets, and for what a value is. */
const DOCUMENTS: Record<string, () => string> = {
  'lists in lists': () => `[${'['.repeat(MILLION)}${']'.repeat(MILLION)}]`,
  'lists in lists, unclosed': () => `[${'['.repeat(MILLION)}`,
  'objects in objects': () => `[${'{"title":'.repeat(MILLION / 4)}1${'}'.repeat(MILLION / 4)}]`,
  'objects in objects, unclosed': () => `{"items":[${'{"title":'.repeat(MILLION / 4)}`,
  'a nested title': () => `[{"title":${'['.repeat(MILLION)}${']'.repeat(MILLION)}}]`,
  'a title of 3 million characters': () => JSON.stringify([{ title: 'a '.repeat(1.5 * MILLION), year: 2020 }]),
  'a title of 10 million characters': () => JSON.stringify([{ title: 'a '.repeat(5 * MILLION), year: 2020 }]),
  'a string of 10 million characters, unclosed': () => `[{"title":"${'a '.repeat(5 * MILLION)}`,
  'a string of escapes': () => `[{"title":"${'\\\\'.repeat(MILLION)}"}]`,
  'a string of escapes, unclosed': () => `[{"title":"${'\\'.repeat(3 * MILLION)}`,
  '100,000 numbers': () => `[${'1,'.repeat(MILLION / 10)}1]`,
  'a million numbers in a field': () => `[{"title":"T","authors":[${'1,'.repeat(MILLION)}1]}]`,
  'a number of a million digits': () => `[{"title":"T","year":${'1'.repeat(MILLION)}}]`,
  'a million authors': () => `[{"title":"T","authors":[${'"A B",'.repeat(MILLION / 2)}"C D"]}]`,
  '100,000 empty objects': () => `[${'{},'.repeat(MILLION / 10)}{}]`,
  'a million names in an object': () => `[{${'"a":1,'.repeat(MILLION / 2)}"title":"T"}]`,
  '100,000 documents': () => '{} '.repeat(MILLION / 10),
  'a million blank lines': () => `[${'\n'.repeat(MILLION)}{"title":"T"}${' '.repeat(MILLION)}]`,
  'a million names of lists': () => `{${'"items" : '.repeat(MILLION / 4)}`,
  '100,000 closing brackets': () => `[${']}'.repeat(MILLION / 10)}`,
};

const JSON_FORMATS = ['jsonl', 'crossref', 'zotero'];

const HOSTILE_DOCUMENTS = JSON_FORMATS.flatMap((format) =>
  Object.entries(DOCUMENTS).map(([what, make]) => {
    const name = `json as ${format}: ${what}`;
    return { name, make: () => ({ name, format, text: make() }) };
  }),
);

const HOSTILE_TEXTS = Object.entries(FORMATS).flatMap(([format, entry]) =>
  UNITS.flatMap((unit) => {
    const name = `${format} of ${JSON.stringify(unit)}`;
    const inFields = () => entry(fill(unit, FIELD_CHARACTERS));
    const inBetween = () => `${entry('a')}${fill(unit, 1_000_000)}`;
    return [
      { name: `${name} in every field`, make: () => ({ name, format, text: inFields() }) },
      { name: `${name} between entries`, make: () => ({ name, format, text: inBetween() }) },
    ];
  }),
);

/** All of them, by number, so that a process can be told which to read. */
export const HOSTILE_FILES: readonly { name: string; make(): HostileFile }[] = [...HOSTILE_TEXTS, ...HOSTILE_DOCUMENTS];

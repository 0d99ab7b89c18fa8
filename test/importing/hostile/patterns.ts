/**
 * Files of about 1 MB that are made to keep a reader busy: a sign or word of every format over and over, in every
 * place.
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
  ...['[', '[[', '{"a":', '",', '\\u00', '=', '#', '%', '/', '.'],
];

/** A unit over and over, this long, between letters, so that nobody trims it away. */
const fill = (unit: string, characters: number) => `x${unit.repeat(Math.ceil(characters / unit.length))}x`;

const FIELD_CHARACTERS = 100_000;

/** For each format, one entry whose every field holds the filling, and then a file of nothing else. */
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
  arxiv: (filling) =>
    `<feed><entry><title>${filling}</title><summary>${filling}</summary><author><name>${filling}</name></author></entry>\n`,
};

export type HostileFile = { name: string; format: string; text: string };

/** All of them, by number, so that a process can be told which to read. */
export const HOSTILE_FILES: readonly { name: string; make(): HostileFile }[] = Object.entries(FORMATS).flatMap(
  ([format, entry]) =>
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

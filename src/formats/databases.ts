import type { PaperDatabase } from '../papers/clean-fields.ts';

/** Names of databases, with patterns for how files write them: other spellings, and the codes of EBSCO and Ovid. */
const NAMES: readonly (readonly [name: string, written: RegExp])[] = [
  ['PsycInfo', /^(?:apa )?psyc(?:h)?info\b|^psy[ch]\d*[a-z]?$/],
  ['PsycArticles', /^(?:apa )?psycarticles\b|^pdh$/],
  ['MEDLINE', /^(?:ovid )?medline\b|^(?:medl?|mes[xz]|ppez?|pmnm|prem|mnh|mdc|cmedm)\d*[a-z]?$/],
  ['PubMed', /^pubmed\b/],
  ['Embase', /^embase\b|^(?:oe)?me[dz]\d*[a-z]?$|^emed\d*$/],
  ['Scopus', /^(?:elsevier )?scopus\b/],
  ['Web of Science', /^(?:clarivate )?(?:web of science|wos|isi)\b/],
  ['CINAHL', /^cinahl\b|^(?:c8h|rzh|cin20|ccm)$/],
  ['ERIC', /^eric\b/],
  ['Cochrane Library', /^cochrane\b|^central$|^(?:cctr|coch|cdsr)\d*$/],
  ['Lens', /^(?:the )?lens(?:\.org)?$/],
  ['IEEE Xplore', /^ieee\b/],
  ['ACM Digital Library', /^acm\b/],
  ['ScienceDirect', /^science ?direct\b/],
  ['Dimensions', /^dimensions\b/],
  ['OpenAlex', /^openalex\b/],
  ['Google Scholar', /^google scholar\b/],
  ['Springer Link', /^springer ?link\b/],
];

/** The usual name of a database; the text unchanged if it is unknown. */
export function nameDatabase(written: string): string {
  const text = written.trim().toLowerCase();
  return NAMES.find(([, pattern]) => pattern.test(text))?.[0] ?? written.trim();
}

/** The usual names of the databases that papers come from, each once. */
export function nameDatabases(papers: readonly { databases?: readonly PaperDatabase[] }[]): string[] {
  const names = papers.flatMap(({ databases = [] }) => databases.flatMap(({ name }) => name ?? []));
  return [...new Set(names.map(nameDatabase))];
}

/** Words that follow the name of a database; with others it is a journal's: `IEEE Software`, `Cochrane Reviews`. */
const BESIDE_NAMES = new Set(
  (
    ' xplore digital library dl database databases core collection central classic embase medline all r via ovid ' +
    'ebsco ebscohost proquest plus complete full text com org daily update epub ahead of print in process and'
  ).split(' '),
);

/** Whether a text is only the name of a known database. */
export function isDatabase(text: string): boolean {
  const plain = text.toLowerCase();
  const isOnly = (rest: string) => rest !== plain && rest.split(/[^a-z]+/).every((word) => BESIDE_NAMES.has(word));
  return NAMES.some(([name, pattern]) => name === text || isOnly(plain.replace(pattern, '')));
}

/** Pairs the nth name with the nth number, because our own exports write several. */
export function pairDatabases(names: readonly string[], numbers: readonly string[]): PaperDatabase[] {
  const length = Math.max(names.length, numbers.length);
  return Array.from({ length }, (_, index) => ({ name: names[index], accessionNumber: numbers[index] }));
}

/** Ovid's URL of a record, with the database and the accession number. */
const OVID =
  /\bovid(?:sp|ds)?\.[^?\s]{1,60}\?(?=\S{0,300}\bD=([a-z]{3,9}\d{0,2}[a-z]?)(?:&|$))(?=\S{0,300}\bAN=([\w.:-]{1,40}))/i;
/** Lens's URL of a record, with its accession number. */
const LENS = /^https?:\/\/(?:www\.|link\.)?lens\.org\/(\d{3}(?:-\d{3}){3}-\d{2}[\dX])$/;
/** Forms of accession numbers that only one database uses. */
const NUMBERS: readonly (readonly [name: string, number: RegExp])[] = [
  ['Web of Science', /^WOS:[A-Z0-9]+$/],
  ['Scopus', /^2-s2\.0-\d+$/],
  ['Dimensions', /^pub\.\d{8,12}$/],
];
const APA_RECORD = /\(Psyc(?:Info|INFO) Database Record/;

/** The database of a record that does not name it, by its URL, its accession number or its abstract. */
export function recogniseDatabase(
  links: readonly string[],
  numbers: readonly string[],
  abstract = '',
): PaperDatabase | undefined {
  const [, code, number] = links.map((link) => OVID.exec(link)).find(Boolean) ?? [];
  if (code !== undefined && number !== undefined) return { name: nameDatabase(code), accessionNumber: number };
  const [, lens] = links.map((link) => LENS.exec(link)).find(Boolean) ?? [];
  if (lens !== undefined) return { name: 'Lens', accessionNumber: lens };
  const known = NUMBERS.flatMap(([name, pattern]) =>
    numbers.filter((each) => pattern.test(each)).map((accessionNumber) => ({ name, accessionNumber })),
  );
  if (known[0] !== undefined) return known[0];
  return APA_RECORD.test(abstract) ? { name: 'PsycInfo' } : undefined;
}

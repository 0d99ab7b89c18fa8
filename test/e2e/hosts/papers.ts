import { LANGUAGES, type Language } from './languages.ts';

/**
 * 300 invented papers as a hosted service would serve them: the same in every run, long abstracts, several scripts,
 * facts missing here and there, and some works twice under other spellings. What the generator knows of a record beside
 * what the service serves (its work, whether it is a preprint) stands next to it, so that a test can say what follows
 * from the papers without asking the product.
 */
type ServedPaper = {
  id: string;
  title: string;
  abstract: string | null;
  tldr: string | null;
  doi: string | null;
  journalName: string | null;
  publicationType: string | null;
  publishedAt: string | null;
  authors: string | null;
  year: number | null;
  score: number;
  fieldsOfStudy: string[];
  impactFactor?: { citationCount?: number; influentialCitationCount?: number; referenceCount?: number };
  isOpenAccess?: boolean;
  isPrePrint?: boolean;
  downloadable: boolean;
  link?: string;
  pdfLink?: string;
  engine: string;
  v_quartile_ranking: string | null;
};

export type ServedRecord = { paper: ServedPaper; work: number; isPreprint: boolean };

const WORKS = 284;
const RECORDS_SERVED = 300;
const FIELDS = ['Computer Science', 'Medicine', 'Environmental Science', 'Sociology', 'Biology', 'Engineering'];

type Facts = { year: number | null; openAccess?: boolean; citations?: number; doi?: string; language?: number };

/**
 * Works that decide the question "open access since 2020, most cited first". The first seven are answers or nearly so;
 * each of the others is cited more than the answers and lacks one thing, so that whoever forgets it is found out.
 */
const PROMINENT: Record<number, Facts> = {
  3: { year: 2021, openAccess: true, citations: 5_200 },
  40: { year: 2020, openAccess: true, citations: 4_100, language: 1 },
  77: { year: 2023, openAccess: true, citations: 3_800 },
  // An underscore, as chapters at one large publisher have it, and LaTeX does not like.
  112: { year: 2024, openAccess: true, citations: 3_500, doi: '10.5555/978-3-030-12345-6_18', language: 3 },
  150: { year: 2025, openAccess: true, citations: 3_450 },
  151: { year: 2022, openAccess: true, citations: 3_300, language: 2 },
  // The journal's version is closed; its preprint is open, and is what remains when closed papers are left out.
  190: { year: 2021, openAccess: false, citations: 6_000 },
  200: { year: 2019, openAccess: true, citations: 9_000 },
  201: { year: 2022, openAccess: false, citations: 8_000 },
  202: { year: 2022, citations: 7_000 },
  203: { year: null, openAccess: true, citations: 6_500 },
  204: { year: 2023, openAccess: true },
};

/** A generator of numbers from 0 to 1 that gives the same ones in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = numbersFrom(20_261_121);

function below(most: number): number {
  return Math.floor(random() * most);
}

function pick<T>(values: readonly T[]): T {
  return values[below(values.length)] as T;
}

function languageOf(work: number): Language {
  const foreign = { 2: 1, 5: 2, 8: 3, 11: 4 }[work % 14] ?? 0;
  return LANGUAGES[PROMINENT[work]?.language ?? foreign] as Language;
}

function subjectOf({ topics, methods, settings }: Language, work: number): Record<string, string> {
  return {
    topic: topics[work % topics.length] as string,
    method: methods[Math.floor(work / topics.length) % methods.length] as string,
    setting: settings[Math.floor(work / (topics.length * methods.length)) % settings.length] as string,
  };
}

function fill(template: string, subject: Record<string, string>): string {
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => subject[name] ?? String(20 + below(970)));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 1,000 to 2,500 characters. */
function abstractOf(language: Language, subject: Record<string, string>): string {
  const wanted = 1_000 + below(1_200);
  let text = '';
  while (text.length < wanted) text += (text && language.between) + fill(pick(language.sentences), subject);
  return text;
}

function makeWork(work: number): ServedRecord {
  const language = languageOf(work);
  const subject = subjectOf(language, work);
  const year = 1990 + below(36);
  const citations = work % 17 === 4 ? undefined : Math.floor(1_500 * random() ** 4);
  const drawn: Facts = { year: work % 29 === 7 ? null : year, ...(citations === undefined ? {} : { citations }) };
  if (work % 5 !== 2) drawn.openAccess = below(2) === 1;
  const facts = PROMINENT[work] ?? drawn;
  const isDecisive = work in PROMINENT;
  const doi = !isDecisive && work % 11 === 3 ? null : (facts.doi ?? `10.5555/pq.${year}.${1_000 + work}`);
  const authors = Array.from({ length: 1 + below(9) }, () =>
    language.name(pick(language.given), pick(language.family)),
  );
  const paper: ServedPaper = {
    id: `${(work * 2_654_435_761) % 2 ** 32}`,
    title: fill(language.title, { ...subject, number: String(work) }),
    abstract: work % 13 === 5 ? null : abstractOf(language, subject),
    tldr: work % 3 === 0 ? fill(language.sentences[0] as string, subject) : null,
    doi,
    journalName: pick(language.venues),
    publicationType: work % 6 === 1 ? 'conference' : 'journal',
    publishedAt: facts.year === null ? null : `${facts.year}-0${1 + below(9)}-1${below(10)}`,
    authors: !isDecisive && work % 37 === 9 ? null : authors.join(', '),
    year: facts.year,
    score: 0,
    fieldsOfStudy: work % 19 === 6 ? [] : [pick(FIELDS)],
    ...(facts.citations === undefined ? {} : { impactFactor: impactOf(facts.citations) }),
    ...(facts.openAccess === undefined ? {} : { isOpenAccess: facts.openAccess }),
    downloadable: facts.openAccess === true,
    link: `https://example.org/papers/${work}`,
    ...(facts.openAccess ? { pdfLink: `https://example.org/papers/${work}.pdf` } : {}),
    engine: 'semantic',
    v_quartile_ranking: work % 4 === 1 ? null : pick(['Q1', 'Q2', 'Q3', 'Q4']),
  };
  return { paper, work, isPreprint: false };
}

function impactOf(citations: number) {
  return {
    citationCount: citations,
    influentialCitationCount: Math.floor(citations / 12),
    referenceCount: 15 + below(90),
  };
}

/**
 * The same paper as another engine knows it: the DOI as an address in capitals, the title in capitals, fewer citations.
 */
function withOtherDoi({ paper, work, isPreprint }: ServedRecord): ServedRecord {
  const { citationCount = 0 } = paper.impactFactor ?? {};
  const other = {
    ...paper,
    id: `${paper.id}-doi`,
    title: paper.title.toUpperCase(),
    doi: `https://doi.org/${paper.doi?.toUpperCase()}`,
    impactFactor: impactOf(Math.floor(citationCount * 0.99)),
    engine: 'crossref',
  };
  return { paper: other, work, isPreprint };
}

/** The same paper without a DOI, its first author abbreviated, its title with other punctuation. */
function withoutDoi({ paper, work, isPreprint }: ServedRecord): ServedRecord {
  const [first = '', ...others] = paper.authors?.split(', ') ?? [];
  const abbreviated = first.replace(/^(\p{L})\S* /u, '$1. ');
  const title = `${paper.title.replaceAll(/: /g, ' -- ')}.`;
  const authors = [abbreviated, ...others].join(', ');
  return { paper: { ...paper, id: `${paper.id}-title`, title, authors, doi: null, abstract: null }, work, isPreprint };
}

/** Its preprint of the year before, free to read. */
function asPreprint({ paper, work }: ServedRecord): ServedRecord {
  const number = `2104.${String(10_000 + work)}`;
  const { citationCount = 0 } = paper.impactFactor ?? {};
  const preprint = {
    ...paper,
    id: `${paper.id}-preprint`,
    doi: `10.48550/arXiv.${number}`,
    journalName: 'arXiv',
    publicationType: 'preprint',
    year: (paper.year ?? 0) - 1,
    impactFactor: impactOf(Math.floor(citationCount * 0.75)),
    isOpenAccess: true,
    isPrePrint: true,
    link: `https://arxiv.org/abs/${number}v2`,
    v_quartile_ranking: null,
  };
  return { paper: preprint, work, isPreprint: true };
}

/** The works that come twice. Each has all that its second record is recognised by. */
const TWICE: [(record: ServedRecord) => ServedRecord, number[]][] = [
  [withOtherDoi, [3, 21, 61, 99, 150, 246]],
  [withoutDoi, [14, 40, 98, 140, 266]],
  [asPreprint, [77, 35, 126, 190, 280]],
];

function makeRecords(): ServedRecord[] {
  const works = Array.from({ length: WORKS }, (_, work) => makeWork(work));
  const again = TWICE.flatMap(([spell, which]) => which.map((work) => spell(works[work] as ServedRecord)));
  const records = shuffled([...works, ...again]);
  return records.map(({ paper, ...known }, place) => ({
    ...known,
    paper: { ...paper, score: Number((1 - place / RECORDS_SERVED).toFixed(4)) },
  }));
}

function shuffled<T>(values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}

/** In the service's order: the n-th of these is paper n of the job. */
export const RECORDS: readonly ServedRecord[] = makeRecords();

export const SERVED = RECORDS.map(({ paper }) => paper);

import type { PaperInput } from '../../src/papers/paper.ts';
import { type JsonRecord, type PoolPaper, readPoolRecords, toPaper } from '../retrieval/collection.ts';
import type { Random } from './random.ts';

/** A work before the split, with its true facts. */
export type Original = {
  /** The id that topics use; traps have ids of their own. */
  id: string;
  facts: PaperInput & { title: string; abstract: string; authors: string[] };
  paper: PoolPaper;
  /** Set for works invented to resemble another. */
  trap?: string;
};

/** The share of works without a DOI that get an invented one, because most papers have one. */
const INVENTED_DOIS = 0.7;

/** The works in a folder of shared data; keeps the first of equal ones. */
export async function readOriginals(folder: string, most: number, random: Random): Promise<Original[]> {
  const originals: Original[] = [];
  const seen = new Set<string>();
  for await (const record of readPoolRecords(folder)) {
    if (originals.length >= most) break;
    const original = toOriginal(record, originals.length + 1, random);
    const { title, authors, abstract } = original.facts;
    const text = `${title} ${authors[0]} ${abstract}`.toLowerCase().replace(/[^a-z0-9]/g, '');
    if (title !== '' && abstract !== '' && seen.has(text)) continue;
    seen.add(text);
    originals.push(original);
  }
  return originals;
}

function toOriginal(record: JsonRecord, number: number, random: Random): Original {
  const paper = toPaper(record);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const arxivId = /^arxiv:(.+)/.exec(paper.id)?.[1];
  // Without a title only an identifier identifies it.
  const invented = paper.title === '' || (arxivId === undefined && random.chance(INVENTED_DOIS));
  return {
    id: paper.id,
    paper,
    facts: {
      title: paper.title,
      abstract: paper.abstract,
      // Some entries hold the names of all authors.
      authors: Array.isArray(record.authors) ? record.authors.flatMap((names) => String(names).split(/,\s*/)) : [],
      year: paper.year,
      venue: text(record.venue),
      citationCount: paper.citations,
      isOpenAccess: paper.isOpenAccess,
      publicationType: paper.publicationType,
      fieldsOfStudy: paper.fields,
      doi: text(record.doi) ?? (invented ? `10.5555/Bench.${number}` : undefined),
      pmid: text(record.pmid),
      arxivId,
      openAlexId: `W${number}`,
      corpusId: String(number),
    },
  };
}

/** One work in this many gets a near duplicate. */
const ONE_TRAP_IN = 30;

type Trap = (facts: Original['facts'], other: Original['facts'], random: Random) => PaperInput[];

const TRAPS: Record<string, Trap> = {
  'part I and part II': ({ title }) => [{ title: `${title}. Part I` }, { title: `${title}. Part II` }],
  'numbered I and II, first words the same': ({ title }, other) => [
    { title: `${title} I: ${other.title}` },
    { title: `${title} II: ${other.title}` },
  ],
  'same title and authors, years later': ({ title, year }, _, random) => [
    { title, year: (year ?? 2000) + 2 + Math.floor(random.next() * 8) },
  ],
  'same title and authors, the next year, both with DOIs': ({ title, year }) => [{ title, year: (year ?? 2000) + 1 }],
  'same title and year, other authors': ({ title }, { authors }) => [{ title, authors: [...authors, 'Zoe Nobody'] }],
  'conference paper and journal article': ({ title }) => [{ title }],
  editorials: () => [{ title: 'Editorial' }, { title: 'Editorial' }, { title: 'Editorial comment' }],
  'letters of one author': () => [{ title: 'Letter to the editor' }, { title: 'Letter to the Editor' }],
};

/** Only their DOIs distinguish these. */
const WITH_DOI = ['conference paper and journal article', 'same title and authors, the next year, both with DOIs'];

/** Near duplicates of some originals, which any reader would call other works. */
export function makeTraps(originals: readonly Original[], random: Random): Original[] {
  const traps: Original[] = [];
  const kinds = Object.keys(TRAPS) as [string, ...string[]];
  for (const original of originals) {
    const { facts } = original;
    if (facts.title === '' || facts.authors.length === 0 || !random.chance(1 / ONE_TRAP_IN)) continue;
    const trap = random.pick(kinds);
    const needsDoi = WITH_DOI.includes(trap);
    if (needsDoi && (facts.doi == null || facts.arxivId != null)) continue;
    const other = originals[Math.floor(random.next() * originals.length)] as Original;
    for (const change of (TRAPS[trap] as Trap)(facts, other.facts, random)) {
      const number = originals.length + traps.length + 1;
      const doi = needsDoi || random.chance(INVENTED_DOIS) ? `10.5555/Trap.${number}` : undefined;
      const { citationCount, isOpenAccess, pmid, arxivId, ...rest } = facts;
      const numbers = { doi, openAlexId: `W${number}`, corpusId: String(number) };
      // Another work has another abstract.
      const said = originals[Math.floor(random.next() * originals.length)] as Original;
      const made = { ...rest, abstract: random.chance(0.5) ? said.facts.abstract : '', ...change, ...numbers };
      const id = `trap:${number}`;
      traps.push({ id, trap, facts: made as Original['facts'], paper: { ...original.paper, id } });
    }
  }
  return traps;
}

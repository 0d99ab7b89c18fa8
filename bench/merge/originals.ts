import type { PaperInput } from '../../src/papers/paper.ts';
import { type JsonRecord, type PoolPaper, readPoolRecords, toPaper } from '../retrieval/collection.ts';
import type { Random } from './random.ts';

/** A work before it is split: what is true of it. */
export type Original = {
  /** What topics name; of traps a name of their own. */
  id: string;
  facts: PaperInput & { title: string; abstract: string; authors: string[] };
  paper: PoolPaper;
  /** Of works that were made up to be mistaken for another. */
  trap?: string;
};

/** So many of the works without a DOI in the data get an invented one: most papers have one. */
const INVENTED_DOIS = 0.7;

/** The works of a folder of the form of the shared data; of those that it has twice, word for word, the first. */
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
  // Without a title only an identifier can tell what it is.
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

/** One work of so many gets a neighbour that is easily mistaken for it. */
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

/** These are told apart by nothing but their DOIs. */
const WITH_DOI = ['conference paper and journal article', 'same title and authors, the next year, both with DOIs'];

/** Works that are near duplicates of some originals and are none: other works by all that a reader would go by. */
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
      // What is another work says something else.
      const said = originals[Math.floor(random.next() * originals.length)] as Original;
      const made = { ...rest, abstract: random.chance(0.5) ? said.facts.abstract : '', ...change, ...numbers };
      const id = `trap:${number}`;
      traps.push({ id, trap, facts: made as Original['facts'], paper: { ...original.paper, id } });
    }
  }
  return traps;
}

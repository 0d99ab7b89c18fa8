import type { Holdings } from './answering-sources.ts';
import type { Work } from './works.ts';

/** What each stand-in holds in the tests of whole searches: works that only one has, and one that all of them have. */

/** Words that only these works have: the starter catalogue has none of them. */
export const KEYWORDS = ['zibbet', 'zibbet lanterns', 'quorrel'];

const ABSTRACT =
  'Zibbet lanterns were counted in forty tidal pools over three winters, and the quorrel that graze on them were weighed each week.';

const work = (number: number, title: string, facts: Partial<Work> = {}): Work => ({
  number,
  title,
  abstract: `${ABSTRACT} This is part ${number} of the counting.`,
  year: 2010 + (number % 10),
  authors: [
    ['Ada', `Beispiel${number}`],
    ['Bo', 'Muster'],
  ],
  doi: `10.5555/zibbet.${number}`,
  ...facts,
});

const SHARED_FACTS: Partial<Work> = { year: 2021, authors: [['Cleo', 'Fiction']], abstract: ABSTRACT };
export const SHARED_TITLE = 'How zibbet lanterns colour the quorrel of tidal pools';
/**
 * One work in three sources, each with another spelling of its DOI and another count; arXiv has its preprint.
 */
export const SHARED = {
  openalex: work(101, SHARED_TITLE, { ...SHARED_FACTS, doi: '10.5555/Zibbet.Shared', citations: 40, references: 21 }),
  crossref: work(101, SHARED_TITLE, { ...SHARED_FACTS, doi: '10.5555/ZIBBET.SHARED', citations: 33 }),
  europepmc: work(101, SHARED_TITLE, {
    ...SHARED_FACTS,
    doi: 'https://doi.org/10.5555/zibbet.shared',
    citations: 12,
    pmid: '34567890',
  }),
  arxiv: work(101, SHARED_TITLE, { ...SHARED_FACTS, year: 2020, arxivId: '2001.00101' }),
};

const RETRACTED = work(102, 'Zibbet lanterns cure everything', { isRetracted: true, citations: 7 });

/** The library's earlier paper: from the user, in no source. */
export const OWN = {
  title: 'Zibbet lanterns of my own shore',
  authors: ['Dan Placeholder'],
  year: 2019,
  doi: '10.5555/own.shore',
  abstract: 'The quorrel of one shore, and their zibbet lanterns.',
};

export function holdings(): Record<'openalex' | 'crossref' | 'europepmc' | 'arxiv' | 'semanticscholar', Holdings> {
  const references = [work(201, 'Zibbet of old', { citations: 900 }), work(202, 'Quorrel before lanterns')];
  const citations = [work(203, 'Zibbet since then', { isRetracted: true }), work(204, 'Quorrel of today')];
  const similar = [work(205, 'Lanterns like zibbet')];
  return {
    openalex: {
      works: [SHARED.openalex, work(103, 'A field guide to zibbet', { citations: 5, cites: [101, 999] }), RETRACTED],
      related: { references, citations, similar },
    },
    crossref: { works: [work(104, 'Zibbet lanterns at dusk', { citations: 2 }), SHARED.crossref] },
    europepmc: { works: [SHARED.europepmc, work(105, 'The quorrel as a host', { citations: 90, pmid: '34567105' })] },
    arxiv: { works: [work(106, 'A model of zibbet light', { arxivId: '2105.00106' }), SHARED.arxiv] },
    semanticscholar: {
      works: [work(107, 'Zibbet lanterns and their shadows', { citations: 11 })],
      related: { references: [work(201, 'Zibbet of old', { citations: 880 })], citations: [], similar: [] },
    },
  };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { groupSameWorks } from '../../src/papers/works/clusters.ts';
import { type Identity, toIdentity } from '../../src/papers/works/identity.ts';
import { AGREEMENTS, contradict, joinSpans, type MatchPolicy } from '../../src/papers/works/matching.ts';
import { runs } from '../helpers/runs.ts';

/**
 * The rules say which two records agree; this is about the order in which they are applied to a whole list, which
 * decides where records contradict each other. The oracle goes through all pairs, one after the other.
 */

type Cluster = { members: number[]; evidence: Parameters<typeof contradict>[0] };

function groupByAllPairs(identities: readonly Identity[], policy: MatchPolicy) {
  const clusters: Cluster[] = identities.map((identity, index) => ({
    members: [index],
    evidence: evidenceOf(identity),
  }));
  const clusterOf = (index: number) => clusters.find(({ members }) => members.includes(index)) as Cluster;
  const duplicates: string[] = [];
  for (const { kind, verdict, value, condition, evidence } of AGREEMENTS) {
    if (verdict[policy] !== 'same' || kind === 'near-title') continue;
    const pairs = identities.flatMap((b, later) =>
      identities.slice(0, later).flatMap((a, earlier) => {
        const isPair = value(a) !== undefined && value(a) === value(b) && condition(a, b);
        return isPair ? [{ earlier, later, apart: Math.abs((a.year ?? 0) - (b.year ?? 0)) }] : [];
      }),
    );
    if (kind === 'title') pairs.sort((one, other) => one.apart - other.apart);
    for (const { earlier, later } of pairs) {
      const [a, b] = [clusterOf(earlier), clusterOf(later)].sort((x, y) => (x.members[0] ?? 0) - (y.members[0] ?? 0));
      if (!a || !b || a === b || contradict(a.evidence, b.evidence, kind, policy)) continue;
      clusters.splice(clusters.indexOf(b), 1);
      a.members = [...a.members, ...b.members].sort((x, y) => x - y);
      a.evidence = bothOf(a.evidence, b.evidence);
      duplicates.push(evidence);
    }
  }
  return { firsts: identities.map((_, index) => clusterOf(index).members[0]), duplicates };
}

function evidenceOf(record: Identity): Cluster['evidence'] {
  const { year } = record;
  return {
    ...record,
    hasThesis: record.isThesis,
    hasArticle: record.isArticle,
    pmid: record.isPreprint ? undefined : record.pmid,
    years: record.isPreprint || year === undefined ? undefined : [year, year],
    authors: new Set(record.authors.slice(0, 1)),
    coAuthors: new Set(record.authors),
    places: record.place ? [record.place] : [],
    abstracts: new Set(record.abstract === '' ? [] : [record.abstract]),
  };
}

function bothOf(a: Cluster['evidence'], b: Cluster['evidence']): Cluster['evidence'] {
  return {
    publishedDoi: a.publishedDoi ?? b.publishedDoi,
    arxiv: a.arxiv ?? b.arxiv,
    pmid: a.pmid ?? b.pmid,
    hasThesis: a.hasThesis || b.hasThesis,
    hasArticle: a.hasArticle || b.hasArticle,
    years: a.years && b.years ? joinSpans(a.years, b.years) : (a.years ?? b.years),
    authors: new Set([...a.authors, ...b.authors]),
    coAuthors: new Set([...a.coAuthors, ...b.coAuthors]),
    places: [...a.places, ...b.places].slice(0, 8),
    abstracts: new Set([...a.abstracts, ...b.abstracts].slice(0, 8)),
  };
}

const ABSTRACT = 'We follow mussels over forty tides and count the threads by which each of them holds on to its rock.';
const maybe = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);

/** Records of few values, so that many agree in one thing and differ in another. */
const record: fc.Arbitrary<WirePaper> = fc.record({
  id: maybe('k1', 'k2'),
  title: fc.constantFrom('How mussels hold on to rocks in a tide', 'How mussels hold on', 'A theory of moonless seas'),
  authors: fc.constantFrom('', 'Ada Weevil', 'Ada Weevil, Bo Limpet', 'Bo Limpet'),
  year: maybe(2018, 2019, 2021),
  doi: maybe('10.5555/m.1', '10.5555/m.2', '10.48550/arXiv.1706.03762'),
  link: maybe('https://arxiv.org/abs/1706.03762', 'https://arxiv.org/abs/1706.03763'),
  pmid: maybe('11', '12'),
  isPrePrint: maybe(true),
  publicationType: maybe('journal', 'thesis'),
  abstract: maybe(ABSTRACT, ABSTRACT.slice(0, 90), `Nothing of that. ${ABSTRACT.split('').reverse().join('')}`),
}) as fc.Arbitrary<WirePaper>;

/** As several jobs have them: the same records again and again, in any order. */
const list = fc
  .tuple(fc.array(record, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(), { maxLength: 16 }))
  .map(([records, again]) => [...records, ...again.map((at) => records[at % records.length] as WirePaper)]);

const comparable = (wire: WirePaper) => ({ ...fromWire(wire), key: wire.id ?? '' });

it('a list is grouped as if all its pairs were looked at in their order', () => {
  fc.assert(
    fc.property(list, (records) => {
      const papers = records.map(comparable);
      const duplicates: string[] = [];
      const firsts = groupSameWorks(papers, 'trusted-list', (evidence) => duplicates.push(evidence));
      expect({ firsts, duplicates }).toEqual(groupByAllPairs(papers.map(toIdentity), 'trusted-list'));
    }),
    { numRuns: runs(400) },
  );
});

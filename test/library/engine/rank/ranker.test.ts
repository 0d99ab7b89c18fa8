import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestBody } from '../../../../src/contract/requests.ts';
import type { IndexedPaper, IndexSnapshot, SegmentReader } from '../../../../src/library/engine/index/index-reader.ts';
import { FEEDBACK, QUERY_COVERAGE } from '../../../../src/library/engine/rank/constants.ts';
import { type RankOptions, rank } from '../../../../src/library/engine/rank/ranker.ts';
import { readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import type { Hit } from '../../../../src/library/engine/rank/top-k.ts';
import { weighQuery } from '../../../../src/library/engine/rank/weighted-query.ts';
import { stem } from '../../../../src/papers/analysis/stem.ts';
import { queryOf } from '../../../helpers/query.ts';
import { runs } from '../../../helpers/runs.ts';
import { placedWords } from '../../../papers/analysis/tokens-of.ts';
import { indexed, indexOf, titled } from './indexed-papers.ts';

function search(snapshot: IndexSnapshot, body: RequestBody, options: Partial<RankOptions> = {}) {
  const statistics = readStatistics(snapshot);
  const query = weighQuery(queryOf(body), statistics);
  return rank(snapshot, query, statistics, { count: 100, accept: () => undefined, ...options });
}

const idsOf = (hits: readonly Hit[]) => hits.map(({ id }) => id);
const find = (snapshot: IndexSnapshot, body: RequestBody, options: Partial<RankOptions> = {}) =>
  idsOf(search(snapshot, body, options).hits);
const LIVER = { keywords: ['liver'] };

/** As `accept`: only these ids. */
const onlyIds = (ids: readonly number[]) => (segment: SegmentReader) => (docId: number) =>
  ids.includes(segment.ids[docId] as number);

describe('the papers that are found', () => {
  it('are those that hold a word of the query, the best first', () => {
    const papers = titled('kidney', 'liver and some more words beside it', 'liver liver', 'rock');
    expect(find(indexOf([papers]), LIVER)).toEqual([3, 2]);
    expect(find(indexOf([papers]), { keywords: ['livers', 'KIDNEY', 'rocks'] }).sort()).toEqual([1, 2, 3, 4]);
  });

  it('of equal scores stand in the order of their ids, in whichever segment they are', () => {
    const papers = titled('liver', 'liver', 'liver', 'rock', 'liver');
    const segments = [[papers[4], papers[1]], [papers[3], papers[2]], [papers[0]]] as IndexedPaper[][];
    for (const feedback of [true, false]) expect(find(indexOf(segments), LIVER, { feedback })).toEqual([1, 2, 3, 5]);
  });

  it('are at most so many', () => {
    const snapshot = indexOf([titled(...Array.from({ length: 30 }, () => 'liver'))]);
    expect(find(snapshot, LIVER, { count: 3 })).toEqual([1, 2, 3]);
  });

  it('are none of an empty index, of an empty query, or of unknown words', () => {
    const snapshot = indexOf([titled('liver', 'kidney')]);
    for (const body of [{}, { keywords: ['...'] }, { query: 'zyzzyva' }]) expect(find(snapshot, body)).toEqual([]);
    expect(search({ segments: [] }, LIVER)).toMatchObject({ hits: [], related: [] });
  });

  it('come with the place where they are', () => {
    const snapshot = indexOf([titled('rock', 'liver'), [indexed({ id: 9, title: 'a liver' })]]);
    for (const { segmentIndex: segment, docId, id } of search(snapshot, LIVER).hits)
      expect(snapshot.segments[segment]?.ids[docId]).toBe(id);
  });

  it('of the full text alone come below those of a title or an abstract, however often they stand there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 5 }), (times, words) => {
        const keywords = ['liver', 'kidney', 'heart', 'spleen', 'lung'].slice(0, words);
        const text = keywords.join(' ');
        const papers = [
          indexed({ id: 1, title: 'rocks', fullText: `${text} `.repeat(times) }),
          indexed({ id: 2, title: `${text} with many other words that a title of a paper may have beside them` }),
          indexed({ id: 3, title: 'sand', abstract: `${text} ${'and something else '.repeat(100)}` }),
          indexed({ id: 4, title: 'grass', fullText: 'roots and leaves' }),
        ];
        for (const feedback of [true, false]) {
          const found = find(indexOf([papers]), { keywords }, { feedback });
          expect([found.slice(0, 2).sort(), found.slice(2)]).toEqual([[2, 3], [1]]);
        }
      }),
      { seed: 7, numRuns: runs(25) },
    );
  });

  it('of the full text change nothing for words that stand elsewhere, and are fed back to no search', () => {
    const papers = Array.from({ length: 30 }, (_, at) => indexed({ id: at + 1, title: `liver bile w${at % 4}` }));
    const asked = { query: 'liver' };
    const before = search(indexOf([papers]), asked);
    const read = papers.map((paper) => ({
      ...paper,
      fullText: `liver bile w0 ${paper.id % 2 ? 'quokka wombat w1' : 'dingo'}`,
    }));
    const after = search(indexOf([read]), asked);
    expect(after.hits).toEqual(before.hits);
    expect(after.related).toEqual(before.related);
  });

  it('of a title say more than those of an abstract, all words of a keyword more than one', () => {
    const papers = [
      indexed({ id: 1, title: 'rock', abstract: 'liver fibrosis' }),
      indexed({ id: 2, title: 'liver fibrosis', abstract: 'rock' }),
      indexed({ id: 3, title: 'liver rock', abstract: 'sand' }),
    ];
    expect(find(indexOf([papers]), { keywords: ['liver fibrosis'] })).toEqual([2, 1, 3]);
  });
});

describe('a question of few words', () => {
  // Words that no other paper has, each in two of these, so that all are as rare.
  const [some, all] = ['aax bbx', 'aax bbx ccx'];
  const others = Array.from({ length: 21 }, (_, at) => `ddx${at}`);
  const papers = [
    indexed({ id: 1, title: some, abstract: `${some} ${some}` }),
    indexed({ id: 2, title: 'stone', abstract: `${all}${' clay'.repeat(6)}` }),
    indexed({ id: 3, title: 'sand', abstract: `ccx ${others.join(' ')}` }),
    indexed({ id: 4, title: 'sand', abstract: others.join(' ') }),
  ];
  const snapshot = () => indexOf([papers]);

  it('finds a paper with all of them before one that says some of them louder', () => {
    expect(find(snapshot(), { query: all }).slice(0, 2)).toEqual([2, 1]);
    // As it is by BM25F alone, and for keywords, which are often alternatives.
    for (const body of [{ keywords: all.split(' ') }, { keywords: all.split(' '), query: all }])
      expect(find(snapshot(), body).slice(0, 2)).toEqual([1, 2]);
    expect(find(snapshot(), { query: all }, { feedback: false }).slice(0, 2)).toEqual([1, 2]);
  });

  it('raises a paper by the share that it has, less the more words there are', () => {
    for (const words of [3, 6, 12, 23, 24]) {
      const query = [all, ...others.slice(0, words - 3)].join(' ');
      const gains = [{}, { feedback: false }].map((options) => {
        const { hits } = search(snapshot(), { query }, options);
        const [one, two] = [1, 2].map((id) => hits.find((hit) => hit.id === id)?.score as number) as [number, number];
        return two / one;
      }) as [number, number];
      const most = QUERY_COVERAGE.gain * (1 - words / QUERY_COVERAGE.termsForNone);
      expect(gains[0] / gains[1]).toBeCloseTo((1 + (most * 3) / words) / (1 + (most * 2) / words), 5);
    }
  });

  it('takes no word of a full text for one of the paper', () => {
    const read = papers.map((paper) => ({ ...paper, fullText: `${all} somewhere` }));
    expect(find(indexOf([read]), { query: all }).slice(0, 2)).toEqual([2, 1]);
  });
});

describe('deleted papers', () => {
  it('are never found, and the papers that took their place are', () => {
    const old = titled('liver', 'liver liver', 'liver', 'liver stone', 'liver', 'liver');
    const snapshot = indexOf([old, [indexed({ id: 1, title: 'kidney' })]], [2, 5]);
    expect(find(snapshot, LIVER).sort()).toEqual([3, 4, 6]);
    expect(find(snapshot, { keywords: ['kidney'] })).toEqual([1]);
  });

  it('say nothing of the topic: the ranking is that of an index without them', () => {
    const left = titled(
      ...Array.from({ length: 40 }, (_, at) => (at % 3 ? `liver bile ${at}` : `rock sand bile ${at}`)),
    );
    const gone = Array.from({ length: 20 }, (_, at) => indexed({ id: 100 + at, title: 'liver stone quarry' }));
    const stone = [41, 42, 43].map((id) => indexed({ id, title: 'stone quarry' }));
    const ids = gone.map(({ id }) => id);
    const papers = [...left, ...stone];
    const [with_, without] = [indexOf([[...papers.slice(0, 9), ...gone, ...papers.slice(9)]], ids), indexOf([papers])];
    expect(find(with_, LIVER)).toEqual(find(without, LIVER));
  });
});

describe('feedback', () => {
  const topic = (count: number) => Array.from({ length: count }, () => 'liver bile duct');
  const sand = Array.from({ length: 150 }, (_, at) => `sand${at} rock${at}`);
  const related = 'bile duct surgery';

  it('finds papers by the words of the best ones', () => {
    const snapshot = indexOf([titled(...topic(8), related, ...sand)]);
    expect(find(snapshot, LIVER)).toContain(9);
    expect(find(snapshot, LIVER)[8]).toBe(9);
    expect(search(snapshot, LIVER).related.map(({ term }) => term)).toEqual(expect.arrayContaining(['bile', 'duct']));
  });

  it('is not asked of fewer papers than say something', () => {
    const few = indexOf([titled(...topic(FEEDBACK.minPapers - 1), related, ...sand)]);
    expect(search(few, LIVER).related).toEqual([]);
    expect(find(few, LIVER)).toHaveLength(FEEDBACK.minPapers - 1);
    const enough = indexOf([titled(...topic(FEEDBACK.minPapers), related, ...sand)]);
    expect(search(enough, LIVER).related).not.toEqual([]);
    expect(find(enough, LIVER)).toHaveLength(FEEDBACK.minPapers + 1);
  });

  it('is left out where that is wanted', () => {
    const snapshot = indexOf([titled(...topic(8), related, ...sand)]);
    const plain = search(snapshot, LIVER, { feedback: false });
    expect([plain.related, plain.hits.length]).toEqual([[], 8]);
  });

  it('does not depend on what the filters let through', () => {
    const snapshot = indexOf([titled(...topic(8), related, ...sand)]);
    expect(find(snapshot, LIVER, { accept: onlyIds([9]) })).toEqual([9]);
    expect(search(snapshot, LIVER, { accept: onlyIds([9]) }).related).toEqual(search(snapshot, LIVER).related);
  });

  it('gives its words without papers where none are asked for', () => {
    const snapshot = indexOf([titled(...topic(8), related, ...sand)]);
    const { related: words } = search(snapshot, LIVER);
    expect(search(snapshot, LIVER, { count: 0 })).toEqual({ hits: [], related: words });
  });

  it('gives scores of at most 1', () => {
    const { hits } = search(indexOf([titled(...topic(8), related, ...sand)]), LIVER);
    expect(hits[0]?.score).toBeCloseTo(1, 5);
    for (const { score } of hits) expect(score).toBeGreaterThan(0);
  });
});

describe('whatever the papers', () => {
  const WORDS = ['liver', 'bile', 'duct', 'stone', 'rock', 'sand', 'beta-blocker', 'the', 'study', '深度学习'];
  const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
  const papers = fc
    .array(fc.record({ title: text, abstract: text }), { minLength: 5, maxLength: 40 })
    .map((texts) => texts.map((facts, at) => indexed({ id: at + 1, ...facts })));
  const bodies = fc.oneof(
    fc.record({ keywords: fc.array(text, { minLength: 1, maxLength: 3 }), query: fc.option(text, { nil: undefined }) }),
    fc.record({ query: text }),
  );
  const RUNS = { seed: 18, numRuns: runs(15) };

  it('filters change no score and no order', () => {
    fc.assert(
      fc.property(papers, bodies, fc.integer({ min: 2, max: 5 }), (all, body, nth) => {
        const snapshot = indexOf([all]);
        const { hits } = search(snapshot, body);
        const passing = all.map(({ id }) => id).filter((id) => id % nth === 0);
        const filtered = search(snapshot, body, { accept: onlyIds(passing) }).hits;
        expect(filtered).toEqual(hits.filter(({ id }) => passing.includes(id)));
      }),
      RUNS,
    );
  });

  it('a search leaves nothing behind for the next one', () => {
    fc.assert(
      fc.property(papers, bodies, bodies, (all, body, between) => {
        const snapshot = indexOf([all.slice(0, 3), all.slice(3)]);
        const before = search(snapshot, body);
        search(snapshot, between);
        expect(search(snapshot, body)).toEqual(before);
      }),
      RUNS,
    );
  });

  it('fewer asked for are the first of more', () => {
    fc.assert(
      fc.property(papers, bodies, fc.integer({ min: 1, max: 10 }), (all, body, count) => {
        const snapshot = indexOf([all]);
        expect(search(snapshot, body, { count }).hits).toEqual(search(snapshot, body).hits.slice(0, count));
      }),
      RUNS,
    );
  });

  it('the ranking is the same however they are spread over segments', () => {
    fc.assert(
      fc.property(papers, bodies, fc.integer({ min: 2, max: 4 }), (all, body, segments) => {
        const spread = Array.from({ length: segments }, (_, list) => all.filter(({ id }) => id % segments === list));
        const [one, many] = [search(indexOf([all]), body).hits, search(indexOf(spread), body).hits];
        expect(many.map(({ id, score }) => [id, score])).toEqual(one.map(({ id, score }) => [id, score]));
      }),
      RUNS,
    );
  });

  it('every paper with a word of a keyword is found', () => {
    fc.assert(
      fc.property(papers, fc.constantFrom('liver', 'bile', 'rock'), (all, word) => {
        const found = find(indexOf([all]), { keywords: [word] });
        const holding = all.filter(({ title, abstract }) => `${title} ${abstract}`.split(' ').includes(word));
        expect(found).toEqual(expect.arrayContaining(holding.map(({ id }) => id)));
      }),
      RUNS,
    );
  });
});

it('every word of a paper is found as it stands there', () => {
  const PIECES = [
    'TNF-α',
    "Parkinson's",
    'CO<sub>2</sub>',
    '$\\beta$',
    '深度',
    'ﬁne',
    'İ',
    'e\u0301',
    '1,000',
    '0.05',
    ' ',
    '-',
    '𐐀',
    '😀',
    '&amp;',
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 10 });
  const texts = fc.array(
    text.map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 10 },
  );
  fc.assert(
    fc.property(texts, (all) => {
      const [segment] = indexOf([[...titled(...all), indexed({ id: 99, title: 'one' })]]).segments as [SegmentReader];
      all.forEach((title, docId) => {
        for (const { word } of placedWords(title)) {
          const { count, docIds } = segment.postings(segment.findTerm(stem(word)));
          expect([...docIds.subarray(0, count)]).toContain(docId);
        }
      });
    }),
    { seed: 19, numRuns: runs(15) },
  );
});

describe('a segment whose papers have no words', () => {
  it.each([
    ['', ''],
    ['…', '???'],
  ])('can be read: %j', (title, abstract) => {
    const snapshot = indexOf([titled('liver'), [indexed({ id: 2, title, abstract })]]);
    expect(snapshot.segments.map(({ maxDoc: docIds }) => docIds)).toEqual([1, 1]);
    expect(find(snapshot, LIVER)).toEqual([1]);
  });
});

it('words of what the topic is not never hide a paper with a word of the query', () => {
  const many = (count: number, title: (at: number) => string) => Array.from({ length: count }, (_, at) => title(at));
  const snapshot = indexOf([
    titled(
      ...many(200, (at) => (at === 0 ? 'liver quarry' : 'liver bile')),
      ...many(200, () => 'liver quarry'),
      ...many(20, () => 'sand quarry quarry quarry'),
      ...many(4_500, (at) => `sand s${at}`),
    ),
  ]);
  const body = { keywords: ['liver', 'sand'] };
  const options = { count: 5_000, accept: onlyIds(Array.from({ length: 20 }, (_, at) => 401 + at)) };
  expect(find(snapshot, body, { ...options, feedback: false })).toHaveLength(20);
  expect(find(snapshot, body, options)).toHaveLength(20);
});

it('no papers asked for are none', () => {
  expect(find(indexOf([titled('liver', 'liver')]), LIVER, { count: 0 })).toEqual([]);
});

it('likeness to the best papers counts more, the more the query says', () => {
  const topic = Array.from({ length: 60 }, (_, at) => `liver bile${at % 13} duct${at % 11} stone${at % 7}`);
  const snapshot = indexOf([titled(...topic, ...Array.from({ length: 600 }, (_, at) => `sand${at} rock${at}`))]);
  const words = topic.slice(0, 13).join(' ').split(' ');
  // By words alone no score is above 1, and likeness only adds to it.
  const likenessOf = (count: number) => {
    const body = { query: [...new Set(words)].slice(0, count).join(' ') };
    const statistics = readStatistics(snapshot);
    const query = weighQuery(queryOf(body), statistics);
    expect(query.terms).toHaveLength(count);
    const { hits } = rank(snapshot, query, statistics, { count: 60, accept: () => undefined });
    return (hits[0]?.score ?? 0) - 1;
  };
  expect(likenessOf(2)).toBeGreaterThan(0);
  expect(likenessOf(12)).toBeGreaterThan(1.5 * likenessOf(2));
});

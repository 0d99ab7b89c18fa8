import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMerge, type SegmentSize } from '../../../../src/library/engine/index/writer/background-merge.ts';
import { runs } from '../../../helpers/runs.ts';

let named = 0;
function segment(docIds: number, deleted = 0, bytes = docIds * 100): SegmentSize {
  named += 1;
  return { name: `s${named}`, maxDoc: docIds, deleted, bytes };
}

describe('the segments to merge', () => {
  it('are none while there are few of a size', () => {
    expect(chooseMerge([])).toEqual([]);
    expect(chooseMerge([segment(10), segment(10), segment(900)])).toEqual([]);
    expect(chooseMerge([segment(1), segment(3_000), segment(12_000), segment(50_000), segment(200_000)])).toEqual([]);
  });

  it('are all of a size when there are enough, the smallest first', () => {
    const [small, large] = [
      [1, 5, 80, 1_000].map((docIds) => segment(docIds)),
      [5e4, 5e4, 6e4, 5e4].map((n) => segment(n)),
    ];
    const names = small.map(({ name }) => name);
    expect(chooseMerge([...large, ...small])).toEqual(names);
  });

  it('are the one of which much is deleted', () => {
    const wasteful = segment(1_000, 301);
    expect(chooseMerge([segment(5_000, 1_500), wasteful, segment(9)])).toEqual([wasteful.name]);
    expect(chooseMerge([segment(1_000, 300)])).toEqual([]);
  });

  it('are of a size by the papers that are left of them', () => {
    const shrunk = [1, 2, 3, 4].map(() => segment(1_300, 350));
    expect(chooseMerge(shrunk)).toEqual(shrunk.map(({ name }) => name));
    const mixed = [segment(1_300, 0), segment(1_300, 350), segment(900), segment(900)];
    expect(chooseMerge(mixed)).toEqual([]);
  });

  it('never are more than fits into one file', () => {
    const huge = [1, 2, 3, 4].map(() => segment(2_000_000, 0, 1_000_000_000));
    expect(chooseMerge(huge)).toEqual([]);
    const small = [1, 2, 3, 4].map(() => segment(10));
    expect(chooseMerge([...huge, ...small])).toEqual(small.map(({ name }) => name));
  });

  it('are those of a size that fit into one file, when others of it are too large', () => {
    const large = [1, 2, 3].map(() => segment(2_000_000, 0, 1_600_000_000));
    const small = [1, 2, 3, 4].map(() => segment(1_100_000, 0, 400_000_000));
    const chosen = chooseMerge([...large, ...small]);
    expect(chosen).toEqual([...small.map(({ name }) => name), large[0]?.name]);
  });
});

/** An index that merges whenever a merge is due: only the sizes, and how many papers were written again. */
function simulate(changes: readonly { add: number; remove: number }[]) {
  let segments: SegmentSize[] = [];
  let [removed, added, rewritten, most] = [0, 0, 0, 0];
  for (const { add, remove } of changes) {
    let left = remove;
    segments = segments.flatMap((each) => {
      const gone = Math.min(left, each.maxDoc - each.deleted);
      left -= gone;
      removed += gone;
      return each.deleted + gone === each.maxDoc ? [] : [{ ...each, deleted: each.deleted + gone }];
    });
    if (add > 0) segments.push(segment(add));
    added += add;
    for (let rounds = 0; ; rounds += 1) {
      const names = chooseMerge(segments);
      if (names.length === 0) break;
      expect(new Set(names).size).toBe(names.length);
      const chosen = segments.filter(({ name }) => names.includes(name));
      expect(chosen).toHaveLength(names.length);
      const papers = chosen.reduce((sum, { maxDoc: docIds, deleted }) => sum + docIds - deleted, 0);
      segments = [...segments.filter(({ name }) => !names.includes(name)), segment(papers)];
      rewritten += papers;
      // Otherwise merging would go on for ever.
      expect(rounds).toBeLessThan(30);
    }
    most = Math.max(most, segments.length);
  }
  const papers = segments.reduce((sum, { maxDoc: docIds, deleted }) => sum + docIds - deleted, 0);
  return { segments, papers, added, removed, rewritten, most };
}

/** Size classes up to so many papers. */
const classesOf = (papers: number) => 1 + Math.max(0, Math.ceil(Math.log(papers / 1_000) / Math.log(4)) + 1);

const change = fc.record({
  add: fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 3_000 }),
    fc.constantFrom(1_000, 4_000, 70_000),
  ),
  remove: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
});

describe('whatever is added and deleted', () => {
  it('there are few segments, no paper is lost, and little of them is deleted papers', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const { segments, papers, added, removed, most } = simulate(changes);
        expect(papers).toBe(added - removed);
        expect(most).toBeLessThanOrEqual(3 * classesOf(added));
        for (const { maxDoc: docIds, deleted } of segments) expect(deleted).toBeLessThanOrEqual(0.3 * docIds);
      }),
      {
        seed: 16,
        numRuns: runs(50),
        examples: [[[{ add: 1, remove: 0 }]], [Array(40).fill({ add: 1_000, remove: 0 })]],
      },
    );
  });

  it('a paper is written again about once per size class', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1_000, max: 20_000 }), { minLength: 50, maxLength: 200 }), (sizes) => {
        const { added, rewritten } = simulate(sizes.map((add) => ({ add, remove: 0 })));
        expect(rewritten).toBeLessThanOrEqual(added * classesOf(added));
      }),
      { seed: 17, numRuns: runs(40) },
    );
  });

  it('papers that come one by one rewrite no more than the smallest size class each time', () => {
    const { rewritten, most } = simulate(Array(5_000).fill({ add: 1, remove: 0 }));
    // A third of them, because three wait; and the larger classes on top.
    expect(rewritten).toBeLessThan((5_000 * 1_000) / 3);
    expect(most).toBeLessThanOrEqual(3 * classesOf(5_000));
  });

  it('papers that are replaced again and again leave no waste behind', () => {
    const { segments, papers } = simulate([{ add: 50_000, remove: 0 }, ...Array(300).fill({ add: 500, remove: 500 })]);
    expect(papers).toBe(50_000);
    expect(segments.reduce((sum, { maxDoc: docIds }) => sum + docIds, 0)).toBeLessThan(50_000 / 0.7 + 1);
  });
});

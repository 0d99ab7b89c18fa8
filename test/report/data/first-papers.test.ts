import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FirstPaper, fuseFirst } from '../../../src/report/data/first-papers.ts';
import { runs } from '../../helpers/runs.ts';

const paper = (title: string, doi?: string): FirstPaper => ({ title, ...(doi !== undefined && { doi }) });
const titles = (lists: FirstPaper[][]) => fuseFirst(lists).map(({ title }) => title);

describe('the first papers of a running search', () => {
  it('stand in the order of the only source that has answered', () => {
    expect(titles([[paper('A'), paper('B'), paper('C')]])).toEqual(['A', 'B', 'C']);
  });

  it('rise where another source has them, too', () => {
    expect(titles([[paper('A'), paper('B')], [paper('b.')]])).toEqual(['B', 'A']);
    expect(fuseFirst([[paper('A'), paper('B')], [paper('b.')]])[0]?.sources).toBe(2);
  });

  it('are one by their DOI whatever the title, and two if their DOIs differ', () => {
    expect(titles([[paper('A', '10.1/x')], [paper('Another title', '10.1/X')]])).toEqual(['A']);
    expect(titles([[paper('A', '10.1/x')], [paper('A', '10.1/y')]])).toEqual(['A', 'A']);
    expect(titles([[paper('A', '10.1/x')], [paper('A')]])).toEqual(['A']);
  });

  it('lose nobody, and no source can lift a paper by giving it twice', () => {
    const some = fc.array(
      fc.record({
        title: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
        doi: fc.constantFrom('10.1/a', '10.1/b', undefined),
      }),
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), (lists) => {
        const fused = fuseFirst(lists);
        const given = new Set(lists.flat().map(({ title }) => title));
        const kept = new Set(fused.map(({ title }) => title));
        // A title may be that of another record with the same DOI.
        const dois = new Set(fused.map(({ doi }) => doi));
        for (const title of given) {
          const own = lists.flat().filter((each) => each.title === title);
          expect(kept.has(title) || own.some(({ doi }) => dois.has(doi))).toBe(true);
        }
        for (const { sources } of fused) expect(sources).toBeLessThanOrEqual(lists.length);
        const doubled = lists.map((list) => [...list, ...list]);
        expect(fuseFirst(doubled)).toEqual(fused);
      }),
      { numRuns: runs(300) },
    );
  });
});

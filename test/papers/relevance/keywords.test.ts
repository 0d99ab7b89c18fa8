import { describe, expect, it } from 'vitest';
import { meets } from '../../../src/papers/filters/where-filter.ts';
import { matchQuery } from '../../../src/papers/relevance/match.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { queryOf } from '../../helpers/query.ts';
import { only, openShelf, paper } from '../../search/federated/shelf.ts';

const TAGGED = paper({
  key: 'tagged',
  title: 'How fins come back',
  abstract: 'We cut fins and watched them grow.',
  keywords: ['*Zebrafish regeneration', 'Blastema', 'Wound healing; general'],
});
const TITLED = paper({ key: 'titled', title: 'Zebrafish regeneration' });
const OTHER = paper({ key: 'other', title: 'Zebrafish that sleep', keywords: ['Liver regeneration'] });

describe('a paper with a keyword', () => {
  it('is found by it, after one that has it as its title', () => {
    const { add, ids } = openShelf();
    add([TAGGED, TITLED, OTHER]);
    const found = ids(only('zebrafish regeneration'));
    expect([found[0], found.includes('tagged')]).toEqual(['titled', true]);
    expect(ids(only('blastema'))).toEqual(['tagged']);
    expect(ids({ strategy: '"zebrafish regeneration"[tw] AND blastema[mh]' })).toEqual(['tagged']);
    expect(ids({ strategy: '"zebrafish regeneration"[tiab]' })).toEqual(['titled']);
  });

  it('is found by a keyword that a second record of its work brings', () => {
    const { add, ids } = openShelf();
    add([TITLED]);
    expect(ids(only('blastema'))).toEqual([]);
    add([{ ...TITLED, keywords: ['Blastema'] }]);
    expect(ids(only('blastema'))).toEqual(['titled']);
  });

  it('has it for relevance and for a condition on texts alike, and two keywords are no phrase', () => {
    const { add, search } = openShelf();
    add([TAGGED, TITLED, OTHER]);
    const [question] = [readQueryTerms(queryOf(only('zebrafish regeneration')))];
    for (const found of search(only('zebrafish regeneration'))) {
      const stored = fromWire(found);
      const { keywords, match } = matchQuery(question as NonNullable<typeof question>, stored);
      const isNamed = stored.key !== 'other';
      expect([stored.key, keywords.length > 0]).toEqual([stored.key, isNamed]);
      expect(meets(stored, { text: '"zebrafish regeneration"' })).toBe(isNamed);
      if (isNamed) expect(['strong', 'good']).toContain(match);
    }
    expect(meets(TAGGED, { text: '"regeneration blastema"' })).toBe(false);
  });
});

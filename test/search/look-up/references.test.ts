import { describe, expect, it } from 'vitest';
import type { Paper } from '../../../src/papers/paper.ts';
import { matchReference } from '../../../src/papers/works/match-reference.ts';
import { prepareRecord, prepareReference } from '../../../src/papers/works/prepare-match.ts';
import { readItem } from '../../../src/search/look-up/read-item.ts';
import { record } from '../../helpers/record.ts';
import { CATALOGUE, type CataloguePaper } from '../../helpers/references/catalogue.ts';
import { ALTERED, INVENTED, REAL, RETRACTED } from '../../helpers/references/references.ts';

const NO_STORE = { byNumber: () => undefined, papers: () => [] };

function recordOf({ authors, ...rest }: CataloguePaper): Paper {
  return record({ ...rest, authors: authors.map(([given, family]) => `${given} ${family}`) });
}

const HELD = Object.entries(CATALOGUE).map(([name, paper]) => ({ name, held: prepareRecord(recordOf(paper)) }));

/** What of the catalogue a text matches. */
function matchesOf(text: string) {
  const reference = prepareReference(readItem(text, NO_STORE));
  return HELD.map(({ name, held }) => ({ name, ...matchReference(reference, held) })).filter(
    ({ found }) => found !== 'none',
  );
}

describe('a reference as people write it', () => {
  it('is one of at least sixty', () => {
    expect(REAL.length + RETRACTED.length + ALTERED.length + INVENTED.length).toBeGreaterThanOrEqual(60);
  });

  it.each([...REAL, ...RETRACTED])('is found exactly where it is right: %s', (text, name) => {
    expect(matchesOf(text)).toMatchObject([{ name, found: 'exact', differs: [] }]);
  });

  it.each(ALTERED)('is likely, with what differs, where something is wrong: %s', (text, name, differs) => {
    const found = matchesOf(text);
    expect(found).toMatchObject([{ name, found: 'likely' }]);
    expect(found[0]?.differs).toEqual(differs.map((pattern) => expect.stringMatching(pattern)));
  });

  it.each(INVENTED)('is not found where no such paper exists: %s', (text) => {
    expect(matchesOf(text)).toEqual([]);
  });

  it.each(['Is', 'Was the paper', 'Has'])(
    'has no author in the words of a question before a quoted title: %s',
    (words) => {
      const { firstAuthor, title } = prepareReference(
        readItem(`${words} "Efficacy of gabapentin in migraine prophylaxis" retracted?`, NO_STORE),
      ).parsed;
      expect([firstAuthor, title]).toEqual([undefined, 'Efficacy of gabapentin in migraine prophylaxis']);
    },
  );

  it('shows where two long titles differ, not how they begin alike', () => {
    const title = 'Risk factors for neurocognitive decline in lung cancer patients treated with cranial irradiation';
    const held = prepareRecord(
      recordOf({
        venue: 'Lung',
        doi: '10.1016/x',
        title: `${title}: A systematic review`,
        authors: [['Haiyan', 'Zeng']],
        year: 2020,
      }),
    );
    const { differs } = matchReference(prepareReference(readItem(`Zeng 2020 ${title}`, NO_STORE)), held);
    expect(differs).toEqual([
      'title: … treated with cranial irradiation: A systematic review, asked … treated with cranial irradiation',
    ]);
  });
});

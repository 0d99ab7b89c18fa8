import { describe, expect, it } from 'vitest';
import { prepareReference } from '../../../src/papers/works/prepare-match.ts';
import { chooseForReference } from '../../../src/search/federated/finding/choose.ts';
import { readItem } from '../../../src/search/look-up/read-item.ts';
import { record } from '../../helpers/record.ts';
import { ABSENT, HOSTILE_CATALOGUE, RIGHT, UNTITLED, WRONG } from '../../helpers/references/hostile-references.ts';

const NO_STORE = { byNumber: () => undefined, papers: () => [] };
const HELD = Object.values(HOSTILE_CATALOGUE).map((paper) => record(paper));

/** What is found for a text, and the title of the best paper. */
function find(text: string) {
  const { found, papers, note } = chooseForReference(prepareReference(readItem(text, NO_STORE)), HELD, 1);
  return { found, doi: papers[0]?.paper.doi, note };
}

function doiOf(name: keyof typeof HOSTILE_CATALOGUE | undefined) {
  return name === undefined ? expect.any(String) : HOSTILE_CATALOGUE[name].doi;
}

describe('a reference that is hard to read', () => {
  it.each(RIGHT)('is found: %s', (text, name) => {
    expect(find(text)).toMatchObject({ found: 'exact', doi: doiOf(name) });
  });

  it.each(WRONG)('is likely where something is wrong: %s', (text, name) => {
    expect(find(text)).toMatchObject({ found: 'likely', doi: doiOf(name) });
  });

  it.each([...ABSENT, ...UNTITLED])('is not found where there is no such paper: %s', (text) => {
    expect(find(text)).toMatchObject({ found: 'none', doi: undefined });
  });

  it('names the paper that an invented reference has the DOI of', () => {
    const { note } = find(
      'Lindqvist S. Yoga and working memory in children with reading problems. Front Psychol. 2019;10:813. doi: 10.3389/fpsyg.2019.00813',
    );
    expect(note).toMatchObject({
      kind: 'doi-of-another',
      doi: '10.3389/fpsyg.2019.00813',
      title: expect.stringMatching(/^Mindfulness/),
    });
  });

  it.each([')', '/full', '<1::a>', '&a='])('ends, whatever a DOI goes on with: %s', (tail) => {
    expect(find(`10.1234/a${tail.repeat(1_900 / tail.length)}`)).toMatchObject({ found: 'none' });
  });

  it('is refused by name where it is longer than a reference may be, and not cut', () => {
    expect(() => readItem('. '.repeat(1_001), NO_STORE, 'items[3]')).toThrow(/items\[3\]: .*2000 characters, got 2002/);
    expect(readItem(`@article{k, title={Owls}, abstract={${'. '.repeat(5_000)}}}`, NO_STORE).title).toBe('Owls');
  });
});

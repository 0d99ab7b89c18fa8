import { describe, expect, it } from 'vitest';
import { readRis } from '../../src/formats/tagged/ris.ts';
import { detectFormat } from '../../src/library/importing/detect-format.ts';
import { createParser } from '../../src/library/importing/parser.ts';
import { toPaper } from '../../src/papers/paper.ts';

/** Small faults of files that other programs forgive. */

async function entriesOf(text: string, name: string) {
  const format = detectFormat(text, name);
  if (!format) throw new Error('unknown format');
  const parser = await createParser(format, 0);
  return [...(await parser.push(text)), ...(await parser.end())].flatMap(({ entries }) => entries);
}

describe('RIS', () => {
  it('is read without a blank after the hyphen', () => {
    expect(readRis('TY  -JOUR\nAU  -Lee, A\nTI  -A title -- with more\nPY  -2020\nER  -')).toMatchObject({
      metadata: { title: 'A title -- with more', year: 2020, publicationType: 'journal' },
    });
  });

  it('takes no line of text for a tag', () => {
    const [title] = ['TY  - JOUR\nTI  - One\nof  -whatever\nin -2 degrees\n'].map(readRis);
    expect(title).toMatchObject({ metadata: { title: expect.stringContaining('whatever') } });
  });

  it('has one record where the type stands twice, and no problem', async () => {
    const entries = await entriesOf(
      'TY  - JOUR\nTY  - JOUR\nAU  - Lee, A\nTI  - Two types\nPY  - 2020\nER  - \n',
      'a.ris',
    );
    expect(entries.filter((entry) => 'problem' in entry)).toEqual([]);
    expect(entries.filter((entry) => 'paper' in entry)).toHaveLength(1);
  });
});

it.each([
  ['948770.', '948770'],
  ['S12.', 'S12'],
  ['101-118.', '101-118'],
  ['101-118', '101-118'],
])('pages %j are %j', (pages, read) => {
  expect(toPaper({ title: 'T', pages })).toMatchObject({ pages: read });
});

it.each([
  ['%K kelp, crabs, lagoon\n', ['kelp', 'crabs', 'lagoon']],
  ['%K kelp; crabs, blue\n', ['kelp', 'crabs, blue']],
  ['%K Stroke, ischaemic\n%K Kelp\n', ['Stroke, ischaemic', 'Kelp']],
])('keywords of Refer in %j', async (lines, keywords) => {
  const [entry] = await entriesOf(`%0 Journal Article\n%T Reefs and kelp\n%A Lee, Ann\n${lines}%D 2020\n`, 'a.enw');
  expect(entry && 'paper' in entry && entry.paper.keywords).toEqual(keywords);
});

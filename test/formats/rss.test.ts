import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { writeRss } from '../../src/formats/rss.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { ANY_CHARACTER } from '../helpers/any-character.ts';
import { runs } from '../helpers/runs.ts';

const AT = '2026-03-01T10:00:00.000Z';
const read = (feed: string) => new XMLParser({ ignoreAttributes: false, trimValues: false }).parse(feed).rss.channel;

it('has title, link, reference and date of each paper', () => {
  const paper = {
    title: 'Owls',
    authors: 'Ada Weevil, Ben Limpet',
    journalName: 'Nights',
    year: 2020,
    doi: '10.5555/owls',
  };
  const { item } = read(
    writeRss('New', [{ ref: 'J1-1', paper: fromWire({ ...paper, abstract: 'They see.' }), at: AT }]),
  );
  expect(item).toMatchObject({
    title: 'Owls',
    link: 'https://doi.org/10.5555/owls',
    guid: { '#text': 'J1-1', '@_isPermaLink': 'false' },
    pubDate: 'Sun, 01 Mar 2026 10:00:00 GMT',
    description: 'Ada Weevil, Ben Limpet. Nights. 2020\n\nThey see.',
  });
});

it('marks a retraction', () => {
  const { item } = read(
    writeRss('New', [{ ref: 'J1-1', paper: fromWire({ title: 'Owls', isRetracted: true }), at: AT }]),
  );
  expect(item.title).toBe('RETRACTED: Owls');
});

it('is well-formed XML whatever a title is made of', () => {
  const part = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.constantFrom('<', '&', ']]>', '<!--', '"', "'", '\u0000', '\ud800'),
  );
  const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (title, abstract) => {
      const feed = writeRss('New', [{ ref: 'J1-1', paper: fromWire({ title, abstract }), at: AT }]);
      expect(XMLValidator.validate(feed)).toBe(true);
      expect(Object.keys(read(feed)).sort()).toEqual(['#text', 'description', 'item', 'link', 'title']);
    }),
    { numRuns: runs(200) },
  );
});

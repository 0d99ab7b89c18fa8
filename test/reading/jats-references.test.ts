import { expect, it } from 'vitest';
import { readJats } from '../../src/reading/jats/read-jats.ts';

function textOf(citation: string): string | undefined {
  const read = readJats(
    `<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front>
    <body><p>Words.</p></body><back><ref-list><ref id="r1"><mixed-citation>${citation}</mixed-citation></ref></ref-list></back></article>`,
  );
  return 'references' in read ? read.references[0]?.text : undefined;
}
const name = (family: string, given: string) =>
  `<name><surname>${family}</surname>, <given-names>${given}</given-names></name>`;

it.each([
  [
    `<person-group>${name('Aul', 'J.')}and ${name('Mic', 'R.')}</person-group>(<year>1993</year>)<article-title>Fire in reefs</article-title><source>Reef J</source><volume>3</volume>:<fpage>1</fpage>–<lpage>9</lpage>`,
    'Aul, J. and Mic, R. (1993) Fire in reefs Reef J 3:1–9',
  ],
  [
    `<string-name><surname>Aul</surname><given-names>J</given-names></string-name><year>1993</year><article-title>Fire</article-title>In<source>Book of reefs</source>pp.<fpage>12</fpage>-<lpage>19</lpage><publisher-name>Reef Press</publisher-name>,<publisher-loc>Paris</publisher-loc>`,
    'Aul J 1993 Fire In Book of reefs pp. 12-19 Reef Press, Paris',
  ],
  [
    '<collab>The Group</collab>[<year>2001</year>]<source>X</source>;<volume>3</volume>(<issue>4</issue>):<fpage>e12</fpage>',
    'The Group [2001] X; 3(4):e12',
  ],
  ['Aul J.<italic>Reef J</italic><bold>12</bold>:1', 'Aul J. Reef J 12:1'],
])('separates the fields of a citation that has no blanks between them', (citation, text) => {
  expect(textOf(citation)).toBe(text);
});

it('does not separate the letters of a formula or a gene', () => {
  const title = 'Ca<sup>2+</sup> release, H<sub>2</sub>O and <italic>p</italic>53';
  expect(textOf(`Aul J. <article-title>${title}</article-title>. <source>Reef J</source> 12:1`)).toBe(
    'Aul J. Ca^2+ release, H2O and p53. Reef J 12:1',
  );
});

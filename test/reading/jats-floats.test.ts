import { expect, it } from 'vitest';
import { readJats } from '../../src/reading/jats/read-jats.ts';

const article = (floats: string, group = '') =>
  `<article><front><article-meta><title-group><article-title>Floating reefs</article-title></title-group>
  <contrib-group><contrib contrib-type="author"><name><surname>Alp</surname><given-names>Ann</given-names></name></contrib>${group}</contrib-group>
  </article-meta></front><body><sec><title>Results</title><p>We saw the values in Table 2 below.</p></sec></body>${floats}
  <back><ack><p>Thanks.</p></ack></back></article>`;
const FLOATS =
  '<table-wrap id="t2"><label>Table 2</label><caption><p>Floating values</p></caption><table><tr><td>90</td><td>91</td></tr></table></table-wrap>' +
  '<fig id="f9"><label>Figure 9</label><caption><p>Floating figure words.</p></caption></fig>';

it.each(['floats-group', 'floats-wrap'])('tables and figures in %s are part of the text', (name) => {
  const read = readJats(article(`<${name}>${FLOATS}</${name}>`));
  const text = JSON.stringify(read);
  for (const words of ['Floating values', '90', 'Figure 9', 'Floating figure words.']) expect(text).toContain(words);
});

it('a group of authors is not glued to its members', () => {
  const group =
    '<contrib contrib-type="author"><collab>The Reef Group<contrib-group><contrib contrib-type="author"><name><surname>Mem</surname><given-names>Ber</given-names></name></contrib></contrib-group></collab></contrib>';
  const read = readJats(article('', group));
  expect(read).toMatchObject({ paper: { authors: [{ family: 'Alp', given: 'Ann' }, { literal: 'The Reef Group' }] } });
});

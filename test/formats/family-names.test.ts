import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { toCitation } from '../../src/papers/citation.ts';
import { citationKeys } from '../../src/papers/citation-keys.ts';
import { type PaperInput, toPaper } from '../../src/papers/paper.ts';
import { fromWire, toWire } from '../../src/papers/wire.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';

/**
 * Where a source gives the parts of a name, the family name stays what it said: a name by itself shows neither that
 * `García Márquez` is one family name, nor that `Human Rights Watch` is nobody's.
 */

const GABRIEL = { family: 'García Márquez', given: 'Gabriel' };
const PEOPLE = ['Gabriel García Márquez', 'Mary Wollstonecraft Shelley', 'Anna van der Berg'];
/** `Wollstonecraft` is her middle name here; the two others have their parts where a reader would not look for them. */
const APART = { 'Gabriel García Márquez': 'García Márquez' };

const TAGGED = ['García Márquez, Gabriel', 'Shelley, Mary Wollstonecraft', 'van der Berg, Anna'];
const CSL = [GABRIEL, { family: 'Shelley', given: 'Mary Wollstonecraft' }, { family: 'van der Berg', given: 'Anna' }];
const lines = (tag: string, between: string) => TAGGED.map((name) => `${tag}${between}${name}`).join('\n');

/** One paper in each format that has the parts of names. */
const FILES: Record<string, string> = {
  'a.ris': `TY  - JOUR\nTI  - A paper of names\n${lines('AU', '  - ')}\nER  - \n`,
  'a.bib': `@article{a, title = {A paper of names}, author = {${TAGGED.join(' and ')}}}`,
  'csl.json': JSON.stringify([{ id: 'a', type: 'article-journal', title: 'A paper of names', author: CSL }]),
  'crossref.json': JSON.stringify({
    status: 'ok',
    message: { items: [{ DOI: '10.1000/c', title: ['A paper of names'], author: CSL }] },
  }),
  'a.nbib': `\nPMID- 2\nTI  - A paper of names\n${lines('FAU', ' - ')}\n`,
  'zotero.json': JSON.stringify([
    {
      key: 'A',
      data: {
        itemType: 'journalArticle',
        title: 'A paper of names',
        creators: CSL.map(({ family, given }) => ({ creatorType: 'author', lastName: family, firstName: given })),
      },
    },
  ]),
  'pubmed.xml': `<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>A paper of names</ArticleTitle><AuthorList>${CSL.map(({ family, given }) => `<Author><LastName>${family}</LastName><ForeName>${given}</ForeName></Author>`).join('')}</AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`,
  'a.csv': `Title,Authors\nA paper of names,"${TAGGED.join('; ')}"\n`,
  'own.jsonl': `${JSON.stringify({ title: 'A paper of names', authors: CSL })}\n`,
  'wos.txt': `FN A Database\nVR 1.0\nPT J\nTI A paper of names\nAF ${TAGGED.join('\n   ')}\nER\n\nEF\n`,
  'a.enw': `%0 Journal Article\n%T A paper of names\n${TAGGED.map((name) => `%A ${name}`).join('\n')}\n`,
};

/** The paper as the wire has it, as a stored job would. */
function wireOf(input: PaperInput): WirePaper {
  const paper = toPaper({ title: 'A paper of names', year: 2020, ...input });
  if (typeof paper === 'string') throw new Error(paper);
  return toWire(paper);
}

const peopleOf = (input: PaperInput) => toCitation(fromWire(wireOf(input))).people;

describe('the family name that a file gives', () => {
  it('is kept in the library, whatever the format', async () => {
    const folder = libraryFolder();
    const environment = { PAPERQUEUE_DATA_DIR: join(folder, 'data') };
    const paths = Object.entries(FILES).map(([name, text]) => {
      const path = join(folder, name);
      writeFileSync(path, text.replace('A paper of names', `A paper of names in ${name}`));
      return path;
    });
    const { code, stderr } = await runHere(['import', ...paths], environment);
    expect(code === 0 ? '' : stderr).toBe('');
    const { stdout } = await runHere(['library', 'export'], environment);
    const papers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ title }) => title.startsWith('A paper of names'));
    expect(papers.map(({ title }) => title.replace('A paper of names in ', '')).sort()).toEqual(
      Object.keys(FILES).sort(),
    );
    for (const { authors, familyNames } of papers)
      expect({ authors, familyNames }).toEqual({ authors: PEOPLE, familyNames: APART });
  });
});

describe('a family name that was kept', () => {
  const wire = wireOf({ authors: [GABRIEL, 'Mary Wollstonecraft Shelley'], editors: [GABRIEL] });

  it('is that of every export, of citation keys and after the wire', () => {
    const exported = (format: 'ris' | 'bibtex' | 'csl-json') =>
      writePapers(format, [{ ref: 'J1-1', key: 'k', paper: fromWire(wire) }]);
    expect(exported('ris')).toMatch(/^AU {2}- García Márquez, Gabriel$/m);
    expect(exported('bibtex')).toContain(
      "author = {{Garc{\\'i}a M{\\'a}rquez}, Gabriel and Shelley, Mary Wollstonecraft}",
    );
    expect(exported('bibtex')).toContain("editor = {{Garc{\\'i}a M{\\'a}rquez}, Gabriel}");
    expect(JSON.parse(exported('csl-json'))[0]).toMatchObject({ author: [GABRIEL, {}], editor: [GABRIEL] });
    expect(citationKeys([fromWire(wire)])).toEqual(['garciamarquez2020paper']);
    expect(fromWire(wire)).toMatchObject({ familyNames: APART, authors: PEOPLE.slice(0, 2) });
  });

  it.each([
    ['a name that reads as it was given', { family: 'Lovelace', given: 'Ada' }, { family: 'Lovelace', given: 'Ada' }],
    ['particles', { family: 'van der Berg', given: 'Anna' }, { particle: 'van der', family: 'Berg', given: 'Anna' }],
    [
      'a suffix',
      { family: 'García Márquez', given: 'Gabriel', suffix: 'Jr.' },
      { family: 'García Márquez', given: 'Gabriel', suffix: 'Jr.' },
    ],
    ['an organisation without a word for one', { literal: 'Human Rights Watch' }, { literal: 'Human Rights Watch' }],
    ['a comma inside of a part', { literal: 'Watch, Human Rights' }, { literal: 'Watch Human Rights' }],
    ['a family name alone, often a whole name', { family: 'Ada Lovelace' }, { family: 'Lovelace', given: 'Ada' }],
    ['three parts in one text', 'King, Martin Luther, Jr.', { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }],
    ['an object of JavaScript', { literal: '__proto__ toString' }, { literal: '__proto__ toString' }],
  ])('survives with %s', (_, given, person) => {
    expect(peopleOf({ authors: [given] })).toEqual([person]);
  });

  it("is nobody else's: what is said of a name that is not there is dropped", () => {
    expect(
      fromWire({ title: 'T', authors: 'Ada Lovelace', familyNames: { 'Alan Turing': 'Alan' } }),
    ).not.toHaveProperty('familyNames');
  });
});

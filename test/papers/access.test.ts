import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { countFacets } from '../../src/papers/facets.ts';
import { meets } from '../../src/papers/filters/where-filter.ts';
import { readAccess } from '../../src/papers/open-access.ts';
import { viewPaper } from '../../src/papers/paper-view.ts';
import { fromWire } from '../../src/papers/wire.ts';

const PDF = 'https://journal.example/a.pdf';

const CASES: [
  what: string,
  paper: WirePaper,
  isOpen: boolean | undefined,
  link?: string | undefined,
  pdfLink?: string,
][] = [
  ['nothing', { title: 'A' }, undefined],
  [
    'an arXiv number',
    { title: 'A', arxivId: '2101.00001', isOpenAccess: false },
    true,
    'https://arxiv.org/abs/2101.00001',
    'https://arxiv.org/pdf/2101.00001',
  ],
  [
    'the DOI of arXiv and links of its own',
    { title: 'A', doi: '10.48550/arXiv.2101.00001', link: 'https://a.example/1', pdfLink: PDF },
    true,
    'https://a.example/1',
    PDF,
  ],
  [
    'a number at PubMed Central',
    { title: 'A', pmcid: 'PMC123', pmid: '45' },
    true,
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC123/',
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC123/pdf/',
  ],
  ['a number at PubMed', { title: 'A', pmid: '45' }, undefined, 'https://pubmed.ncbi.nlm.nih.gov/45/'],
  ['numbers that are none', { title: 'A', pmid: 'x/../45', pmcid: 'PMC1/../2' }, undefined],
  [
    'a PDF though it is said to be closed',
    { title: 'A', isOpenAccess: false, pdfLink: PDF },
    undefined,
    undefined,
    PDF,
  ],
  ['a link that is none though it is closed', { title: 'A', isOpenAccess: false, pdfLink: 'x' }, false],
  ['the word that it is open', { title: 'A', isOpenAccess: true }, true],
];

describe('a paper with', () => {
  it.each(CASES)('%s: the same in every view, filter and export', (_, paper, isOpen, link, pdfLink) => {
    expect(readAccess(paper)).toEqual({ isOpenAccess: isOpen, link, pdfLink });
    const full = viewPaper('J1-1', fromWire(paper), 'full');
    expect([full.openAccess, full.link, full.pdfLink]).toEqual([isOpen, link, pdfLink]);
    expect(viewPaper('J1-1', fromWire(paper), 'compact').openAccess).toBe(isOpen);
    expect([meets(fromWire(paper), { openAccess: true }), meets(fromWire(paper), { openAccess: false })]).toEqual([
      isOpen === true,
      isOpen === false,
    ]);
    expect(meets(fromWire(paper), { hasPdf: true })).toBe(pdfLink !== undefined);
    expect(countFacets([fromWire(paper)], 'whole').openAccess).toEqual(
      isOpen === undefined ? { unknown: 1 } : { [isOpen ? 'yes' : 'no']: 1 },
    );
    const exported = [{ ref: 'J1-1', key: 'a', paper: fromWire(paper) }];
    const line = JSON.parse(writePapers('jsonl', exported));
    expect([line.isOpenAccess, line.pdfLink]).toEqual([isOpen, pdfLink]);
    const { custom } = JSON.parse(writePapers('csl-json', exported))[0];
    expect([custom.openAccess, custom.pdfLink]).toEqual([isOpen, pdfLink]);
    expect(writePapers('ris', exported).includes('L1  - ')).toBe(pdfLink !== undefined);
  });
});

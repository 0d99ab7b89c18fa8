import { describe, expect, it } from 'vitest';
import { readArxivEntry, readArxivLine } from '../../src/formats/xml/arxiv.ts';
import { recordOf } from './parsed-record.ts';

const LINE = {
  id: '2304.00001',
  submitter: 'Ada Beispiel',
  authors: 'Ada Beispiel (1), Bo Muster and C. Third ((1) Univ. A)',
  title: 'A toy survey of\n  river-sensor networks',
  comments: '20 pages',
  'journal-ref': null,
  doi: '10.5555/demo.2023.17',
  categories: 'cs.NI physics.ao-ph',
  abstract: '  Rivers are measured by sensors\nand people.\n',
  versions: [
    { version: 'v1', created: 'Sat, 1 Apr 2023 09:30:00 GMT' },
    { version: 'v2', created: 'Mon, 1 Jan 2024 09:30:00 GMT' },
  ],
  update_date: '2024-01-02',
  authors_parsed: [
    ['Beispiel', 'Ada', ''],
    ['Muster', 'Bo', 'Jr'],
  ],
};

const RECORD = {
  key: 'arxiv:2304.00001',
  title: 'A toy survey of river-sensor networks',
  abstract: 'Rivers are measured by sensors and people.',
  authors: ['Ada Beispiel', 'Bo Muster Jr'],
  year: 2023,
  publishedAt: '2023-04-01',
  venue: 'arXiv',
  publicationType: 'preprint',
  fieldsOfStudy: ['Computer Science', 'Environmental Science', 'Physics'],
  isOpenAccess: true,
  isPrePrint: true,
  downloadable: true,
  doi: '10.5555/demo.2023.17',
  arxivId: '2304.00001',
  link: 'https://arxiv.org/abs/2304.00001',
  pdfLink: 'https://arxiv.org/pdf/2304.00001',
};

describe('a line of the arXiv snapshot', () => {
  it('is read whole', () => {
    expect(recordOf(readArxivLine(LINE))).toEqual(RECORD);
  });

  it('may lack everything but number and title', () => {
    const { categories: _c, ...bare } = {
      ...LINE,
      authors_parsed: [],
      versions: null,
      abstract: null,
      doi: null,
      update_date: null,
    };
    expect(recordOf(readArxivLine({ ...bare, id: 'math.GT/0309136', 'journal-ref': 'Topology 1 (2003)' }))).toEqual({
      key: 'arxiv:math/0309136',
      title: RECORD.title,
      authors: ['Ada Beispiel', 'Bo Muster', 'C. Third'],
      venue: 'Topology',
      publicationType: 'preprint',
      fieldsOfStudy: [],
      isOpenAccess: true,
      isPrePrint: true,
      downloadable: true,
      arxivId: 'math/0309136',
      link: 'https://arxiv.org/abs/math/0309136',
      pdfLink: 'https://arxiv.org/pdf/math/0309136',
    });
  });

  it.each([
    ['J. Invented Hydrol. 9 (2023) 1-20', 'J. Invented Hydrol.'],
    ['Phys. Rev. B 77, 144406 (2008)', 'Phys. Rev. B'],
    ['Eur.Phys.J.C24:381-394,2002', 'Eur.Phys.J.'],
    ['Phys.Rev. D76 (2007) 013009', 'Phys.Rev.'],
    ['JHEP 0712:064,2007', 'JHEP'],
    ['NeurIPS 2023', 'NeurIPS'],
    ['The Thirteenth ICLR', 'The Thirteenth ICLR'],
    ['Invented Transactions on Sensors, vol. 55, no. 10, pp. 1-9, Oct. 2007', 'Invented Transactions on Sensors'],
    ['Annals of Owls, Oct. 2007', 'Annals of Owls'],
    [
      'Proceedings of the 36th Conference on Rivers, PMLR 97:1-10, 2019',
      'Proceedings of the 36th Conference on Rivers, PMLR',
    ],
    ['Proceedings of the 2019 Conference on Owls, pages 1-5', 'Proceedings of the 2019 Conference on Owls'],
    ['2019 IEEE Conference on Rivers', '2019 IEEE Conference on Rivers'],
    ['Nature (2005)', 'Nature'],
    ['12 (2003) 1-9', '12 (2003) 1-9'],
  ])('appeared, by the journal reference %s, in %s', (reference, venue) => {
    expect(recordOf(readArxivLine({ ...LINE, 'journal-ref': reference }))).toMatchObject({ venue });
  });

  it('tells what was withdrawn', () => {
    const statusOf = (comments: string) => {
      const record = recordOf(readArxivLine({ ...LINE, comments }));
      return typeof record === 'object' && 'retraction' in record ? record.retraction : undefined;
    };
    const withdrawn = { kind: 'withdrawn', from: 'arxiv' };
    expect(statusOf('This paper has been withdrawn by the authors')).toMatchObject(withdrawn);
    const reasons = ['due to a gap in the proof'];
    expect(statusOf('12 pages. Withdrawn')).toBeUndefined();
    expect(statusOf('Withdrawn due to a gap in the proof')).toEqual({ ...withdrawn, reasons });
    expect(statusOf('Withdrawn; this paper has been merged with arXiv:1234.5678')).toMatchObject({ kind: 'replaced' });
    expect(statusOf('On withdrawn papers')).toBeUndefined();
  });

  it.each([undefined, 704.0001, 'no number'])('without a number (%j) is a problem', (id) => {
    expect(readArxivLine({ ...LINE, id })).toEqual({ problem: 'it has no arXiv number' });
  });

  it.each([
    ['cs.CL', ['Computer Science', 'Linguistics']],
    ['hep-th', ['Physics']],
    ['math.GT math-ph', ['Mathematics', 'Physics']],
    ['q-fin.ST', ['Economics', 'Business']],
    ['cond-mat.mtrl-sci', ['Materials Science', 'Physics']],
    ['unknown.XX', []],
  ])('of the categories %s is of the fields %j', (categories, fieldsOfStudy) => {
    expect(recordOf(readArxivLine({ ...LINE, categories }))).toMatchObject({ fieldsOfStudy });
  });
});

describe('an entry of an arXiv feed', () => {
  const ENTRY = `<entry>
    <id>http://arxiv.org/abs/2304.00001v2</id>
    <title>A toy survey of
  river-sensor networks</title>
    <updated>2023-05-02T10:00:00Z</updated>
    <link href="https://arxiv.org/abs/2304.00001v2" rel="alternate" type="text/html"/>
    <summary>Rivers are measured by sensors
  and people.</summary>
    <category term="cs.NI" scheme="http://arxiv.org/schemas/atom"/>
    <category term="physics.ao-ph"/>
    <published>2023-04-01T09:30:00Z</published>
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">20 pages</arxiv:comment>
    <arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.5555/demo.2023.17</arxiv:doi>
    <arxiv:primary_category term="cs.NI"/>
    <author><name>Ada Beispiel</name><arxiv:affiliation>Invented University</arxiv:affiliation></author>
    <author><name>Bo Muster Jr</name></author>
  </entry>`;

  it('is read whole', () => {
    expect(recordOf(readArxivEntry(ENTRY))).toEqual(RECORD);
  });

  it('may have one author, one category and entities', () => {
    const entry =
      '<entry><id>http://arxiv.org/abs/2101.00010</id><title>R&amp;D &lt; &#945;</title><author><name>M. M&#252;ller</name></author><category term="cs.CL"/></entry>';
    expect(recordOf(readArxivEntry(entry))).toMatchObject({
      arxivId: '2101.00010',
      title: 'R&D < α',
      authors: ['M. Müller'],
      fieldsOfStudy: ['Computer Science', 'Linguistics'],
    });
  });

  it.each(['<entry><id>http://arxiv.org/api/errors#1</id><title>Error</title></entry>', '<entry><id>', 'words'])(
    'that is none is a problem: %s',
    (xml) => {
      expect(readArxivEntry(xml)).toEqual({ problem: 'it is not an entry of arXiv' });
    },
  );
});

/**
 * One work in the forms in which services give it, and its facts, written by hand from Part D of the service contract.
 */

const WORK = {
  title: 'Reading glasses for owls',
  doi: '10.5555/owls.2016',
  year: 2016,
  venue: 'Journal of Invented Results',
  citations: 1234,
};

/** What has to be understood of each form. */
export const FACTS = {
  title: WORK.title,
  authors: ['Jane Smith', 'Bo Doe'],
  year: 2016,
  venue: WORK.venue,
  doi: WORK.doi,
  citationCount: 1234,
};

export const WORKS: Record<string, Record<string, unknown>> = {
  'as the contract has it': {
    id: 'a1',
    title: WORK.title,
    authors: 'Jane Smith, Bo Doe',
    year: 2016,
    journalName: WORK.venue,
    doi: WORK.doi,
    impactFactor: { citationCount: 1234, influentialCitationCount: 2, referenceCount: 3 },
    isOpenAccess: true,
    pdfLink: 'https://example.org/owls.pdf',
    v_quartile_ranking: 'Q2',
  },
  'in camelCase': {
    paperId: 'a1',
    title: WORK.title,
    authors: [{ name: 'Jane Smith' }, { name: 'Bo Doe' }],
    publicationYear: '2016',
    journal: { name: WORK.venue, volume: 4, pages: '1-9' },
    doi: `https://doi.org/${WORK.doi}`,
    citedByCount: '1,234',
    openAccess: true,
    pdfUrl: 'https://example.org/owls.pdf',
    quartileRanking: 'Q2',
  },
  'in snake_case': {
    paper_id: 7,
    title: WORK.title,
    authors: [
      { first_name: 'Jane', last_name: 'Smith' },
      { family: 'Doe', given: 'Bo' },
    ],
    publication_date: '2016-05-04',
    container_title: [WORK.venue],
    DOI: `doi:${WORK.doi}`,
    metrics: { times_cited: 1234 },
    open_access: { is_oa: true },
    pdf: { url: 'https://example.org/owls.pdf' },
    sjr_quartile: 2,
  },
  "in Semantic Scholar's shape": {
    paperId: '204e',
    corpusId: 99,
    externalIds: { DOI: WORK.doi, ArXiv: '1601.00001', PubMed: '123' },
    title: WORK.title,
    authors: [
      { authorId: '1', name: 'Jane Smith' },
      { authorId: '2', name: 'Bo Doe' },
    ],
    year: 2016,
    venue: 'J. Inv. Res.',
    publicationVenue: { name: WORK.venue, type: 'journal' },
    journal: { name: WORK.venue },
    citationCount: 1234,
    isOpenAccess: true,
    openAccessPdf: { url: 'https://example.org/owls.pdf', status: 'GREEN' },
    tldr: { model: 'tldr@v2', text: 'Owls read.' },
    s2FieldsOfStudy: [{ category: 'Biology', source: 's2' }],
    quartile: 'Q2',
  },
  "in OpenAlex's shape": {
    id: 'https://openalex.org/W12',
    display_name: WORK.title,
    doi: `https://doi.org/${WORK.doi}`,
    publication_year: 2016,
    cited_by_count: 1234,
    authorships: [{ author: { display_name: 'Jane Smith' } }, { author: { display_name: 'Bo Doe' } }],
    primary_location: { source: { display_name: WORK.venue }, landing_page_url: 'https://example.org/owls' },
    open_access: { is_oa: true, oa_status: 'gold' },
    best_oa_location: { pdf_url: 'https://example.org/owls.pdf' },
    abstract_inverted_index: { Owls: [0], read: [1] },
    topics: [{ display_name: 'Biology' }],
    sjrQuartile: 'Q2',
  },
  'with everything as text': {
    uid: 'x',
    title: WORK.title,
    authors: 'Jane Smith; Bo Doe',
    year: '2016',
    journal: WORK.venue,
    doi: `DOI: ${WORK.doi}`,
    citations: '1234',
    oa: 'true',
    openAccessPdf: 'https://example.org/owls.pdf',
    quartile: '2',
  },
  'in the shape of CSL and Crossref': {
    title: [WORK.title],
    author: [
      { family: 'Smith', given: 'Jane' },
      { family: 'Doe', given: 'Bo' },
    ],
    issued: { 'date-parts': [[2016, 5]] },
    'container-title': [WORK.venue],
    DOI: WORK.doi,
    'is-referenced-by-count': 1234,
    is_oa: true,
    pdf_url: 'https://example.org/owls.pdf',
    quartile: 'q2',
  },
  'with "and" between its authors': {
    name: WORK.title,
    creators: 'Jane Smith and Bo Doe',
    published: '4 May 2016',
    venue: { display_name: WORK.venue },
    ids: { doi: `https://doi.org/${WORK.doi}` },
    stats: { citationCount: '1234' },
    openAccessStatus: 'gold',
    urls: { pdf: 'https://example.org/owls.pdf' },
    quartile: 2,
  },
};

const PLAIN = {
  id: 'a1',
  title: WORK.title,
  authors: ['Jane Smith', 'Bo Doe'],
  year: 2016,
  venue: WORK.venue,
  doi: WORK.doi,
  citationCount: 1234,
  isOpenAccess: true,
  pdfUrl: 'https://example.org/owls.pdf',
  quartile: 'Q2',
};

/** The work with some facts in another spelling, and without some names. */
function spelt(facts: Record<string, unknown>, ...without: (keyof typeof PLAIN)[]): Record<string, unknown> {
  const others = Object.entries(PLAIN).filter(([name]) => !without.includes(name as keyof typeof PLAIN));
  return { ...Object.fromEntries(others), ...facts };
}

/** Further spellings of single facts. */
export const SPELLINGS: Record<string, Record<string, unknown>> = {
  'authors, family names first': spelt({ authors: 'Smith, Jane; Doe, Bo' }),
  'authors as a list, family names first': spelt({ authors: ['Smith, Jane', 'Doe, Bo'] }),
  'authors in lines': spelt({ authors: 'Jane Smith\nBo Doe' }),
  'authors and others': spelt({ authors: 'Jane Smith, Bo Doe, et al.' }),
  'authors in a text of JSON': spelt({ authors: '["Jane Smith","Bo Doe"]' }),
  'authors in pairs': spelt({
    authors: [
      ['Jane', 'Smith'],
      ['Bo', 'Doe'],
    ],
  }),
  'authors by number': spelt({ authors: { 1: { name: 'Jane Smith' }, 2: { name: 'Bo Doe' } } }),
  'authors with forenames': spelt({
    authors: [
      { surname: 'Smith', forenames: 'Jane' },
      { surname: 'Doe', forenames: 'Bo' },
    ],
  }),
  'authors with preferred names': spelt({
    authors: [{ preferredName: { first: 'Jane', last: 'Smith' } }, { preferredName: { first: 'Bo', last: 'Doe' } }],
  }),
  'Dublin Core': spelt(
    { 'dc:title': WORK.title, 'dc:creator': ['Jane Smith', 'Bo Doe'], 'prism:doi': WORK.doi },
    'title',
    'authors',
    'doi',
  ),
  PRISM: spelt({ 'prism:coverDate': '2016-05-04', 'prism:publicationName': WORK.venue }, 'year', 'venue'),
  'a year with a month': spelt({ year: '2016-05' }),
  'a month and a year': spelt({ year: 'May 2016' }),
  'a year of publication': spelt({ yearOfPublication: '2016' }, 'year'),
  'a day of publication': spelt({ publishedOn: '4 May 2016' }, 'year'),
  'a date in parts': spelt({ publicationDate: { year: 2016, month: 5, day: 4 } }, 'year'),
  'a time in milliseconds': spelt({ published: 1_462_320_000_000 }, 'year'),
  'a publication inside': spelt({ publication: { date: '2016-05-04', journal: WORK.venue } }, 'year', 'venue'),
  'a journal by title': spelt({ journal: { title: WORK.venue } }, 'venue'),
  'a place of publication': spelt({ published_in: WORK.venue }, 'venue'),
  'a whole of which it is part': spelt({ isPartOf: { name: WORK.venue } }, 'venue'),
  'journals in a list': spelt({ journals: [{ title: WORK.venue }] }, 'venue'),
  'a first location': spelt({ locations: [{ source: { display_name: WORK.venue } }] }, 'venue'),
  'a DOI with its name': spelt({ doi: `doi:${WORK.doi}` }),
  'a DOI with percent signs': spelt({ doi: encodeURIComponent(WORK.doi) }),
  'a DOI as id': spelt({ id: WORK.doi }, 'doi'),
  'a DOI among identifiers': spelt({ ids: ['pmid:12', `doi:${WORK.doi}`] }, 'doi'),
  'a DOI as an identifier': spelt({ identifier: { propertyID: 'doi', value: WORK.doi } }, 'doi'),
  'a DOI in a link': spelt({ links: [{ rel: 'x', href: `https://doi.org/${WORK.doi}` }] }, 'doi'),
  'citations by another name': spelt({ numberOfCitations: '1,234' }, 'citationCount'),
  'citations in impact': spelt({ impact: { citations: 1234 } }, 'citationCount'),
  'a headline': spelt({ headline: WORK.title }, 'title'),
  'titles in a list': spelt({ titles: [{ title: WORK.title }] }, 'title'),
  'a title in a script': spelt({ title: { romanized: WORK.title } }),
  'facts inside bibliographic': spelt(
    { bibliographic: { authors: ['Jane Smith', 'Bo Doe'], year: 2016, doi: WORK.doi } },
    'authors',
    'year',
    'doi',
  ),
  'all in capitals': Object.fromEntries(Object.entries(PLAIN).map(([name, value]) => [name.toUpperCase(), value])),
  'names of a spreadsheet': {
    Title: WORK.title,
    Authors: 'Jane Smith; Bo Doe',
    'Publication Year': '2016',
    'Source Title': WORK.venue,
    DOI: WORK.doi,
    'Times Cited': '1234',
    'Open Access': 'gold',
    'PDF Link': 'https://example.org/owls.pdf',
    Quartile: 'Q2',
  },
};

/** Invented works, and how each source tells of one in its own documented shape. */

export type Work = {
  /** Makes the numbers under which sources know it. */
  number: number;
  title: string;
  abstract: string;
  year: number;
  /** Default: the invented journal; blank for none. */
  venue?: string;
  /** Given and family name. */
  authors: [string, string][];
  doi?: string;
  pmid?: string;
  arxivId?: string;
  citations?: number;
  references?: number;
  /** Numbers of works that it cites. */
  cites?: number[];
  isRetracted?: boolean;
};

const VENUE = 'Journal of Invented Shores';

export function toOpenAlex(work: Work): object {
  const { number, title, doi, year, citations = 0, references = 0, pmid } = work;
  const link = doi && `https://doi.org/${doi.toUpperCase()}`;
  const words = work.abstract.split(' ');
  const places = new Map<string, number[]>();
  for (const [place, word] of words.entries()) places.set(word, [...(places.get(word) ?? []), place]);
  return {
    id: `https://openalex.org/W${number}`,
    doi: link ?? null,
    title,
    display_name: title,
    publication_year: year,
    publication_date: `${year}-03-04`,
    ids: {
      openalex: `https://openalex.org/W${number}`,
      ...(pmid && { pmid: `https://pubmed.ncbi.nlm.nih.gov/${pmid}` }),
    },
    type: 'article',
    primary_location: {
      is_oa: true,
      landing_page_url: link ?? `https://example.org/${number}`,
      pdf_url: `https://example.org/${number}.pdf`,
      raw_type: 'journal-article',
      source: {
        id: 'https://openalex.org/S7',
        display_name: work.venue ?? VENUE,
        issn: ['1234-5679'],
        type: 'journal',
      },
    },
    best_oa_location: null,
    locations: [],
    open_access: { is_oa: true },
    authorships: work.authors.map(([given, family]) => ({ author: { display_name: `${given} ${family}` } })),
    cited_by_count: citations,
    referenced_works_count: references,
    referenced_works: (work.cites ?? []).map((cited) => `https://openalex.org/W${cited}`),
    is_retracted: work.isRetracted ?? false,
    is_paratext: false,
    primary_topic: null,
    topics: [],
    abstract_inverted_index: Object.fromEntries(places),
  };
}

export function toCrossref({ title, abstract, doi, year, authors, citations = 0, venue }: Work): object {
  return {
    DOI: doi,
    type: 'journal-article',
    title: [title],
    abstract: `<jats:p>${abstract}</jats:p>`,
    author: authors.map(([given, family]) => ({ given, family })),
    issued: { 'date-parts': [[year, 3, 4]] },
    'container-title': [venue ?? VENUE],
    ISSN: ['1234-5679'],
    publisher: 'Invented Press',
    'is-referenced-by-count': citations,
    URL: `https://doi.org/${doi}`,
  };
}

export function toEuropePmc({ number, title, abstract, doi, year, authors, citations = 0, pmid, venue }: Work): object {
  return {
    id: pmid ?? String(number),
    source: 'MED',
    pmid: pmid ?? String(number),
    ...(doi && { doi }),
    title: `${title}.`,
    abstractText: abstract,
    pubYear: String(year),
    authorList: { author: authors.map(([firstName, lastName]) => ({ firstName, lastName })) },
    journalInfo: { yearOfPublication: year, journal: { title: venue ?? VENUE, issn: '1234-5679' } },
    pubTypeList: { pubType: ['Journal Article'] },
    citedByCount: citations,
    isOpenAccess: 'N',
  };
}

export function toArxiv({ title, abstract, year, authors, arxivId }: Work): string {
  const names = authors.map(([given, family]) => `<author><name>${given} ${family}</name></author>`);
  return `<entry>
    <id>http://arxiv.org/abs/${arxivId}v2</id>
    <published>${year}-01-02T00:00:00Z</published>
    <title>${title.replace(' ', '\n  ')}</title>
    <summary>${abstract}</summary>
    ${names.join('\n    ')}
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="q-bio.PE"/>
    <category term="q-bio.PE"/>
  </entry>`;
}

export function toSemanticScholar(work: Work): object {
  const { number, title, abstract, doi, year, authors, citations = 0 } = work;
  return {
    paperId: String(number).padStart(40, '0'),
    corpusId: number,
    externalIds: { CorpusId: number, ...(doi && { DOI: doi }) },
    title,
    abstract,
    venue: work.venue ?? VENUE,
    year,
    referenceCount: work.references ?? 0,
    citationCount: citations,
    influentialCitationCount: Math.floor(citations / 10),
    isOpenAccess: false,
    openAccessPdf: null,
    fieldsOfStudy: null,
    publicationTypes: ['JournalArticle'],
    authors: authors.map(([given, family]) => ({ authorId: null, name: `${given} ${family}` })),
  };
}

import * as fc from 'fast-check';
import type { LiveSourceName } from '../../../src/contract/source-names.ts';
import { STAND_INS } from './described.ts';

/** Bodies of answers that differ from the documentation. */

/** Any parsed JSON, also what has no text, or half a character. */
export const value = fc.oneof(
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 4 },
  fc.constantFrom<unknown>({ toString: null }, [{ toString: null }], '\ud800'),
);

/** Lists, objects and values by the names that a source uses, so that readers get past their first look. */
function objectOf(names: string): fc.Arbitrary<unknown> {
  const name = fc.constantFrom(...names.split(' '));
  const some = fc.oneof(value, fc.constantFrom('Y', 'MED', 'A. Name', '10.48550/arxiv.2101.00001', '429'));
  const inner = fc.dictionary(name, fc.oneof(some, fc.array(some, { maxLength: 3 })));
  const outer = fc.oneof(inner, fc.array(inner, { maxLength: 3 }), some);
  return fc.dictionary(name, outer);
}

/** More than any page has. */
function listOf(entry: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.array(fc.oneof(entry, value), { maxLength: 3 });
}

const OPENALEX_WORK = objectOf(
  'id doi title display_name publication_year publication_date ids openalex pmid pmcid primary_location source issn issn_l type ' +
    'is_oa pdf_url landing_page_url version raw_type raw_source_name host_organization_name open_access authorships author ' +
    'raw_author_name cited_by_count referenced_works_count is_retracted is_paratext is_xpac primary_topic topics field subfield ' +
    'best_oa_location locations abstract_inverted_index',
);
const CROSSREF_WORK = objectOf(
  'DOI type subtype title subtitle abstract author given family name container-title ISSN publisher issued published ' +
    'published-online published-print posted date-parts URL link content-type license relation is-preprint-of has-preprint id ' +
    'id-type is-referenced-by-count references-count update-to updated-by',
);
const EUROPEPMC_RESULT = objectOf(
  'id source pmid pmcid doi title authorString authorList author firstName lastName fullName collectiveName journalInfo journal ' +
    'issn essn pubYear abstractText pubTypeList pubType keywordList keyword meshHeadingList fullTextUrlList fullTextUrl url ' +
    'documentStyle availabilityCode isOpenAccess hasPDF citedByCount commentCorrectionList commentCorrection type publisher',
);
const SEMANTICSCHOLAR_PAPER = objectOf(
  'paperId corpusId externalIds DOI ArXiv PubMed title abstract venue publicationVenue issn year openAccessPdf url ' +
    'fieldsOfStudy s2FieldsOfStudy category publicationTypes journal name authors tldr text citedPaper citingPaper',
);
const FEED_PARTS = [
  ...['<feed>', '</feed>', '<entry>', '</entry>', '<id>http://arxiv.org/abs/2101.00001v1</id>', '<title>a</title>'],
  ...[
    '<author>',
    '</author>',
    '<name>b</name>',
    '<category/>',
    '<arxiv:doi a="1">x y</arxiv:doi>',
    '&#0;',
    '<![CDATA[',
  ],
  ...['<opensearch:totalResults>9</opensearch:totalResults>', '<published/>', '<!DOCTYPE x [<!ENTITY a "b">]>', '&a;'],
];

const PUBMED_PARTS = [
  ...['<PubmedArticleSet>', '</PubmedArticleSet>', '<PubmedArticle>', '</PubmedArticle>', '<PMID Version="1">1</PMID>'],
  ...['<MedlineCitation>', '</MedlineCitation>', '<Article>', '</Article>', '<ArticleTitle>a <i>b</i></ArticleTitle>'],
  ...[
    '<PubmedBookArticle><BookDocument/></PubmedBookArticle>',
    '<AuthorList/>',
    '<Author/>',
    '<PubDate>1</PubDate>',
    '&a;',
  ],
];

const DATACITE_RECORD = objectOf(
  'id attributes doi titles title titleType creators name givenName familyName nameType publisher container identifier ' +
    'identifierType firstPage lastPage publicationYear subjects subject contributors contributorType dates date dateType ' +
    'language types resourceTypeGeneral resourceType descriptions description descriptionType url rightsList rightsUri',
);
const DOAJ_ARTICLE = objectOf(
  'id bibjson title abstract author name identifier type journal publisher volume number language issns keywords subject ' +
    'term link url content_type start_page end_page year month',
);

const CORE_WORK = objectOf(
  'title abstract authors name yearPublished publishedDate publisher journals identifiers language code documentType ' +
    'fieldOfStudy doi arxivId pubmedId links type url downloadUrl',
);
const UNPAYWALL_RECORD = objectOf(
  'doi doi_url title z_authors given family raw_author_name year published_date journal_name journal_issns publisher ' +
    'genre is_oa best_oa_location oa_locations url_for_pdf error HTTP_status_code',
);

const DBLP_INFO = objectOf(
  'authors author text title venue volume number pages publisher year type access key doi ee url isbn',
);

type OddBodies = {
  /** In the documented frame, so that a search is answered, whatever stands in it. */
  framed?: fc.Arbitrary<unknown>;
  /** Beside the frame of a search. */
  other?: fc.Arbitrary<unknown>;
};

const BODIES: Partial<Record<LiveSourceName, OddBodies>> = {
  openalex: {
    framed: fc.record({ meta: fc.oneof(value, fc.record({ count: value })), results: listOf(OPENALEX_WORK) }),
    other: OPENALEX_WORK,
  },
  crossref: {
    framed: fc.record({
      status: fc.constant('ok'),
      message: fc.record({ 'total-results': value, items: listOf(CROSSREF_WORK) }),
    }),
    other: fc.record({ status: value, message: CROSSREF_WORK }),
  },
  europepmc: {
    framed: fc.record({
      hitCount: value,
      nextCursorMark: value,
      resultList: fc.record({ result: listOf(EUROPEPMC_RESULT) }),
    }),
    other: fc.record({ errCode: value, errMsg: value, resultList: EUROPEPMC_RESULT }),
  },
  // Cut and turned feeds.
  arxiv: { other: fc.array(fc.constantFrom(...FEED_PARTS), { maxLength: 14 }).map((parts) => parts.join('')) },
  pubmed: {
    framed: fc.record({ esearchresult: fc.record({ count: value, idlist: listOf(fc.constantFrom('1', '2')) }) }),
    other: fc.array(fc.constantFrom(...PUBMED_PARTS), { maxLength: 14 }).map((parts) => parts.join('')),
  },
  dblp: {
    framed: fc.record({
      result: fc.record({
        hits: fc.record({ '@total': fc.constantFrom('0', '9', 9), hit: listOf(fc.record({ info: DBLP_INFO })) }),
      }),
    }),
    other: fc.record({ result: fc.record({ status: value, hits: value }) }),
  },
  datacite: {
    framed: fc.record({ data: listOf(fc.record({ attributes: DATACITE_RECORD })), meta: fc.record({ total: value }) }),
    other: fc.record({ errors: listOf(value), data: DATACITE_RECORD }),
  },
  doaj: {
    framed: fc.record({ total: value, results: listOf(fc.record({ bibjson: DOAJ_ARTICLE })) }),
    other: fc.record({ status: value, error: value, results: DOAJ_ARTICLE }),
  },
  core: {
    framed: fc.record({ totalHits: value, results: listOf(CORE_WORK) }),
    other: fc.record({ message: value, results: CORE_WORK }),
  },
  unpaywall: { other: UNPAYWALL_RECORD },
  semanticscholar: {
    framed: fc.record({ total: value, next: value, token: value, data: listOf(SEMANTICSCHOLAR_PAPER) }),
    other: fc.oneof(
      listOf(SEMANTICSCHOLAR_PAPER),
      fc.record({ recommendedPapers: listOf(SEMANTICSCHOLAR_PAPER), error: value, code: value }),
    ),
  },
};

export const ODD_BODIES = {
  ...BODIES,
  ...Object.fromEntries([...STAND_INS].map(([name, { oddBodies }]) => [name, oddBodies])),
} as Record<LiveSourceName, OddBodies>;

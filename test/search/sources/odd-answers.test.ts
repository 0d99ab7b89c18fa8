import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRecord } from '../../../src/papers/record.ts';
import { arxiv } from '../../../src/search/sources/arxiv/arxiv.ts';
import { europePmc } from '../../../src/search/sources/europepmc/europepmc.ts';
import type { PaperSource, SourcePage } from '../../../src/search/sources/port.ts';
import { semanticScholar } from '../../../src/search/sources/semanticscholar/semanticscholar.ts';
import { answered, asked } from './visits.ts';

/** Whatever comes is read or is a failure: nothing throws, and what was read can be kept. */

const SEED = { seed: 7, numRuns: 120 };
/** More than any page has, and what JSON.parse makes of strangers' texts. */
const value = fc.jsonValue({ maxDepth: 3 });
const statuses = fc.constantFrom(200, 200, 200, 204, 400, 403, 404, 429, 500, 503, 504);

/** Lists, objects and values by the names that a source uses, so that readers get past their first look. */
function objectOf(names: string): fc.Arbitrary<unknown> {
  const some = fc.oneof(value, fc.constantFrom('Y', 'MED', 'A. Name', '10.48550/arxiv.2101.00001', '429'));
  const inner = fc.dictionary(fc.constantFrom(...names.split(' ')), fc.oneof(some, fc.array(some, { maxLength: 3 })));
  const outer = fc.oneof(inner, fc.array(inner, { maxLength: 3 }), some);
  return fc.dictionary(fc.constantFrom(...names.split(' ')), outer);
}

const RESULT = objectOf(
  'id source pmid pmcid doi title authorString authorList author firstName lastName fullName collectiveName journalInfo journal ' +
    'issn essn pubYear abstractText pubTypeList pubType keywordList keyword meshHeadingList fullTextUrlList fullTextUrl url ' +
    'documentStyle availabilityCode isOpenAccess hasPDF citedByCount commentCorrectionList commentCorrection type publisher',
);
const PAPER = objectOf(
  'paperId corpusId externalIds DOI ArXiv PubMed title abstract venue publicationVenue issn year openAccessPdf url ' +
    'fieldsOfStudy s2FieldsOfStudy category publicationTypes journal name authors tldr text citedPaper citingPaper',
);

function pages(source: PaperSource, body: unknown, status: number): (SourcePage | undefined)[] {
  const answer = answered(body, status);
  return [asked({ keywords: ['river sensor'] }), asked({ terms: ['river', 'sensor'] })].flatMap((question) => {
    const request = source.search(question, {});
    return [
      source.readPage(answer, request, question),
      source.lookUp?.read(answer),
      source.related?.read(answer, request),
    ];
  });
}

function expectWhole(found: readonly (SourcePage | undefined)[]): void {
  for (const page of found) {
    if (!page) continue;
    if ('failure' in page) expect(page.failure).toMatch(/\w/);
    else for (const { facts } of page.records) expect(typeof toRecord(facts)).toMatch(/object|string/);
  }
}

describe('odd answers', () => {
  it.each([europePmc, arxiv, semanticScholar])('any JSON and any text to $title', (source) => {
    fc.assert(
      fc.property(fc.oneof(value, fc.string(), fc.string({ unit: 'binary' })), statuses, (body, status) => {
        expectWhole(pages(source, body, status));
      }),
      SEED,
    );
  });

  it('Europe PMC with anything anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(RESULT, value), { maxLength: 3 }), value, (result, odd) => {
        const found = pages(europePmc, { hitCount: odd, nextCursorMark: odd, resultList: { result } }, 200);
        expectWhole(found);
        for (const page of found) expect(page === undefined || 'records' in page).toBe(true);
      }),
      SEED,
    );
  });

  it('Semantic Scholar with anything anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(PAPER, value), { maxLength: 3 }), value, (data, odd) => {
        expectWhole(pages(semanticScholar, { total: odd, next: odd, token: odd, data }, 200));
        expectWhole(pages(semanticScholar, data, 200));
        expectWhole(pages(semanticScholar, { recommendedPapers: data, error: odd, code: odd }, 200));
      }),
      SEED,
    );
  });

  it('arXiv with cut and turned feeds', () => {
    const parts = fc.constantFrom(
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
      ...[
        '<opensearch:totalResults>9</opensearch:totalResults>',
        '<published/>',
        '<!DOCTYPE x [<!ENTITY a "b">]>',
        '&a;',
      ],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 14 }), (body) => expectWhole(pages(arxiv, body.join(''), 200))),
      SEED,
    );
  });
});

import type { Handler } from '../scraping/http-servers.ts';

/** Answers in the shapes that OpenAlex, Crossref and Firecrawl document; the contents are invented. */

export const ABSTRACT = 'Rivers are measured by sensors, and people measure the sensors that measure them.';

/** An abstract as OpenAlex sends it. */
export function inverted(text: string): Record<string, number[]> {
  const index: Record<string, number[]> = {};
  text.split(' ').forEach((word, place) => {
    index[word] = [...(index[word] ?? []), place];
  });
  return index;
}

export function openAlexWork(doi: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'https://openalex.org/W4000000001',
    doi: `https://doi.org/${doi}`,
    title: 'A toy survey of river-sensor networks',
    display_name: 'A toy survey of river-sensor networks',
    publication_year: 2023,
    type: 'article',
    primary_location: {
      is_oa: true,
      landing_page_url: `https://doi.org/${doi}`,
      pdf_url: 'https://journal.example/demo-17.pdf',
      source: {
        display_name: 'Journal of Invented Hydrology',
        host_organization_name: 'Example Press',
        type: 'journal',
      },
      raw_source_name: 'J. Invented Hydrol.',
    },
    best_oa_location: { is_oa: true, pdf_url: 'https://journal.example/demo-17.pdf', source: null },
    open_access: { is_oa: true, oa_status: 'gold' },
    cited_by_count: 12,
    referenced_works_count: 34,
    abstract_inverted_index: inverted(ABSTRACT),
    ...changes,
  };
}

/** OpenAlex as far as `GET /works?filter=doi:a|b` goes: it knows the works of these DOIs. */
export function openAlexOf(works: Record<string, unknown>[]): Handler {
  return ({ url }, answer) => {
    const filter = new URL(url, 'http://x').searchParams.get('filter') ?? '';
    const wanted = filter.replace(/^doi:/, '').split('|');
    const results = works.filter(({ doi }) => wanted.includes(String(doi).replace('https://doi.org/', '')));
    answer.end(JSON.stringify({ meta: { count: results.length, page: 1, per_page: 100 }, results }));
  };
}

export function crossrefWork(doi: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    DOI: doi.toUpperCase(),
    type: 'journal-article',
    title: ['A toy survey of <i>river</i>-sensor networks'],
    abstract: `<jats:title>Abstract</jats:title><jats:p>${ABSTRACT}</jats:p>`,
    'container-title': ['Journal of Invented Hydrology'],
    publisher: 'Example Press',
    issued: { 'date-parts': [[2023, 4, 12]] },
    link: [{ URL: 'https://journal.example/demo-17.pdf', 'content-type': 'application/pdf' }],
    license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/' }],
    'is-referenced-by-count': 11,
    'references-count': 34,
    ...changes,
  };
}

/** Crossref as far as `GET /works?filter=doi:a,doi:b` goes. */
export function crossrefOf(works: Record<string, unknown>[]): Handler {
  return ({ url }, answer) => {
    const filter = new URL(url, 'http://x').searchParams.get('filter') ?? '';
    const wanted = filter.split(',').map((part) => part.replace(/^doi:/, ''));
    const items = works.filter(({ DOI }) => wanted.includes(String(DOI).toLowerCase()));
    const message = { 'total-results': items.length, items };
    answer.end(JSON.stringify({ status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0', message }));
  };
}

/**
 * The scraping service, giving the head of each page by the page's address; another page is one that cannot be read.
 */
export function scraperOf(heads: Record<string, string>): Handler {
  return ({ body }, answer) => {
    const { url } = JSON.parse(body) as { url: string };
    const head = heads[url];
    const metadata = { sourceURL: url, url, statusCode: 200, contentType: 'text/html', creditsUsed: 1 };
    if (head === undefined)
      answer.writeHead(500).end('{"success":false,"code":"SCRAPE_ALL_ENGINES_FAILED","error":"x"}');
    else answer.end(JSON.stringify({ success: true, data: { rawHtml: `<head>${head}</head>`, metadata } }));
  };
}

import { source as openAlex } from '../../../src/search/sources/openalex/index.ts';
import type { SourceWithSettings } from '../../../src/search/sources/runner.ts';
import { json, type StandIn, serve } from './stand-ins.ts';

/**
 * OpenAlex with a handful of works: those it finds for any search, those it knows by identifier, and its journals.
 */
export type SmallOpenAlex = { finds?: object[]; knows?: object[]; related?: object[]; journals?: object[] };

export function work(number: number, facts: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: `https://openalex.org/W${number}`, title: `Mussel beds ${number}`, ...facts };
}

/** Serves it to the real source, without the pace. */
export async function serveOpenAlex(holds: SmallOpenAlex): Promise<StandIn & { asked: SourceWithSettings }> {
  const { finds = [], knows = [], related = [], journals = [] } = holds;
  const standIn = await serve((response, arrival, nth) => {
    const { pathname, searchParams } = new URL(arrival.url, 'http://x');
    const [name = '', values = ''] = (searchParams.get('filter') ?? '').split(/:(.*)/s);
    const results = () => {
      if (pathname === '/sources') return journals;
      if (searchParams.has('search.title_abstract_keywords')) return finds;
      if (name === 'doi' || name === 'ids.pmid') return knows.filter((one) => isNamed(one, values.split('|')));
      return related;
    };
    const list = results();
    json({ meta: { count: list.length }, results: list })(response, arrival, nth);
  });
  return { ...standIn, asked: { source: { ...openAlex, paceMs: 0 }, settings: { baseUrl: standIn.url } } };
}

function isNamed(one: object, values: readonly string[]): boolean {
  const { doi, ids } = one as { doi?: string; ids?: { pmid?: string } };
  return values.some((value) => doi?.endsWith(`/${value}`) || ids?.pmid?.endsWith(`/${value}`));
}

/** The filter of each request for works, decoded. */
export function filtersAsked({ arrivals }: StandIn): string[] {
  return arrivals.map(({ url }) => new URL(url, 'http://x').searchParams.get('filter') ?? '');
}

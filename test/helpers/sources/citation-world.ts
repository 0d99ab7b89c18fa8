import { json, type StandIn, serve } from './stand-ins.ts';
import { toOpenAlex, toSemanticScholar, type Work } from './works.ts';

/**
 * A graph of citations behind stand-ins of OpenAlex and Semantic Scholar in their documented shapes: filters with |,
 * pages, batches. They refuse what the real ones refuse, and count requests.
 */

export type Node = {
  number: number;
  cites: number[];
  /** Where it is not: an index that lacks a work lacks its links, too. */
  absent?: ('openalex' | 'semanticscholar')[];
  /** No index has its reference list. */
  hasNoList?: true;
};

export type World = { openalex: StandIn; semanticscholar: StandIn };

const TOPICS = ['owls', 'mussels', 'glaciers', 'violins', 'tides', 'lanterns', 'maps', 'bridges', 'spores', 'kites'];

function toWork(node: Node, world: readonly Node[]): Work {
  const { number, cites, hasNoList } = node;
  const words = [...String(number)].map((digit) => TOPICS[Number(digit)]);
  return {
    number,
    cites: hasNoList ? [] : cites,
    references: cites.length,
    title: `On ${words.join(' and ')} in the year of the work numbered ${number}`,
    abstract: '',
    year: 2000 + (number % 20),
    authors: [['Ada', `Name${number}`]],
    doi: doiOf(number),
    citations: world.filter((other) => other.cites.includes(number)).length,
  };
}

export function doiOf(number: number): string {
  return `10.5555/graph.${number}`;
}

/** `onRequest` may answer in the place of a stand-in: then it returns true. */
export async function serveWorld(
  nodes: readonly Node[],
  onRequest: (index: keyof World, nth: number, end: (status: number) => void) => boolean = () => false,
): Promise<World> {
  const held = (index: keyof World) => nodes.filter(({ absent }) => !absent?.includes(index));
  const openalex = await serve((response, arrival, nth) => {
    if (onRequest('openalex', nth, (status) => json({ error: 'x' }, status)(response, arrival, nth))) return;
    const { pathname, searchParams } = new URL(arrival.url, 'http://x');
    const [name = '', values = ''] = (searchParams.get('filter') ?? '').split(/:(.*)/s);
    const ids = values.split('|');
    const size = Number(searchParams.get('per_page'));
    const page = Number(searchParams.get('page'));
    const refused = pathname !== '/works' || ids.length > 100 || size > 100 || size * page > 10_000;
    if (refused) return json({ error: 'Invalid query parameters error.' }, 400)(response, arrival, nth);
    const own = held('openalex');
    const found = own.filter((node) => {
      if (name === 'doi') return ids.includes(doiOf(node.number));
      if (name === 'ids.openalex') return ids.includes(`W${node.number}`);
      if (name === 'cites') return !node.hasNoList && node.cites.some((cited) => ids.includes(`W${cited}`));
      return false;
    });
    const results = found.slice((page - 1) * size, page * size).map((node) => toOpenAlex(toWork(node, nodes)));
    const headers = { 'x-ratelimit-remaining': String(1_000 - nth), 'x-ratelimit-reset': '3600' };
    json({ meta: { count: found.length }, results }, 200, headers)(response, arrival, nth);
  });
  const semanticscholar = await serve((response, arrival, nth) => {
    if (onRequest('semanticscholar', nth, (status) => json({ error: 'x' }, status)(response, arrival, nth))) return;
    const { pathname, searchParams } = new URL(arrival.url, 'http://x');
    const own = held('semanticscholar');
    const shown = (some: readonly Node[]) => some.map((node) => toSemanticScholar(toWork(node, nodes)));
    const find = (id: string) => own.find(({ number }) => id === `DOI:${doiOf(number)}` || id === `CorpusId:${number}`);
    const linked = (node: Node, relation: string) =>
      relation === 'references'
        ? own.filter(({ number }) => !node.hasNoList && node.cites.includes(number))
        : own.filter(({ cites, hasNoList }) => !hasNoList && cites.includes(node.number));
    const [, id = '', relation = ''] = /^\/graph\/v1\/paper\/(.+)\/(references|citations)$/.exec(pathname) ?? [];
    if (id !== '') {
      const node = find(decodeURIComponent(id));
      if (!node) return json({ error: 'Paper not found' }, 404)(response, arrival, nth);
      const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))];
      const all = linked(node, relation);
      const data = shown(all.slice(offset, offset + limit)).map((paper) =>
        relation === 'references' ? { citedPaper: paper } : { citingPaper: paper },
      );
      const next = offset + limit < all.length && { next: offset + limit };
      return json({ offset, ...next, data })(response, arrival, nth);
    }
    const { ids } = JSON.parse(arrival.body) as { ids: string[] };
    const asked = searchParams.get('fields')?.includes('citations.title') ? 'citations' : 'references';
    const known = ids.map(find);
    if (ids.length > 500 || known.every((node) => !node))
      return json({ error: 'No valid paper ids given' }, 400)(response, arrival, nth);
    const answer = known.map((node) => node && { paperId: String(node.number), [asked]: shown(linked(node, asked)) });
    json(answer.map((one) => one ?? null))(response, arrival, nth);
  });
  return { openalex, semanticscholar };
}

/** What was asked more than once: a work in one direction, a record or a page, at one index. `skip`: not counted. */
export function askedTwice(
  world: World,
  isCounted: (index: keyof World, nth: number) => boolean = () => true,
): string[] {
  const asked = (['openalex', 'semanticscholar'] as const).flatMap((index) =>
    world[index].arrivals.flatMap(({ url, body }, place) =>
      isCounted(index, place + 1) ? partsOf(index, url, body) : [],
    ),
  );
  return asked.filter((part, place) => asked.indexOf(part) !== place);
}

function partsOf(index: keyof World, url: string, body: string): string[] {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const fields = searchParams.get('fields')?.includes('citations.') ? 'citations' : 'references';
  if (body !== '') return (JSON.parse(body) as { ids: string[] }).ids.map((id) => `${index} ${fields} ${id}`);
  const [name = '', values = ''] = (searchParams.get('filter') ?? '').split(/:(.*)/s);
  if (name === '') return [`${index} ${pathname} ${searchParams.get('offset')}`];
  return values.split('|').map((value) => `${index} ${name} ${value} ${searchParams.get('page')}`);
}

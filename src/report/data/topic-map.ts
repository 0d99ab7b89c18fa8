import { type Force, forceLink, forceSimulation, forceX, forceY } from 'd3-force';
import { groupBy } from '../../lib/groups.ts';
import { findCommunities, type Link } from './communities.ts';
import type { ViewTopic } from './report-data.ts';
import { type Position, scaleToPlane } from './scaling.ts';
import { centroidOf, cosine, heaviestTerms, readTexts, type TermVector, termVectors } from './term-vectors.ts';
import { topicNamer } from './topic-names.ts';

/** The fields of a paper that determine its position on the map. */
type MappedPaper = { ref: string; title: string; abstract?: string; summary?: string };

/** A paper's position on the map, whole numbers from 0 to 1000, and its topic, if any. */
export type MapPosition = { x: number; y: number; topic?: number };

/** Fewer papers can simply be read. */
const MIN_PAPERS = 12;
const MIN_TOPIC_PAPERS = 3;
const MAX_TOPICS = 10;
const NEIGHBOURS = 5;
/** The beginning of an abstract replaces a missing title. */
const FIRST_WORDS = /^(?:\S+\s+){0,14}\S*/;
const MIN_LIKENESS = 0.1;
const TICKS = 120;
/** The distance of the two most similar topics, as a share of the distance of the least similar. */
const NEAREST = 0.35;
/** The distance of the least similar topics, in paper radii, per square root of the number of papers. */
const SPREAD = 4;
const LETTERS = 'ABCDEFGHIJ';

/**
 * Groups papers that use similar words, names each group by one of its phrases, and places similar papers and topics
 * near each other. The result does not depend on the order of papers. For few papers it is empty.
 */
export function mapTopics(papers: readonly MappedPaper[]): { topics: ViewTopic[]; positions: MapPosition[] } {
  if (papers.length < MIN_PAPERS) return { topics: [], positions: [] };
  // Natural order: `J2-3` before `J2-10`.
  const { compare } = new Intl.Collator('en', { numeric: true });
  const order = papers.map((_, index) => index).sort((a, b) => compare(papers[a]?.ref ?? '', papers[b]?.ref ?? ''));
  const texts = readTexts(
    order.map((index) => {
      const { title, abstract, summary = '' } = papers[index] as MappedPaper;
      const text = abstract ?? summary;
      return { title: title || (FIRST_WORDS.exec(text)?.[0] ?? ''), text };
    }),
  );
  const wholes = termVectors(texts);
  const vectors = wholes.map(heaviestTerms);
  const links = linkNeighbours(vectors);
  const groups = largestGroups(findCommunities(vectors.length, links));
  const nameOf = topicNamer(texts);
  const topics = groups.map((group, topic): ViewTopic => {
    return { letter: LETTERS[topic] as string, name: nameOf(group), papers: group.length };
  });
  const placed = placePapers(wholes, links, groups);
  const positions: MapPosition[] = [];
  for (const [at, index] of order.entries()) positions[index] = placed[at] as MapPosition;
  return { topics, positions };
}

/** Links each paper to its most similar ones. */
function linkNeighbours(vectors: readonly TermVector[]): Link[] {
  const entries = vectors.flatMap((vector, paper) => [...vector].map(([term, weight]) => ({ term, paper, weight })));
  const postings = groupBy(entries, ({ term }) => term);
  const links = new Map<string, Link>();
  for (const [a, vector] of vectors.entries()) {
    const likenesses = new Float64Array(vectors.length);
    for (const [term, weight] of vector)
      for (const { paper, weight: others } of postings.get(term) ?? [])
        likenesses[paper] = (likenesses[paper] as number) + weight * others;
    const nearest: { b: number; weight: number }[] = [];
    // By index, because this runs for each pair of papers, and entries would allocate an array for each.
    for (let b = 0; b < likenesses.length; b += 1) {
      const weight = likenesses[b] as number;
      if (weight >= MIN_LIKENESS && b !== a) nearest.push({ b, weight });
    }
    nearest.sort((m, n) => n.weight - m.weight || m.b - n.b);
    for (const { b, weight } of nearest.slice(0, NEIGHBOURS))
      links.set(a < b ? `${a} ${b}` : `${b} ${a}`, { a: Math.min(a, b), b: Math.max(a, b), weight });
  }
  return [...links.values()];
}

/** The papers of the groups that become topics, largest first. */
function largestGroups(groups: readonly number[]): number[][] {
  const members = new Map<number, number[]>();
  for (const [paper, group] of groups.entries()) members.set(group, [...(members.get(group) ?? []), paper]);
  const large = [...members.values()].filter(({ length }) => length >= MIN_TOPIC_PAPERS);
  return large.sort((a, b) => b.length - a.length || (a[0] as number) - (b[0] as number)).slice(0, MAX_TOPICS);
}

/**
 * Target distances between topics, by the rank order of their similarities: the similarities themselves are all close
 * to zero, which would place all topics at the same distance. 1 is the distance of the least similar pair.
 */
function distancesOf(centroids: readonly TermVector[]): number[][] {
  const pairs = centroids.flatMap((one, a) =>
    centroids.slice(0, a).map((other, b) => ({ a, b, like: cosine(one, other) })),
  );
  pairs.sort((m, n) => n.like - m.like || m.a - n.a || m.b - n.b);
  const distances = centroids.map(() => centroids.map(() => 0));
  for (const [rank, { a, b }] of pairs.entries()) {
    const distance = NEAREST + (1 - NEAREST) * (rank / Math.max(pairs.length - 1, 1));
    for (const [row, column] of [
      [a, b],
      [b, a],
    ] as const)
      (distances[row] as number[])[column] = distance;
  }
  return distances;
}

/** A paper during the layout. Its radius is 1. */
type Node = { home: Position; x: number; y: number; vx: number; vy: number };

/**
 * A collision force: overlapping papers push each other apart, by half the overlap each. The force of d3 builds a
 * quadtree in each step, which took a third of the memory of making a report.
 */
function keepApart(): Force<Node, undefined> {
  let byX: Node[] = [];
  const push = () => {
    byX.sort((a, b) => a.x + a.vx - b.x - b.vx);
    for (let at = 0; at < byX.length; at += 1) {
      const node = byX[at] as Node;
      for (let next = at + 1; next < byX.length; next += 1) {
        const other = byX[next] as Node;
        const x = node.x + node.vx - other.x - other.vx;
        if (x <= -2) break;
        const y = node.y + node.vy - other.y - other.vy;
        const distance = Math.sqrt(x * x + y * y) || 1e-6;
        if (distance >= 2) continue;
        const share = (2 - distance) / distance / 2;
        node.vx += x * share;
        node.vy += y * share;
        other.vx -= x * share;
        other.vy -= y * share;
      }
    }
  };
  return Object.assign(push, {
    initialize: (nodes: Node[]) => {
      byX = [...nodes];
    },
  });
}

/**
 * Places topics by the similarity of all words of their papers, and papers around their topics: linked papers attract
 * each other, and no paper covers another. A paper without a topic is placed near its neighbours.
 */
function placePapers(
  vectors: readonly TermVector[],
  links: readonly Link[],
  groups: readonly number[][],
): MapPosition[] {
  const centroids = groups.map((group) => centroidOf(group.map((paper) => vectors[paper] as TermVector)));
  // Large enough for all papers.
  const reach = SPREAD * Math.sqrt(vectors.length);
  const homes = scaleToPlane(distancesOf(centroids)).map(({ x, y }) => ({ x: x * reach, y: y * reach }));
  const topicOf = new Map(groups.flatMap((group, topic) => group.map((paper) => [paper, topic] as const)));
  const likeTopics = (paper: number): Position => {
    const weights = centroids.map((centroid) => cosine(vectors[paper] as TermVector, centroid) ** 2);
    const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    const along = (axis: 'x' | 'y') =>
      weights.reduce((sum, weight, topic) => sum + weight * (homes[topic]?.[axis] ?? 0), 0);
    return { x: along('x') / total, y: along('y') / total };
  };
  const nodes = vectors.map((_, paper): Node => {
    const home = homes[topicOf.get(paper) ?? -1] ?? likeTopics(paper);
    // Papers start on a spiral, so that no two start at the same point.
    const [angle, radius] = [paper * 2.4, 0.6 * Math.sqrt(paper)];
    return { home, x: home.x + radius * Math.cos(angle), y: home.y + radius * Math.sin(angle), vx: 0, vy: 0 };
  });
  forceSimulation(nodes)
    .force(
      'link',
      forceLink(links.map(({ a, b, weight }) => ({ source: a, target: b, weight })))
        .distance(1)
        .strength(({ weight }) => 0.1 * weight),
    )
    .force('apart', keepApart())
    .force('x', forceX<Node>(({ home }) => home.x).strength(0.1))
    .force('y', forceY<Node>(({ home }) => home.y).strength(0.1))
    .stop()
    .tick(TICKS);
  const xs = scaled(nodes.map(({ x }) => x));
  const ys = scaled(nodes.map(({ y }) => y));
  return nodes.map((_, paper) => {
    const topic = topicOf.get(paper);
    return { x: xs[paper] as number, y: ys[paper] as number, ...(topic !== undefined && { topic }) };
  });
}

function scaled(values: readonly number[]): number[] {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => Math.round(((value - min) / (max - min || 1)) * 1000));
}

import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import { addTo } from '../../lib/groups.ts';
import { findCommunities, type Link } from './communities.ts';
import type { ViewTopic } from './report-data.ts';
import { cosine, type TermVector, termVectors } from './term-vectors.ts';

/** The fields of a paper that place it on the map. */
type MappedPaper = { ref: string; title: string; abstract?: string; summary?: string };

/** A paper's position on the map, whole numbers from 0 to 1000, and its topic, if any. */
export type MapPlace = { x: number; y: number; topic?: number };

/** Fewer papers can simply be read. */
const MIN_PAPERS = 12;
const MIN_TOPIC_PAPERS = 3;
const MAX_TOPICS = 10;
const TOPIC_WORDS = 3;
const NEIGHBOURS = 5;
const MIN_LIKENESS = 0.1;
const TICKS = 300;
const LETTERS = 'ABCDEFGHIJ';

/**
 * Groups papers that use similar words, names the groups by their words, and places similar papers near each other. The
 * result does not depend on the order of papers. Few papers give none.
 */
export function mapTopics(papers: readonly MappedPaper[]): { topics: ViewTopic[]; places: MapPlace[] } {
  if (papers.length < MIN_PAPERS) return { topics: [], places: [] };
  const order = papers.map((_, index) => index).sort((a, b) => compareRefs(papers[a]?.ref ?? '', papers[b]?.ref ?? ''));
  const ordered = order.map((index) => papers[index] as MappedPaper);
  const { vectors, showTerm } = termVectors(
    ordered.map(({ title, abstract, summary }) => ({ title, text: abstract ?? summary ?? '' })),
  );
  const links = linkNeighbours(vectors);
  const topicOf = largestGroups(findCommunities(vectors.length, links));
  const count = Math.max(-1, ...topicOf.flatMap((topic) => topic ?? [])) + 1;
  const topics = Array.from({ length: count }, (_, topic): ViewTopic => {
    const words = labelTerms(vectors, (index) => topicOf[index] === topic).map(showTerm);
    return { letter: LETTERS[topic] as string, words, papers: topicOf.filter((each) => each === topic).length };
  });
  const placed = placeNodes(topicOf, links, count);
  const places: MapPlace[] = [];
  for (const [at, index] of order.entries()) places[index] = placed[at] as MapPlace;
  return { topics, places };
}

/** `J2-3` before `J2-10`. */
function compareRefs(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Links each paper to its most similar ones. */
function linkNeighbours(vectors: readonly TermVector[]): Link[] {
  const links = new Map<string, Link>();
  for (const [a, vector] of vectors.entries()) {
    const likenesses = vectors.map((other, b) => ({ b, weight: a === b ? 0 : cosine(vector, other) }));
    const nearest = likenesses
      .filter(({ weight }) => weight >= MIN_LIKENESS)
      .sort((m, n) => n.weight - m.weight || m.b - n.b);
    for (const { b, weight } of nearest.slice(0, NEIGHBOURS))
      links.set(a < b ? `${a} ${b}` : `${b} ${a}`, { a: Math.min(a, b), b: Math.max(a, b), weight });
  }
  return [...links.values()];
}

/** The groups that become topics, by size; undefined for papers of small groups. */
function largestGroups(groups: readonly number[]): (number | undefined)[] {
  const sizes = new Map<number, number>();
  for (const group of groups) addTo(sizes, group);
  const large = [...sizes].filter(([, size]) => size >= MIN_TOPIC_PAPERS).sort(([a, m], [b, n]) => n - m || a - b);
  const numbers = new Map(large.slice(0, MAX_TOPICS).map(([group], topic) => [group, topic]));
  return groups.map((group) => numbers.get(group));
}

/** The terms that most papers of a group contain and most others lack. */
function labelTerms(vectors: readonly TermVector[], isInside: (index: number) => boolean): string[] {
  const inside = vectors.filter((_, index) => isInside(index));
  const outside = vectors.filter((_, index) => !isInside(index));
  const shareOf = (term: string, of: readonly TermVector[]) =>
    of.filter((vector) => vector.has(term)).length / (of.length || 1);
  const terms = [...new Set(inside.flatMap((vector) => [...vector.keys()]))];
  const scored = terms.map((term) => ({ term, score: shareOf(term, inside) - shareOf(term, outside) }));
  scored.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
  return scored.slice(0, TOPIC_WORDS).map(({ term }) => term);
}

type Node = SimulationNodeDatum & { topic: number | undefined };

/** Similar papers attract each other, all papers repel each other, and each topic keeps to its part of the map. */
function placeNodes(topicOf: readonly (number | undefined)[], links: readonly Link[], topics: number): MapPlace[] {
  const anchor = (topic: number | undefined, axis: (angle: number) => number) =>
    topic === undefined ? 0 : axis((2 * Math.PI * topic) / topics) * 140;
  const nodes = topicOf.map((topic, at): Node => {
    const [angle, radius] = [at * 2.4, 8 * Math.sqrt(at)];
    return { topic, x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  forceSimulation(nodes)
    .force(
      'link',
      forceLink(links.map(({ a, b, weight }) => ({ source: a, target: b, weight })))
        .distance(14)
        .strength(({ weight }) => 0.3 * weight),
    )
    .force('charge', forceManyBody().strength(-14))
    .force('collide', forceCollide(6.5))
    .force('x', forceX<Node>(({ topic }) => 1.7 * anchor(topic, Math.cos)).strength(0.12))
    .force('y', forceY<Node>(({ topic }) => anchor(topic, Math.sin)).strength(0.12))
    .stop()
    .tick(TICKS);
  const xs = scaled(nodes.map(({ x = 0 }) => x));
  const ys = scaled(nodes.map(({ y = 0 }) => y));
  return nodes.map(({ topic }, at) => ({
    x: xs[at] as number,
    y: ys[at] as number,
    ...(topic !== undefined && { topic }),
  }));
}

function scaled(values: readonly number[]): number[] {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => Math.round(((value - min) / (max - min || 1)) * 1000));
}

import { addTo } from '../../lib/groups.ts';

/** Undirected weighted links between items, which are numbered. */
export type Link = { a: number; b: number; weight: number };

const MAX_ROUNDS = 20;

/**
 * Groups items with more links among themselves than to others, by the Louvain method (Blondel et al. 2008). Items are
 * taken in order, so equal links give equal groups. Returns each item's group; groups are numbered by their first item.
 */
export function findCommunities(items: number, links: readonly Link[]): number[] {
  let groups = Array.from({ length: items }, (_, item) => item);
  let level = { nodes: items, links: links.filter(({ weight }) => weight > 0) };
  for (;;) {
    const moved = renumber(moveNodes(level.nodes, level.links));
    const count = Math.max(-1, ...moved) + 1;
    if (count === level.nodes) return renumber(groups);
    groups = groups.map((group) => moved[group] as number);
    level = { nodes: count, links: merged(level.links, moved) };
  }
}

/** Moves each node to the neighbouring group that raises modularity most, until no move does. */
function moveNodes(nodes: number, links: readonly Link[]): number[] {
  const neighbours = Array.from({ length: nodes }, () => new Map<number, number>());
  const degrees = new Array<number>(nodes).fill(0);
  for (const { a, b, weight } of links) {
    degrees[a] = (degrees[a] as number) + weight;
    degrees[b] = (degrees[b] as number) + weight;
    if (a === b) continue;
    addTo(neighbours[a] as Map<number, number>, b, weight);
    addTo(neighbours[b] as Map<number, number>, a, weight);
  }
  const total = degrees.reduce((sum, degree) => sum + degree, 0) || 1;
  const groups = degrees.map((_, node) => node);
  const sums = [...degrees];
  /** Moves a node to the group with the largest gain; returns whether it changed its group. */
  const move = (node: number): boolean => {
    const current = groups[node] as number;
    const degree = degrees[node] as number;
    sums[current] = (sums[current] as number) - degree;
    const ties = new Map<number, number>([[current, 0]]);
    neighbours[node]?.forEach((weight, other) => {
      addTo(ties, groups[other] as number, weight);
    });
    let best = { group: current, gain: Number.NEGATIVE_INFINITY };
    ties.forEach((tie, group) => {
      const gain = tie - ((sums[group] as number) * degree) / total;
      if (gain > best.gain + 1e-9) best = { group, gain };
    });
    sums[best.group] = (sums[best.group] as number) + degree;
    groups[node] = best.group;
    return best.group !== current;
  };
  for (let round = 0, hasMoved = true; hasMoved && round < MAX_ROUNDS; round += 1) {
    hasMoved = false;
    for (let node = 0; node < nodes; node += 1) hasMoved = move(node) || hasMoved;
  }
  return groups;
}

/** The links between groups. Links within a group become self-links. */
function merged(links: readonly Link[], groups: readonly number[]): Link[] {
  const weights = new Map<string, Link>();
  for (const { a, b, weight } of links) {
    const [from, to] = [groups[a] as number, groups[b] as number].sort((m, n) => m - n) as [number, number];
    const current = weights.get(`${from} ${to}`);
    if (current) current.weight += weight;
    else weights.set(`${from} ${to}`, { a: from, b: to, weight });
  }
  return [...weights.values()];
}

function renumber(groups: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return groups.map((group) => {
    if (!numbers.has(group)) numbers.set(group, numbers.size);
    return numbers.get(group) as number;
  });
}

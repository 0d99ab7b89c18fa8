import { describe, expect, it } from 'vitest';
import { findCommunities } from '../../src/report/data/communities.ts';
import { mapTopics } from '../../src/report/data/topic-map.ts';
import { mapTruth } from '../helpers/map-truth.ts';
import { realPapers } from '../helpers/real-papers.ts';

const SUBJECTS = {
  reefs: 'coral reef bleaching thermal symbiont polyp',
  bees: 'honeybee colony pesticide pollination hive nectar',
  bones: 'osteoporosis fracture femur density calcium skeleton',
};
/** 24 papers of three subjects, in turn; each has four of the six words of its subject, and one that all share. */
const PAPERS = Array.from({ length: 24 }, (_, index) => {
  const words = Object.values(SUBJECTS)[index % 3]?.split(' ') ?? [];
  const own = [0, 1, 2, 3].map((step) => words[(index + step) % 6]).join(' ');
  return { ref: `J1-${index + 1}`, title: `Observed ${own}`, abstract: `${own}. Measurements of ${own}.` };
});

const SUBJECT_WORDS = Object.values(SUBJECTS).map((words) => words.split(' '));

const REAL_PAPERS = realPapers().map(({ title, abstract }, index) => ({
  ref: `J1-${index + 1}`,
  title: title ?? '',
  abstract: abstract ?? '',
}));

describe('the topic map', () => {
  it('groups papers of one subject, and names the groups by words of theirs', () => {
    const { topics, positions } = mapTopics(PAPERS);
    expect(topics.map(({ letter, papers }) => [letter, papers])).toEqual([
      ['A', 8],
      ['B', 8],
      ['C', 8],
    ]);
    const named = topics.map(({ name }) =>
      Object.entries(SUBJECTS).flatMap(([subject, words]) =>
        name.split(' ').every((word) => words.split(' ').includes(word)) ? [subject] : [],
      ),
    );
    expect(named.flat().sort()).toEqual(Object.keys(SUBJECTS).sort());
    for (const [index, { topic }] of positions.entries()) expect(topic).toBe(positions[index % 3]?.topic);
  });

  it('places papers of one subject nearer to each other than to others', () => {
    const { positions } = mapTopics(PAPERS);
    const distance = (a: number, b: number) =>
      Math.hypot((positions[a]?.x ?? 0) - (positions[b]?.x ?? 0), (positions[a]?.y ?? 0) - (positions[b]?.y ?? 0));
    expect(distance(0, 3)).toBeLessThan(distance(0, 1));
    expect(distance(1, 4)).toBeLessThan(distance(1, 2));
    for (const { x, y } of positions) {
      for (const place of [x, y]) {
        expect(Number.isInteger(place)).toBe(true);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(1000);
      }
    }
  });

  it('places topics the nearer, the more alike they are, in papers of real searches', () => {
    const { topics, positions } = mapTopics(REAL_PAPERS);
    expect(topics.length).toBeGreaterThan(6);
    expect(mapTruth(REAL_PAPERS, positions)).toBeGreaterThan(0.6);
  });

  it('places no paper on another', () => {
    const { positions } = mapTopics(REAL_PAPERS);
    const distances = positions.flatMap((one, a) =>
      positions.slice(0, a).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    );
    // If they shared the map evenly, a paper would be 1000 / sqrt(200) = 71 from the next.
    expect(Math.min(...distances)).toBeGreaterThan(20);
  });

  it('names a topic by a phrase, as its papers write it', () => {
    const phrases = ['REM sleep', 'coral reef', 'lateral entorhinal cortex'];
    const papers = Array.from({ length: 30 }, (_, index) => {
      const others = SUBJECT_WORDS[index % 3]?.slice(index % 4, (index % 4) + 2).join(' of the ');
      return { ref: `J1-${index + 1}`, title: `Measured: ${phrases[index % 3]}, ${others}`, abstract: '' };
    });
    expect(
      mapTopics(papers)
        .topics.map(({ name }) => name)
        .sort(),
    ).toEqual([...phrases].sort());
  });

  it('does not shout a name because titles do', () => {
    const papers = ['coral reef', 'REM sleep'].flatMap((name, at) =>
      Array.from({ length: 8 }, (_, index) => ({
        ref: `J1-${at * 8 + index + 1}`,
        title: `THE ${name.toUpperCase()}, ${SUBJECT_WORDS[at]?.[index % 4]}`,
        abstract: `We measured ${name}.`,
      })),
    );
    const shouted = papers.map((paper) => ({ ...paper, title: paper.title.toUpperCase() }));
    expect(
      mapTopics(shouted)
        .topics.map(({ name }) => name)
        .sort(),
    ).toEqual(['REM sleep', 'coral reef']);
  });

  it('names a topic of papers without titles by how their abstracts begin', () => {
    const papers = ['coral reefs', 'honeybee colonies'].flatMap((name, at) =>
      Array.from({ length: 8 }, (_, index) => ({
        ...{
          ref: `J1-${at * 8 + index + 1}`,
          title: '',
          abstract: `The ${name} of ${SUBJECT_WORDS[at]?.[2 + (index % 3)]}`,
        },
      })),
    );
    const names = mapTopics(papers).topics.map(({ name }) => name);
    expect(names.sort()).toEqual(['coral reefs', 'honeybee colonies']);
  });

  it('is the same whatever the order of the papers', () => {
    const { topics, positions } = mapTopics(PAPERS);
    const reversed = mapTopics([...PAPERS].reverse());
    expect(reversed.topics).toEqual(topics);
    expect([...reversed.positions].reverse()).toEqual(positions);
  });

  it('is left out where there is little to map, and bears papers without words', () => {
    expect(mapTopics(PAPERS.slice(0, 11))).toEqual({ topics: [], positions: [] });
    const empty = Array.from({ length: 12 }, (_, index) => ({ ref: `J1-${index + 1}`, title: '' }));
    const { topics, positions } = mapTopics(empty);
    expect(topics).toEqual([]);
    expect(positions.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toHaveLength(12);
  });
});

describe('communities', () => {
  it('are what is linked among itself', () => {
    const link = (a: number, b: number) => ({ a, b, weight: 1 });
    const links = [link(0, 1), link(1, 2), link(0, 2), link(3, 4), link(4, 5), link(3, 5), link(2, 3)];
    expect(findCommunities(7, links)).toEqual([0, 0, 0, 1, 1, 1, 2]);
  });

  it('without links are single', () => {
    expect(findCommunities(3, [])).toEqual([0, 1, 2]);
    expect(findCommunities(0, [])).toEqual([]);
  });
});

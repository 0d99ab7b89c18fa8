import { colourTopic, svg } from '../dom.ts';
import type { Model } from '../model.ts';
import { linear } from '../scales.ts';
import { drawFigure } from './figure.ts';
import { drawPoints, type Point } from './points.ts';

const HEIGHT = 400;
const MARGIN = 22;
/** A letter fits into a circle of this radius. */
const MIN_LETTERED = 6;
const LINE = 15;
/** How wide a character of a name is at most, in pixels, to keep names apart. */
const CHARACTER = 6.6;

/** Papers with similar words near each other, with the names of their topics; positions were computed at export. */
export function drawTopicMap(model: Model): Element {
  const { topics } = model.data;
  return drawFigure(model, {
    title: 'Topics',
    height: HEIGHT,
    role: 'group',
    numbers: () => ({
      head: ['Topic', 'Name', 'Papers'],
      rows: topics.map(({ letter, name, papers }) => [letter, name, papers]),
    }),
    draw: (width, box) => {
      const points = placePapers(model, width);
      const { node, update } = drawPoints(model, points, box);
      const says =
        'Near: similar words. Large: often cited. Pale: fits in part. A name filters, a point shows its paper.';
      return {
        says,
        shapes: [node, ...drawNames(model, points, width)],
        update: () => {
          update();
          return says;
        },
      };
    },
  });
}

function placePapers(model: Model, width: number): Point[] {
  const x = linear([0, 1000], [MARGIN, width - MARGIN]);
  const y = linear([0, 1000], [MARGIN, HEIGHT - MARGIN]);
  const { papers, topics } = model.data;
  const small = papers.length > 120 ? 3.5 : 5;
  const points = papers.flatMap(({ title, topic, cited = 0, ...paper }, index): Point[] => {
    if (paper.x === undefined || paper.y === undefined) return [];
    const { letter, name } = topics[topic ?? -1] ?? {};
    const radius = small + Math.min(2 * Math.log10(1 + cited), 6);
    const label = `${name ? `${name}: ` : ''}${title}`;
    return [
      {
        index,
        x: x(paper.x),
        y: y(paper.y),
        radius,
        label,
        isOfTopic: true,
        ...(radius >= MIN_LETTERED && letter && { letter }),
      },
    ];
  });
  // Small ones are not covered by large ones.
  return points.sort((a, b) => b.radius - a.radius || a.index - b.index);
}

/** The names of the topics amid their papers, moved up or down where they would cover one another. */
function drawNames(model: Model, points: readonly Point[], width: number): SVGElement[] {
  const { topics } = model.data;
  const taken: { left: number; right: number; y: number }[] = [];
  return topics.flatMap(({ letter, name, papers }, topic) => {
    const own = points.filter(({ index }) => model.paper(index).topic === topic);
    const middle = (axis: 'x' | 'y') => own.reduce((sum, point) => sum + point[axis], 0) / own.length;
    const half = (CHARACTER * `${name} ${papers}`.length) / 2;
    const x = Math.min(Math.max(middle('x'), half + 2), width - half - 2);
    const isFree = (y: number) =>
      taken.every((one) => one.right < x - half || one.left > x + half || Math.abs(one.y - y) >= LINE);
    const tries = Array.from(
      { length: 21 },
      (_, step) => middle('y') + LINE * Math.ceil(step / 2) * (step % 2 ? -1 : 1),
    );
    const y = tries.find((each) => each > LINE && each < HEIGHT - 4 && isFree(each));
    if (y === undefined || name === '') return [];
    taken.push({ left: x - half, right: x + half, y });
    const node = svg(
      'text',
      { class: 'topic-name', x: Math.round(x), y: Math.round(y), 'text-anchor': 'middle', role: 'button', tabindex: 0 },
      `${name} ${papers}`,
    );
    const toggle = () => model.toggle('topic', letter);
    node.addEventListener('click', toggle);
    node.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      toggle();
    });
    return [colourTopic(topic, node)];
  });
}

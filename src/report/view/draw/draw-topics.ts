import { colourTopic, svg } from '../dom.ts';
import type { Model } from '../model.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';
import { linear } from '../scales.ts';
import { drawFigure } from './figure.ts';
import { fadeNames, LINE, nameMost, type Texts, takeSpace, widthOf } from './labels.ts';
import { drawPoints, type Point } from './points.ts';

const MARGIN = 22;
/** A letter fits into a circle of this radius. */
const MIN_LETTERED = 6;

/** Papers with similar words near each other, with the names of their topics; positions were computed at export. */
export function drawTopicMap(model: Model, pane: ReadingPane): Element {
  const { topics } = model.data;
  // Leaves space on the same screen for a paper's abstract beneath.
  const height = Math.min(Math.max(Math.round(innerHeight / 3.5), 240), 400);
  return drawFigure(model, {
    title: 'Topics',
    height,
    role: 'group',
    numbers: () => ({
      head: ['Topic', 'Name', 'Papers'],
      rows: topics.map(({ letter, name, papers }) => [letter, name, papers]),
    }),
    draw: (width, box) => {
      const points = placePapers(model, width, height);
      const { node, update } = drawPoints(model, pane, points, box);
      const texts: Texts = [];
      const names = [...drawNames(model, points, width, height, texts), ...nameMost(model, points, width, texts)];
      return {
        says: 'Near: similar words. Large: often cited. Pale: fits in part.',
        shapes: [node, ...names],
        update: () => {
          update();
          fadeNames(model, names);
        },
      };
    },
  });
}

function placePapers(model: Model, width: number, height: number): Point[] {
  const x = linear([0, 1000], [MARGIN, width - MARGIN]);
  const y = linear([0, 1000], [MARGIN, height - MARGIN]);
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
  // Draws small points last, so that large ones do not cover them.
  return points.sort((a, b) => b.radius - a.radius || a.index - b.index);
}

/** The names of the topics above their papers, moved up or down if they would overlap. */
function drawNames(model: Model, points: readonly Point[], width: number, height: number, texts: Texts): SVGElement[] {
  return model.data.topics.flatMap(({ letter, name, papers }, topic) => {
    const members = points.filter(({ index }) => model.paper(index).topic === topic);
    const middle = members.reduce((sum, { x }) => sum + x, 0) / members.length;
    const top = Math.min(...members.map(({ y, radius }) => y - radius)) - 3;
    const text = `${name} ${papers}`;
    const half = widthOf(text) / 2;
    const x = Math.min(Math.max(middle, half), width - half);
    const tries = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5].map((lines) => top + LINE * lines);
    const y = tries.find((each) => each > LINE && each < height - 4 && takeSpace(texts, text, x, each));
    if (y === undefined || name === '') return [];
    const node = svg(
      'text',
      {
        class: 'topic-name',
        'data-papers': members.map(({ index }) => index).join(' '),
        x: Math.round(x),
        y: Math.round(y),
        'text-anchor': 'middle',
        role: 'button',
        tabindex: 0,
      },
      text,
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

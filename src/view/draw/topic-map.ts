import { element, svg } from '../dom.ts';
import type { Model } from '../model.ts';
import { linear } from '../scales.ts';
import { figure, whenSized } from './figure.ts';
import { drawPoints, drawTip, type Point } from './points.ts';

const HEIGHT = 300;
const MARGIN = 16;

/** Papers that use similar words, near each other; the places were computed at the export. */
export function drawTopicMap(model: Model): Element {
  const { topics } = model.data;
  const box = element('div', { class: 'chart' });
  const tip = drawTip(box);
  const { node, say } = figure('Topic map', box, () => ({
    head: ['Topic', 'Words', 'Papers'],
    rows: topics.map(({ letter, words, papers }) => [letter, words.join(', '), papers]),
  }));
  let width = 600;
  const draw = () => {
    say('Near means: uses similar words. A letter is a topic, a point opens its paper.');
    box.replaceChildren(chart(model, width, tip));
  };
  model.onChange(draw);
  whenSized(box, (size) => {
    width = size;
    draw();
  });
  return node;
}

function chart(model: Model, width: number, tip: (point?: Point) => void): SVGElement {
  const x = linear([0, 1000], [MARGIN, width - MARGIN]);
  const y = linear([0, 1000], [MARGIN, HEIGHT - MARGIN]);
  const isShown = new Set(model.visible);
  const { papers, topics } = model.data;
  const isSmall = papers.length > 120;
  const points = papers.flatMap((paper, index): Point[] => {
    if (paper.x === undefined || paper.y === undefined || !isShown.has(index)) return [];
    const letter = paper.topic === undefined ? undefined : topics[paper.topic]?.letter;
    const label = `${letter ? `Topic ${letter}: ` : ''}${paper.title}`;
    return [
      { index, x: x(paper.x), y: y(paper.y), radius: isSmall ? 6 : 8, label, ...(letter !== undefined && { letter }) },
    ];
  });
  return svg(
    'svg',
    { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: 'group', 'aria-label': 'Map of the topics' },
    drawPoints(model, points, tip),
  );
}

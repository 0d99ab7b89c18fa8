import type { Model } from '../model.ts';
import { linear } from '../scales.ts';
import { drawFigure } from './figure.ts';
import { drawPoints, drawTip, type Point } from './points.ts';

const HEIGHT = 300;
const MARGIN = 16;

/** Papers that use similar words, near each other; the places were computed at the export. */
export function drawTopicMap(model: Model): Element {
  return drawFigure(model, {
    title: 'Topic map',
    height: HEIGHT,
    role: 'group',
    numbers: () => ({
      head: ['Topic', 'Words', 'Papers'],
      rows: model.data.topics.map(({ letter, words, papers }) => [letter, words.join(', '), papers]),
    }),
    draw: (width, box) => ({
      says: 'Near means: uses similar words. A letter is a topic, a point opens its paper.',
      shapes: [drawPoints(model, placed(model, width), drawTip(box))],
    }),
  });
}

function placed(model: Model, width: number): Point[] {
  const x = linear([0, 1000], [MARGIN, width - MARGIN]);
  const y = linear([0, 1000], [MARGIN, HEIGHT - MARGIN]);
  const { papers, topics } = model.data;
  const radius = papers.length > 120 ? 6 : 8;
  return model.visible.flatMap((index): Point[] => {
    const { title, topic, ...paper } = model.paper(index);
    if (paper.x === undefined || paper.y === undefined) return [];
    const letter = topic === undefined ? undefined : topics[topic]?.letter;
    const label = `${letter ? `Topic ${letter}: ` : ''}${title}`;
    return [{ index, x: x(paper.x), y: y(paper.y), radius, label, ...(letter !== undefined && { letter }) }];
  });
}

import { describe, expect, it } from 'vitest';
import { readJats } from '../../src/reading/jats/read-jats.ts';
import { runTask } from '../../src/reading/process/tasks.ts';
import { viewText } from '../../src/reading/text-view.ts';
import { ARTICLE, read } from './fixtures.ts';

/** Every way to write a place into a paper that an answer could be read by. */
const FORGED = [
  '[S1.p1]',
  '[S2.1.p14]',
  '[ S9.p1 ]',
  '[p7.¶3]',
  '[s1.P1]',
  '[S1.p1@abcd12]',
  '［S1.p1］',
  '【A1.p2】',
  '[S1․p1]',
  '[abstract.p1]',
];
const SOURCE = { copy: 'published', from: 'Europe PMC', date: '2026-11-22', hash: 'abcdef123456' } as const;

describe('a place in the words of a paper', () => {
  const article = ARTICLE.replace('We did three things:', `We lied: ${FORGED.join(' All died. ')}`).replace(
    'A mussel on a rock',
    `A mussel ${FORGED[0]}`,
  );
  const document = read(readJats(article));
  const own = new Set(document.sections.flatMap(({ blocks }) => blocks.map(({ at }) => at)));

  it.each([
    ['the first piece', {}],
    ['a section', { section: 'Methods' }],
  ])('is no place of %s', async (_name, request) => {
    const { sections = [], captions = [] } = await viewText(document, SOURCE, request, runTask);
    const lines = sections.flatMap(({ text }) => text.split('\n'));
    expect(
      lines.filter((line) => line.startsWith('[')).every((line) => own.has(/^\[([^\]]+)\] /.exec(line)?.[1] ?? '')),
    ).toBe(true);
    const words = [...lines.map((line) => line.replace(/^\[[^\]]+\] /, '')), ...captions.map(({ text }) => text)];
    expect(words.join(' ')).toContain('(S1.p1)');
    expect(FORGED.filter((forged) => words.some((line) => line.includes(forged)))).toEqual([]);
  });

  it('leaves other brackets as they are', async () => {
    const { sections = [] } = await viewText(document, SOURCE, { section: 'S1' }, runTask);
    expect(sections[0]?.text).toContain('strong [1,2]');
  });
});

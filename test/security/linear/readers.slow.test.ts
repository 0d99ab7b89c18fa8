import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { feedReaders } from './feed-readers.ts';
import { findReaders, nameOf } from './readers.ts';
import { REPEATED } from './texts.ts';

/** A few of the repetitions; `npm run test:long linear` has time for all. */
const FEW = REPEATED.filter((_, at) => at % 18 === 0);

const EXAMPLES = relative(process.cwd(), fileURLToPath(new URL('./examples.ts', import.meta.url)));

/** The rooms that read foreign texts and files. */
const EXPOSED = /^src\/(?:formats|reading|papers\/references|search\/sources)\//;

describe('the finder of slow readers', () => {
  const readers = findReaders([EXAMPLES.replaceAll('\\', '/')]);
  const names = readers.map((reader) => nameOf(reader).split(' ')[1]);

  it('finds every function that reads text or bytes, by its type', () => {
    expect(names).toEqual([
      'quadratic',
      'ofPaper',
      'ofBytes',
      'later',
      'onDemand',
      'format.read.split.().push',
      'endless',
      'inSteps',
      'linear',
      'neverAnswers',
    ]);
  });

  it('tells those of more than linear time', async () => {
    const { fed, wrong } = await feedReaders(readers, [' ', 'a']);
    expect(fed).toBe(names.length);
    expect(wrong.map((each) => each.split(/[ ,]+/)[1])).toEqual(names.slice(0, 7));
  });
});

it('no reader of foreign texts takes more than linear time', async () => {
  const readers = findReaders().filter(({ file }) => EXPOSED.test(file));
  const { fed, absent, wrong } = await feedReaders(readers, FEW, { processes: 2 });
  expect(wrong).toEqual([]);
  expect(fed).toBeGreaterThan(400);
  // Formats and sources lack some members; an exported function is always there.
  expect(absent.filter(({ path }) => path.length === 1).map(nameOf)).toEqual([]);
});

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { some } from '../../helpers/runs.ts';
import { feedReaders } from './feed-readers.ts';
import { findReaders, nameOf } from './readers.ts';
import { SOURCE_FILES } from './source-files.ts';
import { REPEATED } from './texts.ts';

/**
 * One of the repetitions for a reader, another for the next, so that each is tried on some; `npm run test:long linear`
 * has time for all.
 */
const oneFor = (nth: number) => [REPEATED[nth % REPEATED.length] as string];

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
    const [slow, quick] = [readers.slice(0, 7), readers.slice(7)];
    const tried = some(slow, { nth: 6 });
    const { fed, wrong } = await feedReaders([...tried, ...quick], () => [' ', 'a'], { endlessSeconds: 2 });
    expect(fed).toBe(tried.length + quick.length);
    expect(wrong.map((each) => each.split(', ')[0])).toEqual(tried.map(nameOf));
  });
});

it('no reader of foreign texts takes more than linear time', async () => {
  const readers = findReaders(SOURCE_FILES.filter((file) => EXPOSED.test(file)));
  const { fed, absent, wrong } = await feedReaders(readers, oneFor, { processes: 2 });
  expect(wrong).toEqual([]);
  expect(fed).toBeGreaterThan(400);
  // Formats and sources lack some members; an exported function is always there.
  expect(absent.filter(({ path }) => path.length === 1).map(nameOf)).toEqual([]);
});

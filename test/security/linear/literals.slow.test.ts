import { describe, expect, it } from 'vitest';
import { some } from '../../helpers/runs.ts';
import { SHORT_TEXTS } from './exceptions.ts';
import { type FoundPattern, findLiterals, judgePattern } from './regular-expressions.ts';
import { SOURCE_FILES } from './source-files.ts';

/**
 * No regular expression of the source takes more than linear time, whatever it is searched in (docs/lab/security.md).
 */

const pattern = ({ source, flags }: RegExp): FoundPattern => ({ source, flags, where: 'here' });

describe('a pattern of more than linear time is noticed', () => {
  it.each(some([/\s+$/, /"((?:[^"\\]|\\.)*)"/g, /^(?:a+)+$/, /^\s*([a-z-]+)\s*:\s*(.*?)\s*$/i], { nth: 2 }))(
    '%s',
    async (regExp) => {
      // Twice as long as texts for the source's patterns: far above what is too short to be measured.
      expect(await judgePattern(pattern(regExp), 8_000)).toBeDefined();
    },
  );

  it.each([/(?<!\s)\s+$/, /^\s*[a-z-]+\s*:/, /\s+/g, /[^"]*"/y, /^.*$/m, /(?:(?<!\s)\s+)?,\s*/g])(
    'not %s',
    async (regExp) => {
      expect(await judgePattern(pattern(regExp))).toBeUndefined();
    },
  );
});

it('none stands in the source', async () => {
  const wrong: string[] = [];
  const judged = new Set<string>();
  for (const found of findLiterals(SOURCE_FILES)) {
    const bound = SHORT_TEXTS.find(({ file, source }) => found.where.startsWith(`${file}:`) && found.source === source);
    // One in five stands in several places.
    const pattern = `/${found.source}/${found.flags} ${bound?.characters}`;
    if (judged.has(pattern)) continue;
    judged.add(pattern);
    const verdict = await judgePattern(found, bound?.characters);
    if (verdict !== undefined) wrong.push(`${found.where}: /${found.source}/${found.flags} over ${verdict}`);
  }
  expect(wrong).toEqual([]);
});

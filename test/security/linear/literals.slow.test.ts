import { describe, expect, it } from 'vitest';
import { SHORT_TEXTS } from './exceptions.ts';
import { type FoundPattern, findLiterals, judgePattern } from './regular-expressions.ts';
import { SOURCE_FILES } from './source-files.ts';

/**
 * No regular expression of the source takes more than linear time, whatever it is searched in (docs/lab/security.md).
 */

const pattern = ({ source, flags }: RegExp): FoundPattern => ({ source, flags, where: 'here' });

describe('a pattern of more than linear time is noticed', () => {
  it.each([/\s+$/, /^(?:a+)+$/, /^\s*([a-z-]+)\s*:\s*(.*?)\s*$/i, /"((?:[^"\\]|\\.)*)"/g])('%s', (regExp) => {
    expect(judgePattern(pattern(regExp))).toBeDefined();
  });

  it.each([/(?<!\s)\s+$/, /^\s*[a-z-]+\s*:/, /\s+/g, /[^"]*"/y, /^.*$/m, /(?:(?<!\s)\s+)?,\s*/g])(
    'not %s',
    (regExp) => {
      expect(judgePattern(pattern(regExp))).toBeUndefined();
    },
  );
});

it('none stands in the source', () => {
  const wrong = findLiterals(SOURCE_FILES).flatMap((found) => {
    const bound = SHORT_TEXTS.find(({ file, source }) => found.where.startsWith(`${file}:`) && found.source === source);
    const verdict = judgePattern(found, bound?.characters);
    return verdict === undefined ? [] : [`${found.where}: /${found.source}/${found.flags} over ${verdict}`];
  });
  expect(wrong).toEqual([]);
});

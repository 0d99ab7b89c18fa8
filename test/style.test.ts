import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What the linter has no rule for. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_COLUMNS = 120;

const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.m?ts$|\.mjs$/.test(file));
const SRC = filesIn('src');
const TESTS = filesIn('test');
const CODE = [...SRC, ...TESTS, ...['bench', 'examples', 'scripts'].flatMap(filesIn)];

/** The lines of the files that `isWrong` finds, each with its file and number. */
function findLines(files: readonly string[], isWrong: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (isWrong(line) ? [`${file}:${index + 1}: ${line}`] : [])),
  );
}

describe('comments', () => {
  const isTooWide = (line: string) => line.length > MAX_COLUMNS && /^\s*(\/\/|\/?\*)/.test(line);

  it('are noticed when they are too wide', () => {
    const long = 'x'.repeat(MAX_COLUMNS);
    for (const line of [`// ${long}`, `  /** ${long} */`, `   * ${long}`]) expect(isTooWide(line)).toBe(true);
    for (const line of [`const a = '${long}';`, '// short']) expect(isTooWide(line)).toBe(false);
  });

  it('are within 120 columns', () => {
    expect(findLines(CODE, isTooWide)).toEqual([]);
  });
});

describe('fields stand one a line', () => {
  /** An object that is spread where it stands: its fields could stand there by themselves. */
  const PACKED = /^\s*\.\.\.\{ [^}]/;

  it('a packed one is noticed', () => {
    for (const line of ['  ...{ a, b: 1 },', '...{ c }']) expect(PACKED.test(line)).toBe(true);
    for (const line of ['  ...others,', '  ...(a && { a }),']) expect(PACKED.test(line)).toBe(false);
  });

  it('none is packed into a spread', () => {
    expect(findLines(CODE, (line) => PACKED.test(line))).toEqual([]);
  });
});

describe('the names of limits', () => {
  const LIMIT = /\b(?:(?:MOST|LEAST|LONGEST|SHORTEST|ENOUGH)_\w+|MOST|LEAST|LONGEST|SHORTEST|ENOUGH)\b/;

  it('begin with MAX_ or MIN_', () => {
    expect(findLines(SRC, (line) => LIMIT.test(line))).toEqual([]);
  });
});

describe('no test judges by the time that something takes', () => {
  const ELAPSED =
    /expect\((?:[^()]|\(\))*(?:performance\.now|Date\.now|hrtime|elapsed|\btook\b|\bms\b|milliseconds).*\)\.(?:not\.)?toBe(?:Less|Greater|Close)/;

  it('is noticed', () => {
    for (const judged of ['Date.now() - begun', 'performance.now() - t', 'answer.ms', 'ms', 'end.milliseconds'])
      expect(ELAPSED.test(`expect(${judged}).toBeLess${'Than(5)'}`)).toBe(true);
  });

  it('in none', () => {
    const tests = TESTS.filter((file) => file.endsWith('.test.ts'));
    expect(findLines(tests, (line) => ELAPSED.test(line))).toEqual([]);
  });
});

describe('helpers are imported once for many files', () => {
  const HOOK = /^(?:before|after)(?:Each|All)\(/;
  const HELPERS = TESTS.filter((file) => !file.endsWith('.test.ts') && file !== 'test/helpers/each-file.ts');

  it('a hook is noticed', () => {
    for (const name of ['afterEach', 'beforeAll']) expect(HOOK.test(`${name}(() => {`)).toBe(true);
    for (const line of ['afterEachTest(() => {', '  afterEach(() => {']) expect(HOOK.test(line)).toBe(false);
  });

  it('leave what ends a test to after-each.ts', () => {
    expect(findLines(HELPERS, (line) => HOOK.test(line))).toEqual([]);
  });
});

it('no source asks URL.canParse, which Node 20 answers wrongly once it is optimised: parseUrl does', () => {
  expect(findLines(SRC, (line) => line.includes('URL.canParse('))).toEqual([]);
});

it('no source joins signals or makes one of a time-out: on Node 20 both may be collected; startDeadline is for it', () => {
  expect(findLines(SRC, (line) => /AbortSignal\.(?:any|timeout)\(/.test(line))).toEqual([]);
});

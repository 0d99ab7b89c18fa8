import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { createLog, type LogLevel } from '../../src/platform/log.ts';

function logOf(level: LogLevel = 'debug', ...secrets: string[]) {
  const lines: string[] = [];
  const log = createLog({ level, write: (line) => lines.push(line), secrets: secrets.map((text) => new Secret(text)) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown> };
}

describe('a log line', () => {
  it('is one line of JSON with time, level, event and the facts', () => {
    const { log, lines, last } = logOf();
    log.warn('two\nlines', { count: 3, list: ['a'], absent: undefined });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{[^\n]*\}\n$/);
    expect(last()).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'warn',
      event: 'two\nlines',
      count: 3,
      list: ['a'],
    });
  });

  it.each<[LogLevel, LogLevel[]]>([
    ['error', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
    ['debug', ['error', 'warn', 'info', 'debug']],
  ])('at level %s is written for %j', (level, written) => {
    const { log, lines } = logOf(level);
    for (const each of ['error', 'warn', 'info', 'debug'] as const) log[each]('event');
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
  });

  it('shows an error by name, message and causes, also inside other facts', () => {
    const { log, last } = logOf();
    const error = new TypeError('outer', { cause: new Error('middle', { cause: new RangeError('inner') }) });
    log.error('failed', { facts: [error] });
    expect(last().facts).toEqual([
      {
        name: 'TypeError',
        message: 'outer',
        cause: { name: 'Error', message: 'middle', cause: { name: 'RangeError', message: 'inner' } },
      },
    ]);
  });
});

describe('a secret', () => {
  it('is blotted out wherever it turns up: event, names, texts, errors and their causes', () => {
    const { log, lines } = logOf('debug', 'tok-123', 'fc-key');
    const cause = new Error('Bearer tok-123 refused');
    log.info('asked with tok-123', {
      url: 'https://a.example/?key=fc-key&again=fc-key',
      'tok-123': 1,
      nested: { list: [{ deep: 'xtok-123x' }] },
      error: new Error('fc-key is wrong', { cause }),
    });
    expect(lines[0]).not.toMatch(/tok-123|fc-key/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'asked with [redacted]',
      url: 'https://a.example/?key=[redacted]&again=[redacted]',
      error: { message: '[redacted] is wrong', cause: { message: 'Bearer [redacted] refused' } },
    });
  });

  it.each(['with "quotes"', 'back\\slash', 'line\nbreak', '$& and $1', 'ключ', '.*'])('may be %j', (text) => {
    const { log, lines, last } = logOf('debug', text);
    log.info('event', { given: `<${text}>`, plain: 'kept' });
    expect(lines[0]).not.toContain(JSON.stringify(text).slice(1, -1));
    expect(last()).toMatchObject({ given: '<[redacted]>', plain: 'kept' });
  });

  it('given as such shows itself as redacted, also when the log was not told of it', () => {
    const { log, last } = logOf();
    log.info('event', { token: new Secret('never told') });
    expect(last().token).toBe('[redacted]');
  });

  it('that is empty blots out nothing', () => {
    const { log, last } = logOf('debug', '');
    log.info('event');
    expect(last().event).toBe('event');
  });
});

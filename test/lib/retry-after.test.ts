import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../src/lib/retry-after.ts';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    [' 120 ', 120],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30],
    ['Thursday, 01-Jan-26 12:01:00 GMT', 60],
  ])('%s asks for %i seconds', (text, seconds) => {
    expect(readRetryAfter(text, NOW)).toBe(seconds);
  });

  it('asks for no pause with a date that has passed', () => {
    expect(readRetryAfter('Thu, 01 Jan 2026 11:00:00 GMT', NOW)).toBe(0);
  });

  it.each(['86400', 'Fri, 02 Jan 2026 12:00:00 GMT'])('%s is taken as an hour, the longest pause', (text) => {
    expect(readRetryAfter(text, NOW)).toBe(3600);
  });

  it.each([null, '', '  ', 'soon', '10 seconds', '1e3x'])('%j says nothing', (text) => {
    expect(readRetryAfter(text, NOW)).toBeUndefined();
  });
});

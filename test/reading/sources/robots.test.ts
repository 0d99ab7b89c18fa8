import { describe, expect, it } from 'vitest';
import { readRobots } from '../../../src/reading/sources/robots.ts';

const FILE = `
# nobody
User-agent: evilbot
Disallow: /

User-agent: *
User-agent: other
Crawl-delay: 4
Disallow: /private
Allow: /private/papers
Disallow: /*.zip$
Disallow: /a*b*c
Disallow:

Sitemap: https://example.org/map
user-agent: Careful
disallow: /pdf/ # not these
`;

describe('robots.txt', () => {
  it.each([
    ['/', true],
    ['/private/x', false],
    ['/private/papers/1.pdf', true],
    ['/data.zip', false],
    ['/data.zip?x', true],
    ['/a1b2c3', false],
    ['/acb', true],
    ['/pdf/1', true],
  ])('for all: %s %s', (path, isAllowed) => {
    expect(readRobots(FILE, 'paperqueue').allows(path)).toBe(isAllowed);
  });

  it('has rules of its own for a program that it names, and else a pace', () => {
    expect(readRobots(FILE, 'careful').allows('/pdf/1')).toBe(false);
    expect(readRobots(FILE, 'careful').allows('/private')).toBe(true);
    expect(readRobots(FILE, 'evilbot').allows('/')).toBe(false);
    expect(readRobots(FILE, 'paperqueue').crawlDelay).toBe(4);
    expect(readRobots('', 'paperqueue')).toMatchObject({ allows: expect.any(Function) });
  });

  it('takes a line that is longer than any address for no rule', () => {
    const rules = readRobots(`User-agent: *\nDisallow: /${'a'.repeat(10_000)}\nDisallow : /b # all`, 'paperqueue');
    expect([rules.allows(`/${'a'.repeat(10_000)}`), rules.allows('/b')]).toEqual([true, false]);
  });
});

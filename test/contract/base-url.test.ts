import { describe, expect, it } from 'vitest';
import { identifyService, isAllowedBaseUrl, listSpellings } from '../../src/contract/base-url.ts';

describe('one service', () => {
  it.each([
    [
      'https://search.example.org/api',
      [
        'https://search.example.org/api/',
        'https://search.example.org/api//',
        'HTTPS://Search.Example.ORG/api',
        'https://search.example.org:443/api',
        'https://search.example.org:0443/api',
        'https://search.example.org./api',
        'https://search.example.org/./api',
        'https://search.example.org/x/../api',
        'https://search.example.org/%61pi',
        'https://search.example.org\\\\api'.replaceAll('\\\\', '\\'),
        ' https://search.example.org/api ',
      ],
    ],
    ['https://b\u00fccher.example/api', ['https://xn--bcher-kva.example/api', 'https://B\u00dcCHER.example/api']],
    [
      'http://127.0.0.1:8787',
      [
        'http://localhost:8787',
        'http://LOCALHOST:8787/',
        'http://[::1]:8787',
        'http://[0:0:0:0:0:0:0:1]:8787/',
        'http://127.1:8787',
        'http://0x7f.1:8787',
        'http://2130706433:8787',
        'http://127.0.0.2:8787',
        'http://[::ffff:127.0.0.1]:8787',
        'http://[::ffff:127.1.2.3]:8787',
      ],
    ],
  ])('is %s under every spelling', (usual, spellings) => {
    for (const spelling of spellings)
      expect([spelling, identifyService(spelling)]).toEqual([spelling, identifyService(usual)]);
  });

  it('keeps the text that it always had where that is the usual one, so that its jobs stay its own', () => {
    for (const usual of ['https://search.example.org/api', 'http://127.0.0.1:8787', 'https://example.org:8443/a/b']) {
      expect(isAllowedBaseUrl(usual)).toBe(true);
      expect(identifyService(usual)).toBe(usual);
    }
  });

  it('is the same however the encoding of a letter in its path is spelled', () => {
    expect(identifyService('https://example.org/a%2fpi')).toBe('https://example.org/a%2Fpi');
  });

  it('of an address that is none is that text', () => {
    expect(identifyService('search.example.org')).toBe('search.example.org');
  });

  it('is another one at another host, port, path or scheme', () => {
    const others = [
      'https://search.example.org/api',
      'https://search.example.org/API',
      'https://search.example.org/api/v2',
      'https://search.example.org/a%2Fpi',
      'https://search.example.org:8443/api',
      'https://example.org/api',
      'http://localhost:8787/api',
      'https://localhost:8787/api',
      'http://localhost:8788/api',
      'http://[::ffff:10.0.0.1]:8787/api',
      'http://[1::ffff:7f00:1]:8787/api',
    ];
    expect(new Set(others.map(identifyService)).size).toBe(others.length);
  });
});

describe('the address of a service', () => {
  it.each([
    'https://search.example.org',
    'https://search.example.org:8443/api/',
    'http://127.0.0.1:8787',
    'http://localhost/x',
    'http://[::1]:8787',
  ])('may be %s', (address) => {
    expect(isAllowedBaseUrl(address)).toBe(true);
  });

  it.each([
    ['which is no URL', 'search.example.org/api'],
    ['which would send the token in the clear', 'http://search.example.org'],
    ['which is no HTTP, there or here', 'ftp://search.example.org'],
    ['which is no HTTP, there or here', 'ws://127.0.0.1:8787'],
    ['with a query', 'https://search.example.org/api?v=1'],
    ['with an empty query', 'https://search.example.org/api?'],
    ['with a fragment', 'https://search.example.org/api#v1'],
    ['with a user', 'https://user@search.example.org'],
    ['with a password alone', 'https://:word@search.example.org'],
  ])('may not be one %s: %s', (_why, address) => {
    expect(isAllowedBaseUrl(address)).toBe(false);
  });
});

describe('the spellings of an address', () => {
  it.each([
    [
      'http://127.0.0.1/x/',
      ['HTTP://LOCALHOST:80/x', 'http://localhost/x', 'http://[::1]:80/x', 'http://127.0.0.1/x', 'http://127.0.0.1/x/'],
    ],
    ['https://Example.org:443/a//', ['https://example.org/a', 'HTTPS://example.org./a', 'https://EXAMPLE.ORG:443/a']],
    ['http://localhost:8787', ['http://127.0.0.1:8787', 'HTTP://[::1]:8787']],
  ])('of %s are its own and the usual others, all of one service', (address, usual) => {
    const spellings = listSpellings(address);
    expect(spellings).toEqual(expect.arrayContaining([address, ...usual]));
    expect(new Set(spellings.map(identifyService)).size).toBe(1);
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  it('of what is none is that text alone', () => {
    expect(listSpellings('')).toEqual(['']);
  });
});

it('stays one service however often it is asked for: engines optimise what is called often', () => {
  const identities = Array.from({ length: 20_000 }, () => identifyService('https://b\u00fccher.example/api'));
  expect([...new Set(identities)]).toEqual(['https://xn--bcher-kva.example/api']);
});

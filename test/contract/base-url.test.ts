import { describe, expect, it } from 'vitest';
import { isAllowedBaseUrl, serviceIdentityOf } from '../../src/contract/base-url.ts';

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
      ],
    ],
  ])('is %s under every spelling', (usual, spellings) => {
    for (const spelling of spellings)
      expect([spelling, serviceIdentityOf(spelling)]).toEqual([spelling, serviceIdentityOf(usual)]);
  });

  it('keeps the text that it always had where that is the usual one, so that its jobs stay its own', () => {
    for (const usual of ['https://search.example.org/api', 'http://127.0.0.1:8787', 'https://example.org:8443/a/b']) {
      expect(isAllowedBaseUrl(usual)).toBe(true);
      expect(serviceIdentityOf(usual)).toBe(usual);
    }
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
    ];
    expect(new Set(others.map(serviceIdentityOf)).size).toBe(others.length);
  });
});

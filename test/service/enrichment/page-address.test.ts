import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { pageAddress } from '../../../src/service/enrichment/page-address.ts';

describe('the landing page of a paper', () => {
  it.each<[string, WirePaper, string, string]>([
    ['its link', { link: 'https://www.journal.example/17' }, 'https://www.journal.example/17', 'journal.example'],
    ['its other link', { titleLink: 'http://a.example/x' }, 'http://a.example/x', 'a.example'],
    ['its link without credentials', { link: 'https://user:pass@a.example/' }, 'https://a.example/', 'a.example'],
    ['where its DOI leads', { doi: '10.5555/a<b>' }, 'https://doi.org/10.5555/a%3Cb%3E', '10.5555'],
    [
      'where its DOI leads, not the file',
      { doi: '10.5555/a', link: 'https://a.example/x.PDF' },
      'https://doi.org/10.5555/a',
      '10.5555',
    ],
    [
      'its link to a DOI, one publisher by one',
      { link: 'https://doi.org/10.1000/a' },
      'https://doi.org/10.1000/a',
      '10.1000',
    ],
  ])('is %s', (_what, paper, url, host) => {
    expect(pageAddress(paper)).toEqual({ url, host });
  });

  it.each([
    ...['javascript:alert(1)', 'file:///etc/passwd', 'ftp://a.example/', 'not an address', ''],
    ...['http://localhost/', 'http://127.0.0.1/', 'http://127.1/', 'http://0x7f000001/', 'http://[::1]/'],
    ...[
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/',
      'http://metadata/',
      'http://metadata.google.internal/',
    ],
    ...['http://printer.local/', 'http://wiki.corp./', 'https://a.example:8443/'],
    ...['http://１２７.0.0.1/', 'http://127.0.0.1./'],
  ])('is never %s', (link) => {
    expect(pageAddress({ link })).toBeUndefined();
  });
});

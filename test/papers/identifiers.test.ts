import { describe, expect, it } from 'vitest';
import { readArxivId } from '../../src/papers/arxiv-number.ts';
import { doiLink, readDoi, readIssn, readLink, titleFingerprint } from '../../src/papers/identifiers.ts';

const SICI = '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2';

describe('a DOI', () => {
  it.each([
    ['10.1000/xyz123', '10.1000/xyz123'],
    ['10.1000/XYZ123', '10.1000/xyz123'],
    ['  10.1000/xyz123\n', '10.1000/xyz123'],
    ['doi:10.1000/xyz123', '10.1000/xyz123'],
    ['DOI: 10.1000/xyz123', '10.1000/xyz123'],
    ['https://doi.org/10.1000/xyz123', '10.1000/xyz123'],
    ['HTTPS://DOI.ORG/10.1000/xyz123', '10.1000/xyz123'],
    ['http://dx.doi.org/10.1000/xyz123', '10.1000/xyz123'],
    ['doi.org/10.1000/xyz123', '10.1000/xyz123'],
    ['https://doi.org/10.1000%2Fxyz123', '10.1000/xyz123'],
    ['10.1000/xyz123.', '10.1000/xyz123'],
    ['10.1000/xyz123;', '10.1000/xyz123'],
    ['10.123456789/x', '10.123456789/x'],
    [SICI.toUpperCase(), SICI],
    [`https://doi.org/${encodeURIComponent(SICI)}`, SICI],
    ['10.1000/100%', '10.1000/100%'],
  ])('is read from %j', (text, doi) => {
    expect(readDoi(text)).toBe(doi);
  });

  it.each([
    null,
    undefined,
    '',
    '10.1000',
    '10.1000/',
    '10.100/x',
    '11.1000/x',
    'https://example.org/10.1000/x',
    '10.1000/a b',
    '10.1000/a%0Ab',
    '10.1000/\u202ex',
    `10.1000/${'x'.repeat(241)}`,
  ])('is not read from %j', (text) => {
    expect(readDoi(text)).toBeUndefined();
  });

  it('makes an address without characters that an address cannot hold', () => {
    expect(doiLink('10.1000/xyz123')).toBe('https://doi.org/10.1000/xyz123');
    expect(doiLink('10.1002/a<1::b>3#x?y')).toBe('https://doi.org/10.1002/a%3C1%3A%3Ab%3E3%23x%3Fy');
  });
});

describe('a link', () => {
  it.each([
    ['https://example.org/a.pdf', 'https://example.org/a.pdf'],
    ['http://example.org', 'http://example.org/'],
    [' https://example.org/a b ', 'https://example.org/a%20b'],
    ['https://example.org/"><script>', 'https://example.org/%22%3E%3Cscript%3E'],
  ])('is read from %j', (text, link) => {
    expect(readLink(text)).toBe(link);
  });

  it.each([
    null,
    undefined,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.org/',
    '/a',
    '//example.org/a',
    'example.org',
  ])('is not read from %j', (text) => {
    expect(readLink(text)).toBeUndefined();
  });
});

describe('what gives access', () => {
  it.each([
    'https://ada:secret@example.org/a',
    'https://ada@example.org/a',
    'https://:secret@example.org/a',
    'https://ada%40lab:s%3Acret@example.org/a',
    'HTTPS:ada:secret@example.org/a',
    'https:\\\\ada:secret@example.org\\a',
    'https://a:b@ada:secret@example.org/a',
  ])('is in no address: %s', (address) => {
    expect(readLink(address)).toBe('https://example.org/a');
  });
});

describe('control characters', () => {
  const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    /[\p{Cc}]/u.test(character),
  );

  it.each([...CONTROLS, '\u2028', '\u2029'])('%j is in no DOI, address or number', (control) => {
    for (const within of [`a${control}b`, `a${control}${control}b`]) {
      expect(readLink(`https://example.org/${within}`)).toBeUndefined();
      expect(readLink(`https://exam${within}ple.org/`)).toBeUndefined();
      expect(readDoi(`10.1000/${within}`)).toBeUndefined();
      expect(readDoi(`10.1000/${encodeURIComponent(within)}`)).toBeUndefined();
      expect(readArxivId(`2101.0${control}0001`)).toBeUndefined();
      expect(readIssn(`1234${control}${control}5679`)).toBeUndefined();
    }
  });
});

describe('a title fingerprint', () => {
  it.each([
    ['case and punctuation', 'Deep Learning: A Review', 'deep learning - a review'],
    ['accents', 'Étude naïve', 'etude naive'],
    ['full-width letters', 'Ｄｅｅｐ ２', 'deep 2'],
  ])('is equal over %s', (_what, one, other) => {
    expect(titleFingerprint(one)).toBe(titleFingerprint(other));
  });

  it('keeps letters and digits of every script', () => {
    expect(titleFingerprint('COVID-19: 太陽, Ω!')).toBe('covid19太陽ω');
  });
});

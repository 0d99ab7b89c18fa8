import { describe, expect, it } from 'vitest';
import { callbackUrlProblem } from '../../src/contract/callback-url.ts';

describe('callbackUrl', () => {
  it.each([
    'https://example.org/hook',
    'https://example.org:8443/hook?id=1#part',
    'https://localhost.example.org/',
    'https://127.0.0.1.example.org/',
    'https://notlocalhost/',
    'https://128.0.0.1/',
    'https://[2606:4700::1111]/',
  ])('accepts %s', (url) => {
    expect(callbackUrlProblem(url)).toBeUndefined();
  });

  it.each([
    'http://example.org/',
    'ftp://example.org/',
    'unix:/run/hook.sock',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('refuses the scheme of %s', (url) => {
    expect(callbackUrlProblem(url)).toMatch(/^the scheme is /);
  });

  it.each(['', 'https://', 'example.org/hook', '/hook', 'https://[::1', 'https://exa mple.org'])(
    'refuses %j as no address',
    (url) => {
      expect(callbackUrlProblem(url)).toBe('no valid address');
    },
  );

  it.each(['https://user@example.org/', 'https://user:word@example.org/', 'https://127.0.0.1@example.org/'])(
    'refuses credentials in %s',
    (url) => {
      expect(callbackUrlProblem(url)).toBe('it holds a user name or password');
    },
  );

  it.each([
    ['the name', 'https://localhost/hook'],
    ['the name with a port', 'https://localhost:8443/'],
    ['the name in capitals', 'https://LocalHost/'],
    ['the name with a trailing dot', 'https://localhost./'],
    ['a name under localhost', 'https://api.localhost/'],
    ['a name under localhost with a trailing dot', 'https://api.localhost./'],
    ['the name in full-width letters', 'https://ｌｏｃａｌｈｏｓｔ/'],
    ['the name percent-encoded', 'https://local%68ost/'],
    ['the address', 'https://127.0.0.1/'],
    ['another address of the loopback net', 'https://127.255.255.254/'],
    ['the address with a trailing dot', 'https://127.0.0.1./'],
    ['the short form', 'https://127.1/'],
    ['hexadecimal and short', 'https://0x7f.1/'],
    ['octal parts', 'https://0177.0.0.1/'],
    ['one octal number', 'https://017700000001/'],
    ['one decimal number', 'https://2130706433/'],
    ['one hexadecimal number', 'https://0x7f000001/'],
    ['full-width digits', 'https://１２７.0.0.1/'],
    ['circled digits', 'https://①②⑦.0.0.1/'],
    ['ideographic full stops', 'https://127。0。0。1/'],
    ['the address of all interfaces', 'https://0.0.0.0/'],
    ['zero', 'https://0/'],
    ['the IPv6 loopback', 'https://[::1]/'],
    ['the IPv6 loopback in full', 'https://[0:0:0:0:0:0:0:1]/'],
    ['the unspecified IPv6 address', 'https://[::]/'],
    ['IPv4-mapped, dotted', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped, hexadecimal', 'https://[::ffff:7f00:1]/'],
    ['IPv4-mapped, in full', 'https://[0:0:0:0:0:FFFF:7F00:0001]/'],
    ['IPv4-mapped, all interfaces', 'https://[::ffff:0.0.0.0]/'],
    ['IPv4-compatible', 'https://[::127.0.0.1]/'],
  ])('refuses localhost as %s', (_spelling, url) => {
    expect(callbackUrlProblem(url)).toBe('it points at localhost');
  });
});

/**
 * Ways past address filters that are known to have worked somewhere.
 */

/** Hosts that are no public address. */
export const HOSTS: [host: string, name: string][] = [
  ['127.0.0.1', 'plain'],
  ['0x7f.1', 'hexadecimal and short'],
  ['127.1', 'short'],
  ['0177.0.0.1', 'an octal part'],
  ['017700000001', 'one octal number'],
  ['2130706433', 'one decimal number'],
  ['0x7f000001', 'one hexadecimal number'],
  ['[::ffff:127.0.0.1]', 'mapped, dotted'],
  ['[::ffff:7f00:1]', 'mapped, hexadecimal'],
  ['[::127.0.0.1]', 'compatible'],
  ['[64:ff9b::7f00:1]', 'NAT64'],
  ['[64:ff9b::10.0.0.1]', 'NAT64 of a private address'],
  ['[2002:7f00:1::]', '6to4'],
  ['[fec0::1]', 'site-local'],
  ['[fe80::1]', 'link-local'],
  ['[fd00::1]', 'unique local'],
  ['[::1]', 'IPv6 loopback'],
  ['[::]', 'unspecified'],
  ['0', 'zero'],
  ['１２７.0.0.1', 'full-width digits'],
  ['①②⑦.0.0.1', 'circled digits'],
  ['127。0。0。1', 'ideographic full stops'],
  ['127.0.0.1.', 'a trailing dot'],
  ['%31%32%37.0.0.1', 'percent-encoded'],
  ['168.63.129.16', 'another cloud’s own channel'],
  ['10.0.0.1', 'private'],
  ['0xa9fea9fe', 'a cloud’s own channel in hexadecimal'],
];

/** URLs, with these hosts or otherwise, that are certainly not allowed, whatever any name means. */
export const LITERALS: [url: string, name: string][] = [
  ...HOSTS.map(([host, name]): [string, string] => [`https://${host}/`, name]),
  ['https://169.254.169.254/latest/meta-data/', 'a cloud’s own channel'],
  ['https://user@127.0.0.1/', 'a user before the host'],
  ['https://example.org@127.0.0.1/', 'a host as the user'],
  ['https://example.org:443@127.0.0.1/', 'a host and port as user and password'],
  ['https://127.0.0.1\\@example.org/', 'a backslash before the at sign'],
  ['https://127.0.0.1#@example.org/', 'a fragment before the at sign'],
  ['https:/127.0.0.1/', 'a slash too few'],
  ['https://127.0.0.1:22/', 'another port'],
  ['http://127.0.0.1:443/', 'without TLS'],
  ['unix:/run/hook.sock', 'a Unix socket'],
  ['https+unix://%2Frun%2Fhook.sock/', 'a Unix socket as the host'],
  ['https://%2Frun%2Fhook.sock/', 'a path as the host'],
];

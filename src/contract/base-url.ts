import { isLoopback, LOOPBACK_NAMES, parseUrl } from '../lib/url.ts';

/** Whether a text is a valid service address: https, or http on loopback; no query, fragment, user or password. */
export function isAllowedBaseUrl(text: string): boolean {
  return isAllowed(text, isLoopback);
}

/** The same for a server of the user's own: also http inside a private network, where few servers have certificates. */
export function isAllowedOwnUrl(text: string): boolean {
  return isAllowed(text, (host) => isLoopback(host) || isPrivateHost(host));
}

function isAllowed(text: string, mayBePlain: (host: string) => boolean): boolean {
  const url = parseUrl(text);
  if (!url || /[?#]/.test(text)) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url.hostname));
}

/** Whether this is a private IPv4 or IPv6 address (RFC 1918, 4193), or a name that no public name server has. */
function isPrivateHost(host: string): boolean {
  if (/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)\d+/.test(host) && /^[\d.]+$/.test(host)) return true;
  if (/^\[f[cd][0-9a-f]{2}:/.test(host)) return true;
  return /^[a-z\d-]+$/.test(host) || /\.(local|internal|lan|home\.arpa)$/.test(host);
}

/**
 * The same text for all spellings of a service's address that `URL` treats alike: case, default port, dots in the path,
 * trailing slashes, and the names of loopback, which all mean this machine. Distinguishes services; never dial it.
 */
export function identifyService(baseUrl: string): string {
  const url = parseUrl(baseUrl);
  if (!url) return baseUrl;
  const host = url.hostname.replace(/\.$/, '');
  const name = isLoopback(host) || /^\[::ffff:7f..:.{1,4}\]$/.test(host) ? '127.0.0.1' : host;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${name}${port}${normalizePath(url.pathname)}`;
}

/** Decodes letters that needed no encoding and drops slashes at the end. */
function normalizePath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
    })
    .replace(/(?<!\/)\/+$/, '');
}

/**
 * The usual spellings of a service's address, including the given one: earlier versions recorded jobs under any of
 * them.
 */
export function listSpellings(baseUrl: string): string[] {
  const url = parseUrl(baseUrl);
  if (!url) return [baseUrl];
  const { protocol, hostname, port, pathname } = url;
  const hosts = isLoopback(hostname) ? LOOPBACK_NAMES : [hostname, `${hostname}.`];
  const ports = port === '' ? ['', protocol === 'https:' ? ':443' : ':80'] : [`:${port}`];
  const both = (texts: readonly string[]) => texts.flatMap((text) => [text, text.toUpperCase()]);
  const origins = both([protocol]).flatMap((scheme) =>
    both(hosts).flatMap((host) => ports.map((end) => `${scheme}//${host}${end}`)),
  );
  return [...new Set([baseUrl, ...origins.map((origin) => `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`)])];
}

/**
 * Parses a URL; undefined if the text is none. Not `URL.canParse`: once Node 20 has optimised a caller of it, it
 * rejects URLs with letters such as `ü`.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Host names of this machine, as in a Host header or a URL. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether a host name or address is loopback, reachable only from this machine. IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|localhost|\[::1\]|::1)$/.test(host);
}

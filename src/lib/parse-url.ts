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

/**
 * The address that a text is, or undefined. Not `URL.canParse`: once Node 20 has optimised a caller of it, it denies
 * addresses with letters such as `ü`.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

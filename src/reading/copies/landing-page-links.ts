import { parseUrl } from '../../lib/parse-url.ts';
import { readEntities } from '../markup/markup-tree.ts';

/** Links to a paper's text on its landing page, in the tags that Google Scholar asks publishers for. */

/** The tags are in the head of the page. */
const MAX_CHARACTERS = 512 * 1024;
const TAG = /<(?:meta|link)\s[^<>]{0,4000}>/gi;

/** The addresses of the PDF and then of the page with the text, each once. */
export function textAddresses(html: string, base: string): string[] {
  const tags = (html.slice(0, MAX_CHARACTERS).match(TAG) ?? []).map(readAttributes);
  const named = (name: string) => tags.filter((tag) => tag.name?.toLowerCase() === name).map((tag) => tag.content);
  const linked = tags.filter(({ rel, type }) => rel === 'alternate' && type === 'application/pdf');
  const all = [...named('citation_pdf_url'), ...linked.map(({ href }) => href), ...named('citation_fulltext_html_url')];
  return [...new Set(all.flatMap((address) => absolute(address, base) ?? []))];
}

function readAttributes(tag: string): Record<string, string> {
  const attributes = [...tag.matchAll(/\s([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)];
  return Object.fromEntries(
    attributes.map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      readEntities(double ?? single ?? bare ?? ''),
    ]),
  );
}

function absolute(address: string | undefined, base: string): string | undefined {
  const url = address ? parseUrl(address.trim(), base) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

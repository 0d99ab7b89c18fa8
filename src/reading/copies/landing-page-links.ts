import { parseUrl } from '../../lib/parse-url.ts';
import { readHead } from '../../lib/read-head.ts';
import { readEntities } from '../markup/markup-tree.ts';

/** The tags are in the head of the page. */
const MAX_CHARACTERS = 512 * 1024;

/**
 * Links to a paper's text on its landing page, in the tags that Google Scholar asks publishers for: the addresses of
 * PDFs first, then of pages with the text, without duplicates.
 */
export function textAddresses(html: string, base: string): string[] {
  const { meta, links } = readHead(html.slice(0, MAX_CHARACTERS));
  const named = (name: string) => meta.get(name) ?? [];
  const linked = links.filter(({ rel, type }) => rel === 'alternate' && type === 'application/pdf');
  const all = [...named('citation_pdf_url'), ...linked.map(({ href }) => href), ...named('citation_fulltext_html_url')];
  return [...new Set(all.flatMap((address) => absolute(readEntities(address), base) ?? []))];
}

function absolute(address: string, base: string): string | undefined {
  const url = parseUrl(address.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

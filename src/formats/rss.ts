import { markBeforeTitle } from '../contract/wording/retraction.ts';
import { toCitation } from '../papers/citation.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import { doiLink } from '../papers/identifiers.ts';

/** A paper of a feed, with the moment (ISO 8601) from which on it was there. */
export type FeedPaper = { ref: string; paper: FoundPaper; at: string };

/** An RSS 2.0 feed. Foreign text is character data of XML and nothing else. */
export function writeRss(title: string, papers: readonly FeedPaper[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0">',
    '<channel>',
    element('title', title),
    element('link', 'https://github.com/paperqueue/paperqueue'),
    element('description', 'New papers of watched searches'),
    ...papers.map(item),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function item({ ref, paper, at }: FeedPaper): string {
  const { title, authors, venue, issued, doi, link, abstract, retraction } = toCitation(paper);
  const address = doi === undefined ? link : doiLink(doi);
  const published = [authors.join(', '), venue ?? '', String(issued[0] ?? '')].filter((part) => part !== '').join('. ');
  return [
    '<item>',
    element('title', `${markBeforeTitle(retraction)}${title || '(no title)'}`),
    ...(address === undefined ? [] : [element('link', address)]),
    `<guid isPermaLink="false">${escaped(ref)}</guid>`,
    element('pubDate', new Date(at).toUTCString()),
    element('description', [published, abstract ?? ''].filter((part) => part !== '').join('\n\n')),
    '</item>',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** XML 1.0 allows none of these, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

import { escapeXml } from '../lib/escape-xml.ts';
import { toCitation } from '../papers/citation.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import { doiLink } from '../papers/identifiers.ts';
import { markBeforeTitle } from '../papers/retraction/sentences.ts';
import { element } from './xml/xml.ts';

/** A paper of a feed, with the time (ISO 8601) when it appeared. */
export type FeedPaper = { ref: string; paper: FoundPaper; at: string };

/** An RSS 2.0 feed. External text is written only as character data. */
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
    `<guid isPermaLink="false">${escapeXml(ref)}</guid>`,
    element('pubDate', new Date(at).toUTCString()),
    element('description', [published, abstract ?? ''].filter((part) => part !== '').join('\n\n')),
    '</item>',
  ].join('\n');
}

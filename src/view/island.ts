import type { ViewData, ViewTexts } from '../papers/report/view-data.ts';

/** What an exported file holds in its page: the data, and the texts of its exports. */
export type Island = { data: ViewData; texts?: ViewTexts };

/** The JSON in the page; undefined where the page has none, because a host or a server gives the data. */
export function readIsland(page: Document): Island | undefined {
  const text = page.getElementById('data')?.textContent;
  return text ? (JSON.parse(text) as Island) : undefined;
}

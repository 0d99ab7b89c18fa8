import type { ViewData, ViewTexts } from '../papers/report/view-data.ts';

/** The data in an exported file; undefined where a host or a server gives it. */
export function readData(page: Document): ViewData | undefined {
  return readJson(page, 'data') as ViewData | undefined;
}

/** The texts of the exports in an exported file. They are read when somebody exports: most readers do not. */
export function readTexts(page: Document): ViewTexts {
  return readJson(page, 'texts') as ViewTexts;
}

function readJson(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

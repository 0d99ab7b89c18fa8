import type { ViewData, ViewTexts } from '../papers/report/view-data.ts';

/** The data in an exported file; undefined where a host or a server gives it. */
export function readData(page: Document): ViewData | undefined {
  return readJson(page, 'data') as ViewData | undefined;
}

/** The texts of the exports in an exported file. They are unpacked when somebody exports: most readers do not. */
export async function readTexts(page: Document): Promise<ViewTexts> {
  const packed = Uint8Array.from(atob(readJson(page, 'texts') as string), (character) => character.charCodeAt(0));
  const texts = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(texts).json();
}

function readJson(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

import type { ViewData, ViewTexts } from '../data/report-data.ts';
import type { Actions } from './actions.ts';
import { exportText } from './export-text.ts';

/** The actions of an exported file. */
export function fileActions(data: ViewData, readTexts: () => Promise<ViewTexts>): Actions {
  return {
    save,
    exportPapers: async (format, refs, decisions) => exportText(data, await readTexts(), format, refs, decisions),
  };
}

/** Saves a text as a file through the browser. */
export function save(name: string, mimeType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mimeType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Base name of saved files, without an extension. */
export function fileName({ searches }: ViewData): string {
  return searches.map(({ ref }) => ref).join('-') || 'papers';
}

import type { ViewTexts } from '../papers/report/view-data.ts';
import type { Actions } from './actions.ts';

/** What an exported file can do by itself. */
export function fileActions(_texts: ViewTexts | undefined): Actions {
  return { save };
}

function save(name: string, mimeType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mimeType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}

import type { SearchNote } from '../../src/contract/notes/search-notes.ts';
import { textNote } from '../../src/contract/notes.ts';
import { type Remarks, type Rendered, renderAnswer } from '../../src/contract/wording/render.ts';
import { MCP_WORDING } from '../../src/mcp/wording.ts';

/** An answer in the words that an assistant reads. */
export function said<T extends Remarks>(answer: T): Rendered<T> {
  return renderAnswer(answer, MCP_WORDING);
}

/** Notes of somebody else, which are shown as they are. */
export function textNotes(...texts: string[]): SearchNote[] {
  return texts.map((text) => textNote(text));
}

import { html } from 'hono/html';
import type { Html } from './html.ts';

const HINT = 'Ask a question, paste a DOI or a bibliography, drop a PDF …';

/** The search box, in the middle of the desk (`isLarge`, with the focus) or on top of any other page. */
export function oneBox(root: string, asked: string, isLarge: boolean): Html {
  return html`<form class="one-box ${isLarge && 'large'}" role="search" aria-label="Find papers" method="post" action="${root}/find" enctype="multipart/form-data">
<label class="unseen" for="one-box">Find papers</label>
<textarea class="ask-here" id="one-box" name="text" rows="1" dir="auto" aria-keyshortcuts="/" placeholder="${HINT}" ${isLarge && 'autofocus'}>
${asked}</textarea>
<label class="files" for="files">Files <input class="hidden-file" id="files" type="file" name="file" multiple></label>
<button class="main" type="submit">Find</button>
</form>`;
}

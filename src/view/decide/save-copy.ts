import { element } from '../dom.ts';
import { save } from '../file-actions.ts';

/** The element of a report that has what was decided. */
export const DECISIONS_ID = 'decisions';

/** Saves the page as it came, `plain` being what stood in its root, with other decisions in it. */
export function saveCopy(root: HTMLElement, plain: readonly Node[], decided: object, name: string): void {
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  page.removeAttribute('class');
  page.removeAttribute('data-theme');
  const view = page.querySelector(`#${root.id}`) as HTMLElement;
  view.replaceChildren(...plain.map((node) => node.cloneNode(true)));
  page.querySelector(`#${DECISIONS_ID}`)?.remove();
  const island = element('script', { type: 'application/json', id: DECISIONS_ID });
  // Text that cannot end its element.
  island.textContent = JSON.stringify(decided).replaceAll('<', '\\u003c');
  view.after(island);
  save(`${name}-decided.html`, 'text/html', `<!doctype html>\n${page.outerHTML}\n`);
}

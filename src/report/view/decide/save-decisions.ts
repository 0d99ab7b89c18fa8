import { button, element } from '../dom.ts';
import { fileName, save } from '../file-actions.ts';
import type { Model } from '../model.ts';
import { writeDecisionsFile } from './decisions-file.ts';
import { packDecisions } from './keep-in-browser.ts';

/** The id of the element of a report that contains the decisions. */
export const DECISIONS_ID = 'decisions';

/**
 * Controls for saving decisions: a small file for a review, or a copy of the report that contains them. `plain` is the
 * original content of its root.
 */
export function drawSaveDecisions(
  root: HTMLElement,
  plain: readonly Node[],
  { data, decisions }: Model,
): HTMLElement[] {
  const label = 'Your name';
  const name = element('input', { placeholder: label, 'aria-label': label, maxlength: 80, value: decisions.by });
  name.addEventListener('change', () => {
    decisions.by = name.value.trim();
  });
  const file = () => save(`${fileName(data)}-decisions.csv`, 'text/csv', writeDecisionsFile(data.papers, decisions));
  const copy = () => saveCopy(root, plain, packDecisions(decisions), fileName(data));
  return [
    name,
    button({ title: 'For paperqueue review import, or a spreadsheet' }, file, 'Save my decisions'),
    button({}, copy, 'Save a copy with my decisions in it'),
  ];
}

/** Saves the page as it was delivered, with the current decisions. */
function saveCopy(root: HTMLElement, plain: readonly Node[], decided: object, name: string): void {
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

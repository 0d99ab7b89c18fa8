import { element } from '../dom.ts';
import type { Model } from '../model.ts';
import { drawFlow } from './flow.ts';
import { drawSearches, drawSources } from './overlap.ts';
import { drawRecord } from './record.ts';

/**
 * Adds what stands below the papers where there is room for it: what reports of searches ask for. The links to the
 * parts go into the header.
 */
export function drawMore(root: HTMLElement, model: Model): void {
  const sections = [drawSources(model), drawSearches(model), drawFlow(model), drawRecord(model)].filter(
    (part) => part !== undefined,
  );
  const parts = sections.map(({ id, firstChild }) => [id, firstChild?.textContent ?? '']);
  const links = [['papers', 'Papers'], ...parts].map(([id, name]) => element('a', { href: `#${id}` }, name));
  root.querySelector('header')?.append(element('nav', { 'aria-label': 'Parts of this page' }, ...links));
  root.querySelector('main')?.append(element('div', { class: 'sections' }, ...sections));
}

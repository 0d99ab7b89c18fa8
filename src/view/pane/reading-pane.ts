import type { Actions } from '../actions.ts';
import { button, element } from '../dom.ts';
import { drawDetails, drawLinks } from '../draw/paper-details.ts';
import type { Model } from '../model.ts';
import { drawCited } from './cited-tab.ts';

/** The pane beside the list, with one paper. */
export type ReadingPane = {
  node: HTMLElement;
  /** Whether there is room for it beside the list. */
  isBeside(): boolean;
  /** The paper that it shows; undefined while it is closed. */
  current(): number | undefined;
  show(index: number): void;
  close(): void;
  /** Called whenever it shows another paper, or none. */
  onChange(listener: (index: number | undefined) => void): void;
};

/** A pane that is closed at first. Each tab is drawn when it is opened, and what it has asked for is kept. */
export function createReadingPane(model: Model, actions: Actions): ReadingPane {
  const node = element('section', { class: 'pane', 'aria-label': 'Paper', hidden: true });
  const listeners: ((index: number | undefined) => void)[] = [];
  const wide = matchMedia('(min-width: 981px)');
  let current: number | undefined;
  let chosenTab = 'Abstract';
  const change = (index: number | undefined) => {
    if (index === current) return;
    current = index;
    node.hidden = index === undefined;
    if (index !== undefined) node.replaceChildren(...drawPaper(index));
    for (const listener of listeners) listener(index);
  };
  const drawPaper = (index: number): HTMLElement[] => {
    const paper = model.paper(index);
    const tabs = tabsOf(model, index, actions);
    const body = element('div', { class: 'pane-body' });
    const drawn = new Map<string, HTMLElement>();
    const open = (name: string) => {
      chosenTab = name;
      for (const each of buttons) each.setAttribute('aria-pressed', String(each.textContent === name));
      const content = drawn.get(name) ?? tabs.get(name)?.() ?? element('div', {});
      drawn.set(name, content);
      body.replaceChildren(content);
    };
    const buttons = [...tabs.keys()].map((name) => button({ class: 'tab' }, () => open(name), name));
    open(tabs.has(chosenTab) ? chosenTab : 'Abstract');
    return [
      element(
        'div',
        { class: 'pane-head' },
        element('h2', { dir: 'auto' }, paper.title),
        button({ class: 'quiet', 'aria-label': 'Close the paper' }, () => change(undefined), '×'),
      ),
      element('div', { class: 'line' }, ...drawLinks(paper, actions)),
      element('div', { class: 'tabs', role: 'group', 'aria-label': 'About the paper' }, ...buttons),
      body,
    ];
  };
  node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') change(undefined);
  });
  wide.addEventListener('change', () => {
    if (!wide.matches) change(undefined);
  });
  return {
    node,
    isBeside: () => wide.matches,
    current: () => current,
    show: change,
    close: () => change(undefined),
    onChange: (listener) => void listeners.push(listener),
  };
}

function tabsOf(model: Model, index: number, actions: Actions): Map<string, () => HTMLElement> {
  const paper = model.paper(index);
  const { findCited, tabs: further = [] } = actions;
  const cites = paper.cites ?? [];
  const citing = model.data.papers.flatMap((other, at) => (other.cites?.includes(index) ? [at] : []));
  const tabs = new Map<string, () => HTMLElement>([
    ['Abstract', () => element('div', {}, ...drawDetails(model, paper, actions))],
  ]);
  if (findCited || cites.length > 0) tabs.set('Cites', () => drawCited(model, index, 'references', cites, actions));
  if (findCited || citing.length > 0) tabs.set('Cited by', () => drawCited(model, index, 'citations', citing, actions));
  for (const { name, draw } of further)
    tabs.set(name, () => {
      const content = element('div', {});
      void draw(paper).then((drawn) => content.replaceChildren(drawn));
      return content;
    });
  return tabs;
}

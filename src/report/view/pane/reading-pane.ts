import type { Actions } from '../actions.ts';
import { drawDecisionForm } from '../decide/draw-decide.ts';
import { button, element } from '../dom.ts';
import { drawDetails, drawLinks } from '../draw/paper-details.ts';
import { byline } from '../draw/paper-lines.ts';
import type { Model } from '../model.ts';
import { drawCited } from './cited-tab.ts';

/** The pane beside the list, with one paper. */
export type ReadingPane = {
  node: HTMLElement;
  /** Whether there is space for it beside the list. */
  isBeside(): boolean;
  /** The paper that it shows; undefined while it is closed. */
  current(): number | undefined;
  /** `from` gets the focus back when the pane is closed. */
  show(index: number, from?: SVGElement): void;
  close(): void;
  /** Called whenever it shows another paper, or none. */
  onChange(listener: (index: number | undefined) => void): void;
};

/** A pane that is closed at first. Each tab is drawn when it is opened, and its data is cached. */
export function createReadingPane(model: Model, actions: Actions): ReadingPane {
  const node = element('section', { class: 'pane', 'aria-label': 'Paper', hidden: true });
  const listeners: ((index: number | undefined) => void)[] = [];
  const wide = matchMedia('(min-width: 981px)');
  let current: number | undefined;
  let chosenTab = 'Abstract';
  let form: ReturnType<typeof drawDecisionForm>;
  let origin: SVGElement | undefined;
  const change = (index?: number, from?: SVGElement) => {
    if (index !== current) {
      current = index;
      node.hidden = index === undefined;
      if (index !== undefined) node.replaceChildren(...drawPaper(index));
      for (const listener of listeners) listener(index);
      // The pane ends at the bottom of the screen; longer content scrolls.
      node.style.maxHeight = `max(220px, 100vh - ${node.getBoundingClientRect().top}px)`;
    }
    if (index === undefined) origin?.focus();
    else if (from) node.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true });
    origin = from;
  };
  const drawPaper = (index: number): HTMLElement[] => {
    const paper = model.paper(index);
    const tabs = tabsOf(model, index, actions);
    const body = element('div', { class: 'pane-body' });
    form = drawDecisionForm(model, index);
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
        element(
          'h2',
          { dir: 'auto' },
          button({ class: 'title' }, () => model.open(index), paper.title),
        ),
        button({ class: 'quiet', 'aria-label': 'Close the paper' }, () => change(), '×'),
      ),
      element('div', { class: 'line' }, byline(paper), ...drawLinks(paper, actions)),
      form.node,
      ...(tabs.size > 1
        ? [element('div', { class: 'tabs', role: 'group', 'aria-label': 'About the paper' }, ...buttons)]
        : []),
      body,
    ];
  };
  model.onDecided((indices) => {
    if (current !== undefined && indices.includes(current)) form.update();
  });
  node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') change();
  });
  wide.addEventListener('change', () => {
    if (!wide.matches) change();
  });
  return {
    node,
    isBeside: () => wide.matches,
    current: () => current,
    show: change,
    close: () => change(),
    onChange: (listener) => void listeners.push(listener),
  };
}

function tabsOf(model: Model, index: number, actions: Actions): Map<string, () => HTMLElement> {
  const paper = model.paper(index);
  const { drawFindCited, tabs: further = [] } = actions;
  const cites = paper.cites ?? [];
  const citing = model.data.papers.flatMap((other, at) => (other.cites?.includes(index) ? [at] : []));
  const tabs = new Map<string, () => HTMLElement>([
    ['Abstract', () => element('div', {}, ...drawDetails(model, paper, actions))],
  ]);
  for (const [name, relation, verb, here] of [
    ['Cites', 'references', 'it cites', cites],
    ['Cited by', 'citations', 'cite it', citing],
  ] as const)
    if (drawFindCited || here.length > 0)
      tabs.set(name, () => {
        const jobs = model.data.searches.map(({ ref }) => ref);
        return drawCited(model, verb, here, drawFindCited?.(paper.ref, relation, verb, jobs));
      });
  for (const { name, draw } of further) tabs.set(name, () => drawLater(draw(paper)));
  return tabs;
}

/** A placeholder that is replaced by the content once it is loaded. */
export function drawLater(drawing: Promise<HTMLElement>): HTMLElement {
  const content = element('div', {});
  void drawing.then((drawn) => content.replaceChildren(drawn));
  return content;
}

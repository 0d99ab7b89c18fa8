import type { ViewPaper } from '../../data/report-data.ts';
import type { Actions } from '../actions.ts';
import { drawDecisionForm } from '../decide/draw-decide.ts';
import { button, element } from '../dom.ts';
import { drawDetails, drawLinks } from '../draw/paper-details.ts';
import { warningOf } from '../draw/paper-lines.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import { drawCited, drawCitedYears } from './cited-here.ts';
import { copyCitation } from './copy-citation.ts';

/** The space for the pane beside the list: all of it, the rest beneath a map, or none. */
type Room = 'whole' | 'beneath' | 'none';

/** The pane beside the list, with one paper. */
export type ReadingPane = {
  node: HTMLElement;
  /** Whether there is space for it beside the list. */
  isBeside(): boolean;
  /** The paper that it shows; undefined while it is closed. */
  current(): number | undefined;
  /** `from` gives it the focus, and gets it back when the pane is left. */
  show(index: number, from?: HTMLElement | SVGElement): void;
  /** Moves the focus to the decision on the paper. */
  focus(): void;
  /** Shows the outcome of an action on the paper. */
  say(text: string): void;
  makeRoom(room: Room): void;
  /** Called whenever it shows another paper, or none. */
  onChange(listener: (index: number | undefined) => void): void;
};

/** A pane that is closed at first. Each tab is drawn when it is opened, and its data is cached. */
export function createReadingPane(model: Model, actions: Actions): ReadingPane {
  const node = element('section', { class: 'pane', 'aria-label': 'Paper', hidden: true });
  const listeners: ((index: number | undefined) => void)[] = [];
  const wide = matchMedia('(min-width: 981px)');
  let current: number | undefined;
  let room: Room = 'whole';
  let openTab = 'Abstract';
  let form: ReturnType<typeof drawDecisionForm>;
  let origin: HTMLElement | SVGElement | undefined;
  const position = element('span', { class: 'place' });
  const outcome = element('span', { role: 'status' });
  const close = button({ class: 'quiet close', 'aria-label': 'Close the paper' }, () => change(), '×');
  const settle = () => {
    node.hidden = current === undefined || room === 'none';
    close.hidden = room !== 'beneath';
  };
  const change = (index?: number, from?: HTMLElement | SVGElement) => {
    // Filters in its place close for the same paper, too.
    if (index !== current || room === 'none') {
      // A pane that showed no paper is at its top; setting that would lay out the page before its first frame.
      if (current !== undefined) node.scrollTop = 0;
      current = index;
      if (index !== undefined) node.replaceChildren(...drawPaper(index));
      settle();
      for (const listener of listeners) listener(index);
    }
    if (index === undefined) origin?.focus();
    else if (from) node.querySelector<HTMLElement>('.title')?.focus({ preventScroll: true });
    origin = from;
  };
  const update = () => {
    const at = model.visible.indexOf(current ?? -1);
    position.textContent = at < 0 ? '' : ` · ${at + 1} of ${model.visible.length}`;
  };
  const drawPaper = (index: number): HTMLElement[] => {
    const paper = model.paper(index);
    const tabs = listTabs(model, index, actions);
    const body = element('div', { class: 'pane-body', tabindex: 0 });
    form = drawDecisionForm(model, index);
    const drawn = new Map<string, HTMLElement>();
    const open = (id: string) => {
      openTab = id;
      for (const [each, tab] of buttons) tab.setAttribute('aria-pressed', String(each === id));
      const content = drawn.get(id) ?? tabs.get(id)?.draw() ?? element('div', {});
      drawn.set(id, content);
      body.replaceChildren(content);
    };
    const buttons = new Map([...tabs].map(([id, { name }]) => [id, button({ class: 'tab' }, () => open(id), name)]));
    open(tabs.has(openTab) ? openTab : 'Abstract');
    outcome.textContent = '';
    update();
    const copy = () => void copyCitation(paper).then(pane.say);
    return [
      element(
        'div',
        { class: 'pane-head' },
        element('span', { class: 'ref' }, paper.ref, position),
        element(
          'span',
          { class: 'says' },
          outcome,
          ' ',
          button({ class: 'quiet' }, copy, 'copy citation ', element('kbd', {}, 'c')),
          close,
        ),
      ),
      element(
        'h2',
        { dir: 'auto' },
        button({ class: 'title' }, () => model.open(index), paper.title),
      ),
      drawFacts(paper, actions),
      form.node,
      ...(tabs.size > 1
        ? [element('div', { class: 'tabs', role: 'group', 'aria-label': 'About the paper' }, ...buttons.values())]
        : []),
      body,
      ...drawCitedYears(model, index),
    ];
  };
  model.onDecided((indices) => {
    if (current !== undefined && indices.includes(current)) form.update();
  });
  model.onShown(update);
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    if (room === 'beneath') return change();
    document.querySelector<HTMLElement>('tr.read .title')?.focus();
  });
  wide.addEventListener('change', () => {
    if (!wide.matches) change();
  });
  const pane: ReadingPane = {
    node,
    isBeside: () => wide.matches,
    current: () => current,
    show: change,
    focus: () => node.querySelector<HTMLElement>('.decision button')?.focus({ preventScroll: true }),
    say: (text) => void outcome.replaceChildren(text),
    makeRoom(granted) {
      room = granted;
      settle();
    },
    onChange: (listener) => void listeners.push(listener),
  };
  return pane;
}

/** What is known of a paper, with all its authors. */
function drawFacts(paper: ViewPaper, actions: Actions): HTMLElement {
  const { authors, moreAuthors, year, venue, cited } = paper;
  const who = authors.join(', ') + (moreAuthors ? ` and ${moreAuthors} more` : '');
  const facts = [who, year, venue, cited === undefined ? undefined : count(cited, 'citation')];
  const warning = warningOf(paper);
  const parts = [
    ...facts.filter(Boolean).map((fact) => element('bdi', {}, String(fact))),
    ...drawLinks(paper, actions),
  ];
  return element(
    'p',
    { class: 'facts-of-paper' },
    warning && element('strong', { class: 'warn' }, `${warning}. `),
    ...parts.filter(Boolean).flatMap((part, at) => [at > 0 && ' · ', part]),
  );
}

type Tab = { name: string; draw: () => HTMLElement };

/** The tabs about a paper, by the name under which one stays open from paper to paper. */
function listTabs(model: Model, index: number, actions: Actions): Map<string, Tab> {
  const paper = model.paper(index);
  const { drawFindCited, tabs: further = [] } = actions;
  const tabs = new Map<string, Tab>([
    ['Abstract', { name: 'Abstract', draw: () => element('div', {}, ...drawDetails(model, paper, actions)) }],
  ]);
  const drawTab = ({ name, draw }: (typeof further)[number]) =>
    tabs.set(name, { name, draw: () => drawLater(draw(paper)) });
  const [text, ...others] = further;
  if (text) drawTab(text);
  for (const [name, relation, verb, here] of [
    ['Cites', 'references', 'it cites', paper.cites ?? []],
    ['Cited by', 'citations', 'cite it', model.citing(index)],
  ] as const)
    if (drawFindCited || here.length > 0)
      tabs.set(name, {
        name: here.length > 0 ? `${name} ${here.length}` : name,
        draw: () => {
          const jobs = model.data.searches.map(({ ref }) => ref);
          return drawCited(model, verb, here, drawFindCited?.(paper.ref, relation, verb, jobs));
        },
      });
  for (const tab of others) drawTab(tab);
  return tabs;
}

/** A placeholder that is replaced by the content once it is loaded. */
export function drawLater(drawing: Promise<HTMLElement>): HTMLElement {
  const content = element('div', {});
  void drawing.then((drawn) => content.replaceChildren(drawn));
  return content;
}

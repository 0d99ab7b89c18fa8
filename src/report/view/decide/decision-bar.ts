import type { Actions } from '../actions.ts';
import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { DECISION_NAMES, UNDECIDED } from './person-decisions.ts';

/** The number of decisions by kind, as buttons that filter, and undo. */
export function drawDecisionCounts(model: Model): HTMLElement {
  const { decisions } = model;
  const names = [...DECISION_NAMES, [UNDECIDED, UNDECIDED, '', '○'] as const];
  const counted = names.map(([decision, name, _, sign]) => ({
    decision,
    name,
    sign,
    node: button({}, () => model.toggle('decision', name)),
  }));
  const undo = button({ class: 'quiet', title: 'Key: u' }, () => model.undo(), 'Undo');
  const draw = () => {
    const counts = decisions.count();
    const isBegun = counts.undecided < model.data.papers.length;
    for (const { decision, sign, name, node } of counted) {
      node.textContent = `${sign} ${counts[decision]}`;
      node.hidden = !isBegun;
      node.title = `${counts[decision]} ${name}`;
      node.setAttribute('aria-label', node.title);
      node.setAttribute('aria-pressed', String(model.filters.facets.decision?.includes(name) === true));
    }
    undo.hidden = !decisions.canUndo();
  };
  model.onDecided(draw);
  model.onShown(draw);
  draw();
  const group = { class: 'counts', role: 'group', 'aria-label': 'Decisions' };
  return element('div', group, undo, ...counted.map(({ node }) => node));
}

/** Connects the storage of decisions and draws its state. `urgent` shows a state that the person must see. */
export function drawKeeping(model: Model, { keep }: Actions): { state: HTMLElement; urgent: HTMLElement } {
  const state = element('p', { class: 'says' });
  const urgent = element('p', { class: 'urgent', role: 'status', hidden: true });
  keep?.(model, ({ text, isUrgent = false, offers = [] }) => {
    const content = [text, ...offers.flatMap(([name, act]) => [' ', button({ class: 'quiet' }, act, name)])];
    state.textContent = text;
    urgent.replaceChildren(...(isUrgent ? content : []));
    urgent.hidden = !isUrgent;
  });
  return { state, urgent };
}

import type { Actions } from '../actions.ts';
import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { MIN_DECISIONS, scoreByKept } from './order-by-kept.ts';
import { DECISION_NAMES, UNDECIDED } from './person-decisions.ts';

/** The number of decisions by kind, as buttons that filter, and undo. Before the first decision: how to decide. */
export function drawDecisionCounts(model: Model): HTMLElement {
  const { decisions } = model;
  const names = [...DECISION_NAMES, [UNDECIDED, UNDECIDED, '', '○'] as const];
  const counted = names.map(([decision, name, _, sign]) => ({
    decision,
    name,
    sign,
    node: button({}, () => model.toggle('decision', name)),
  }));
  const hint = element('span', { class: 'says' }, '✓ keep ? maybe ✕ out, or keys 1 2 3');
  const undo = button({ class: 'quiet', title: 'Key: u' }, () => model.undo(), 'Undo');
  const draw = () => {
    const counts = decisions.count();
    const isBegun = counts.undecided < model.data.papers.length;
    for (const { decision, sign, name, node } of counted) {
      node.textContent = `${sign} ${counts[decision]}`;
      node.hidden = !isBegun;
      node.title = `${counts[decision]} ${name}`;
      node.setAttribute('aria-label', node.title);
      node.setAttribute('aria-pressed', String(model.filters.facets.decision === name));
    }
    undo.hidden = !decisions.canUndo();
    hint.hidden = isBegun || decisions.canUndo();
  };
  model.onDecided(draw);
  model.onChange('shown', draw);
  draw();
  const group = { class: 'decide', role: 'group', 'aria-label': 'Decisions' };
  return element('div', group, hint, undo, ...counted.map(({ node }) => node));
}

const HOW_TO_ORDER = 'Undecided first, by their words: like what you kept, not what is out';

/** A button that orders papers by similarity to the kept ones, once there are enough decisions. */
export function drawOrderByKept(model: Model): HTMLElement {
  const { decisions } = model;
  const order = async () => {
    model.sort({ by: 'kept', descending: true, keys: await scoreByKept(model.data.papers, decisions) });
  };
  const node = button({ class: 'sort', title: HOW_TO_ORDER }, order, 'Like what I kept');
  const draw = () => {
    const { undecided, include } = decisions.count();
    node.hidden = include === 0 || model.data.papers.length - undecided < MIN_DECISIONS;
    node.setAttribute('aria-pressed', String(model.order.by === 'kept'));
  };
  model.onDecided(draw);
  model.onChange('shown', draw);
  draw();
  return node;
}

/** Connects the storage of decisions and draws its state; urgent states also get a line of their own. */
export function drawKeeping(model: Model, { keep }: Actions): { state: HTMLElement; urgent: HTMLElement } {
  const state = element('p', { class: 'says' });
  const urgent = element('p', { class: 'urgent', role: 'status', hidden: true });
  keep?.(model, ({ text, isUrgent = false, offers = [] }) => {
    const said = [text, ...offers.flatMap(([name, act]) => [' ', button({ class: 'quiet' }, act, name)])];
    state.textContent = text;
    urgent.replaceChildren(...(isUrgent ? said : []));
    urgent.hidden = !isUrgent;
  });
  return { state, urgent };
}

/** Where decisions are stored, and how to save them to a file. */
export function drawSaving(model: Model, actions: Actions): { menu: HTMLElement; urgent: HTMLElement } {
  const { state, urgent } = drawKeeping(model, actions);
  const menu = element(
    'details',
    { class: 'saving' },
    element('summary', { class: 'box-button' }, 'Decisions'),
    element('div', {}, state, ...(actions.drawSaveDecisions?.(model) ?? [])),
  );
  return { menu, urgent };
}

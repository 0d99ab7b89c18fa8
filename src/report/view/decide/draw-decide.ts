import type { Actions } from '../actions.ts';
import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { DECISION_NAMES, UNDECIDED } from './person-decisions.ts';

/** Buttons for a decision on a paper; the current one is shown pressed, and pressing it again withdraws it. */
export function drawDecide(model: Model, index: number, isLong = false): { node: HTMLElement; update: () => void } {
  const { ref } = model.paper(index);
  const current = () => model.decisions.of(index)?.decision;
  const buttons = DECISION_NAMES.map(([decision, _, does, sign]) => ({
    decision,
    node: button(
      { class: decision, 'aria-label': `${does}: ${ref}`, title: does },
      () => model.decide(index, { decision: current() === decision ? undefined : decision }),
      isLong ? `${sign} ${does}` : sign,
    ),
  }));
  const update = () => {
    const now = current();
    for (const { decision, node } of buttons) node.setAttribute('aria-pressed', String(decision === now));
  };
  update();
  return { node: element('div', { class: 'decide' }, ...buttons.map(({ node }) => node)), update };
}

/** Decision, note and tags of a paper, in the reading pane. */
export function drawDecisionForm(model: Model, index: number): { node: HTMLElement; update: () => void } {
  const { ref } = model.paper(index);
  const decide = drawDecide(model, index, true);
  const note = element('input', { placeholder: 'Note or reason', 'aria-label': `Note on ${ref}`, class: 'note' });
  const tags = element('input', { placeholder: 'Tags: a, b', 'aria-label': `Tags of ${ref}` });
  const update = () => {
    decide.update();
    const decided = model.decisions.of(index);
    // Does not overwrite a note while it is being edited.
    if (note !== document.activeElement) note.value = decided?.note ?? '';
    if (tags !== document.activeElement) tags.value = decided?.tags?.join(', ') ?? '';
  };
  note.addEventListener('change', () => model.decide(index, { note: note.value.trim() }));
  tags.addEventListener('change', () => {
    const all = tags.value.split(',').map((tag) => tag.trim());
    model.decide(index, { tags: all.filter(Boolean) });
  });
  update();
  return { node: element('div', { class: 'decision' }, decide.node, note, tags), update };
}

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

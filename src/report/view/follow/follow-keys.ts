import type { Decision } from '../../../review/protocol.ts';
import { DECISION_NAMES } from '../decide/person-decisions.ts';
import { element, isShortcut } from '../dom.ts';
import type { Model } from '../model.ts';
import { copyCitation } from '../pane/copy-citation.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';

const HELP: readonly (readonly [key: string, does: string])[] = [
  ['j, k', 'next and previous paper'],
  ['Enter', 'opens it, or goes to it; Esc back'],
  ['1 2 3', 'keep, maybe, out, and on'],
  ['u', 'undoes it'],
  ['c', 'copies its citation'],
  ['/', 'searches'],
  ['?', 'shows these keys'],
];

/** Keyboard shortcuts for reading many papers; inactive while the person types, and after the view was redrawn. */
export function followKeys(model: Model, root: HTMLElement, pane: ReadingPane): void {
  const help = element(
    'dialog',
    { 'aria-label': 'Keys' },
    element('dl', {}, ...HELP.flatMap(([key, does]) => [element('dt', {}, key), element('dd', {}, does)])),
    element('form', { method: 'dialog' }, element('button', {}, 'Close')),
  );
  root.append(help);
  const currentRow = () => document.activeElement?.closest('tr') ?? root.querySelector('tr.read');
  /** The position of the current paper in the visible list; -1 if there is none. */
  const currentPosition = () => {
    const ref = currentRow()?.dataset.ref;
    return model.visible.findIndex((index) => model.paper(index).ref === ref);
  };
  const move = (by: number, at = currentPosition()) => {
    const last = model.visible.length - 1;
    const next = at < 0 ? (by > 0 ? 0 : last) : Math.min(Math.max(at + by, 0), last);
    focus(model.visible[next]);
  };
  const focus = (index = -1) => {
    const { ref = '' } = model.paper(index) ?? {};
    // Draws the next step of a long list.
    if (!titleOf(root, ref)) root.querySelector<HTMLElement>('.rest:not([hidden])')?.click();
    const title = titleOf(root, ref);
    title?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    title?.focus({ preventScroll: true });
  };
  const copy = () => {
    const index = model.visible[currentPosition()] ?? pane.current();
    if (index !== undefined) void copyCitation(model.paper(index)).then(pane.say);
  };
  const decide = (decision: Decision) => () => {
    const position = currentPosition();
    const index = model.visible[position];
    if (index === undefined) return move(1);
    // Moves on first, because the decision may remove the paper from the visible list.
    if (position < model.visible.length - 1) move(1, position);
    model.decide(index, { decision });
  };
  const act: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    c: copy,
    '/': () => root.querySelector<HTMLElement>('[type="search"]')?.focus(),
    '?': () => help.showModal(),
    u: () => focus(model.undo()),
    ...Object.fromEntries(DECISION_NAMES.map(([decision, _, __, ___, key]) => [key, decide(decision)])),
  };
  root.addEventListener('keydown', (event) => handle(event));
  // Shortcuts also work before anything in the view has focus.
  document.body.addEventListener('keydown', (event) => {
    if (event.target === document.body) handle(event);
  });
  const handle = (event: KeyboardEvent) => {
    if (!isShortcut(event) || help.open || !help.isConnected) return;
    const run = act[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
}

function titleOf(root: HTMLElement, ref: string): HTMLElement | null {
  return root.querySelector(`tr[data-ref="${CSS.escape(ref)}"] .title`);
}

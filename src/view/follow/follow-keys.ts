import { element } from '../dom.ts';
import type { Model } from '../model.ts';

const HELP: readonly (readonly [key: string, does: string])[] = [
  ['j, k', 'next and previous paper'],
  ['Enter', 'opens its abstract'],
  ['x', 'chooses it'],
  ['/', 'searches'],
  ['?', 'shows these keys'],
];

/** Keys for who reads many papers; none while somebody types, or once the view was drawn anew. */
export function followKeys(model: Model, root: HTMLElement): void {
  const help = element(
    'dialog',
    { 'aria-label': 'Keys' },
    element('dl', {}, ...HELP.flatMap(([key, does]) => [element('dt', {}, key), element('dd', {}, does)])),
    element('form', { method: 'dialog' }, element('button', {}, 'Close')),
  );
  root.append(help);
  const titles = () => model.visible.map((index) => titleOf(root, model.paper(index).ref));
  const move = (by: number) => {
    const all = titles();
    const at = all.findIndex((title) => title?.closest('tr')?.contains(document.activeElement));
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)];
    next?.scrollIntoView({ block: 'nearest' });
    next?.focus({ preventScroll: true });
  };
  const choose = () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('.pick input')?.click();
  const act: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    x: choose,
    '/': () => root.querySelector<HTMLElement>('[type="search"]')?.focus(),
    '?': () => help.showModal(),
  };
  root.addEventListener('keydown', (event) => handle(event));
  // Keys also work before anything in the view has the focus.
  document.body.addEventListener('keydown', (event) => {
    if (event.target === document.body) handle(event);
  });
  const handle = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = (target as Element).matches('input:not([type="checkbox"]), select, textarea');
    if (isTyping || ctrlKey || metaKey || altKey || help.open || !help.isConnected) return;
    const run = act[key];
    if (!run) return;
    event.preventDefault();
    run();
  };
}

function titleOf(root: HTMLElement, ref: string): HTMLElement | null {
  return root.querySelector(`tr[data-ref="${CSS.escape(ref)}"] .title`);
}

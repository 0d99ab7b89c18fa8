import { isShortcut } from '../dom.ts';

type Actions = {
  decide(decision: 'include' | 'exclude' | 'maybe'): void;
  undo(): void;
  skip(): void;
  back(): void;
  /** Marks or unmarks the criterion with this index. */
  toReason(index: number): void;
  note: HTMLTextAreaElement;
};

/** Keys and buttons for deciding on many records; inactive while the person types. */
export function followScreenKeys({ decide, undo, skip, back, toReason, note }: Actions): void {
  const help = document.querySelector<HTMLDialogElement>('#keys-help');
  const showKeys = () => help?.showModal();
  const act: Record<string, () => void> = {
    i: () => decide('include'),
    e: () => decide('exclude'),
    m: () => decide('maybe'),
    u: undo,
    j: skip,
    ArrowRight: skip,
    k: back,
    ArrowLeft: back,
    n: () => note.focus(),
    '?': showKeys,
  };
  for (const [id, run] of [
    ['skip', skip],
    ['back', back],
    ['keys', showKeys],
  ] as const) {
    const control = document.getElementById(id);
    control?.removeAttribute('hidden');
    control?.addEventListener('click', run);
  }
  note.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') note.blur();
  });
  addEventListener('keydown', (event) => {
    if (!isShortcut(event) || help?.open) return;
    const { key } = event;
    const digit = /^\d$/.test(key) ? (Number(key) + 9) % 10 : undefined;
    const run = digit === undefined ? act[key] : () => toReason(digit);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

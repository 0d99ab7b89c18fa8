import type { GoToItem } from '../../data/page-answers.ts';
import { element } from '../dom.ts';

const MAX_SHOWN = 12;

type Choice = { text: string; ref?: string | undefined; about: string; go: () => void };

/**
 * A box over the page, opened by Ctrl-K or Cmd-K, that opens a search, a review or a paper by its reference, or runs an
 * action. Any other text can be searched.
 */
export function followGoTo(opener: HTMLElement, root: string, box: HTMLFormElement): void {
  if (/Mac|iPhone|iPad/.test(navigator.platform)) opener.lastElementChild?.replaceChildren('⌘K');
  opener.hidden = false;
  let items: Promise<GoToItem[]> | undefined;
  const dialog = element('dialog', { class: 'go-to', 'aria-label': 'Go to' });
  const input = element('input', {
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': 'A search, a paper such as J1-8, or an action',
    'aria-controls': 'go-to-list',
    'aria-expanded': 'true',
    placeholder: 'A search, a paper such as J1-8 or L177, an action',
  });
  const list = element('ul', { id: 'go-to-list', role: 'listbox', 'aria-label': 'What it may be' });
  dialog.append(input, list);
  document.body.append(dialog);
  let choices: Choice[] = [];
  let at = 0;

  const visit = (path: string) => () => location.assign(root + path);
  const find = (text: string) => {
    const field = box.querySelector('textarea');
    if (field) field.value = text;
    box.requestSubmit();
  };
  const choose = (next: number) => {
    at = Math.min(Math.max(next, 0), choices.length - 1);
    for (const [index, item] of [...list.children].entries()) {
      item.setAttribute('aria-selected', String(index === at));
      if (index === at) item.scrollIntoView({ block: 'nearest' });
    }
    input.setAttribute('aria-activedescendant', `go-to-${at}`);
  };
  const draw = async () => {
    const typed = input.value.trim();
    const known = await items?.catch(() => []);
    if (typed !== input.value.trim()) return;
    choices = [
      ...findPaper(typed, visit),
      ...chooseItems(known ?? [], typed).map(({ path, ...item }) => ({ ...item, go: visit(path) })),
      typed === ''
        ? { text: 'Check a bibliography', about: 'action', go: () => openFiles(box) }
        : { text: `Find “${typed}”`, about: 'action', go: () => find(typed) },
    ];
    list.replaceChildren(...choices.map(drawChoice));
    choose(0);
  };
  const drawChoice = ({ ref = '', text, about, go }: Choice, index: number) => {
    const item = element(
      'li',
      { id: `go-to-${index}`, role: 'option', 'aria-selected': 'false' },
      element('span', { class: 'ref' }, ref),
      element('span', { class: 'what', dir: 'auto' }, text),
      element('span', { class: 'says' }, about),
    );
    item.addEventListener('click', () => {
      dialog.close();
      go();
    });
    return item;
  };
  const open = () => {
    if (dialog.open) return dialog.close();
    items = fetch(`${root}/go-to.json`).then((response) => response.json() as Promise<GoToItem[]>);
    input.value = '';
    dialog.showModal();
    void draw();
  };

  input.addEventListener('input', () => void draw());
  input.addEventListener('keydown', (event) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => choose(at + 1),
      ArrowUp: () => choose(at - 1),
      Enter: () => {
        dialog.close();
        choices[at]?.go();
      },
    };
    const move = event.isComposing ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  });
  // A click on the shade beside the box.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  opener.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  });
}

function openFiles(box: HTMLFormElement): void {
  box.querySelector<HTMLInputElement>('input[type="file"]')?.click();
}

/** A paper of a search (`J1-8`) or of the library (`L177`), by its reference. */
function findPaper(text: string, visit: (path: string) => () => void): Choice[] {
  const [, job, paper] = /^(J[1-9]\d*)-([1-9]\d*)$/i.exec(text) ?? [];
  if (job) {
    const ref = `${job}-${paper}`.toUpperCase();
    return [{ ref, text: `Paper ${ref}`, about: 'paper', go: visit(`/jobs/${job.toUpperCase()}#${ref}`) }];
  }
  if (!/^L[1-9]\d*$/i.test(text)) return [];
  const ref = text.toUpperCase();
  return [{ ref, text: `Paper ${ref} of the library`, about: 'paper', go: visit(`/library/${ref}`) }];
}

/** Items with all words of a text: first one with this reference, then those that begin with the text. */
function chooseItems(items: readonly GoToItem[], typed: string): GoToItem[] {
  const lower = typed.toLowerCase();
  const words = lower.split(/\s+/).filter(Boolean);
  const has = ({ ref = '', text, about }: GoToItem) => {
    const content = `${ref} ${text} ${about}`.toLowerCase();
    return words.every((word) => content.includes(word));
  };
  const rank = ({ ref = '', text }: GoToItem) => {
    if (ref.toLowerCase() === lower) return 0;
    return text.toLowerCase().startsWith(lower) ? 1 : 2;
  };
  const found = items.filter(has);
  return (lower === '' ? found : found.sort((a, b) => rank(a) - rank(b))).slice(0, MAX_SHOWN);
}

/** A child of an element: a node, or text, which is never parsed as markup. Empty children are dropped. */
export type Child = Node | string | undefined | false;

type Attributes = Record<string, string | number | boolean | undefined>;

/** An HTML element. Undefined or false attributes are omitted; `true` gives an empty one. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

/** A button that never submits a form. */
export function button(attributes: Attributes, onClick: () => void, ...children: Child[]): HTMLButtonElement {
  const node = element('button', { type: 'button', ...attributes }, ...children);
  node.addEventListener('click', onClick);
  return node;
}

/** Whether a key press is a shortcut: without a modifier, and not in a field. */
export function isShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.matches('input:not([type="checkbox"]), select, textarea');
  return !(isTyping || ctrlKey || metaKey || altKey);
}

/** Escape closes a menu, and its name has the focus. */
export function closeByEscape(menu: HTMLDetailsElement): void {
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

/** Runs deferrable work after the first frame has been painted. */
export function afterFirstFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** A list of names and values; entries without a value are omitted. */
export function factList(facts: readonly (readonly [name: string, value: string | undefined])[]): HTMLElement {
  const present = facts.filter(([, value]) => value);
  return element(
    'dl',
    {},
    ...present.flatMap(([name, value]) => [element('dt', {}, name), element('dd', { dir: 'auto' }, value)]),
  );
}

/** The head of a table. */
export function tableHead(names: readonly string[]): HTMLElement {
  return element('thead', {}, element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name))));
}

/** An item of a list, with a button that looks like a link. */
export function linkItem(text: string, onClick: () => void): HTMLElement {
  return element('li', {}, button({ class: 'link', dir: 'auto' }, onClick, text));
}

/** An item of a list: a title, and a line about it. */
export function titledItem(title: string, about: string, attributes: Attributes = {}): HTMLElement {
  return element(
    'li',
    attributes,
    element('span', { class: 'name', dir: 'auto' }, title),
    element('span', { class: 'says', dir: 'auto' }, about),
  );
}

/** An SVG element. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

/** Gives a node the colour of its topic, or the neutral one. */
export function colourTopic<T extends HTMLElement | SVGElement>(topic: number | undefined, node: T): T {
  node.style.setProperty('--hue', `var(--t${topic ?? 'x'})`);
  return node;
}

function filled<T extends Element>(node: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : String(value));
  node.append(...children.filter((child): child is Node | string => Boolean(child)));
  return node;
}

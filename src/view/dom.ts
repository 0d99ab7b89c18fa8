/** What an element may be made of: nodes, or text, which is never read as markup. */
export type Child = Node | string | undefined | false;

type Attributes = Record<string, string | number | boolean | undefined>;

/** An HTML element. An attribute that is undefined or false is left out; `true` is an empty one. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function filled<T extends Element>(node: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : String(value));
  node.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return node;
}

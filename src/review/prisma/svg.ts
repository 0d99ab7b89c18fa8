import { escapeXml } from '../../lib/escape-xml.ts';

/** An element of a drawing, which is serialised to text here and created as nodes in a browser. */
export type SvgNode = {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (SvgNode | string)[];
};

export function svgNode(
  tag: string,
  attributes: SvgNode['attributes'] = {},
  ...children: readonly (SvgNode | string)[]
): SvgNode {
  return { tag, attributes, children };
}

/** The drawing as an SVG file. Texts are escaped. */
export function writeSvg(node: SvgNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(node, '')}\n`;
}

function write({ tag, attributes, children }: SvgNode, indent: string): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  const open = `${indent}<${tag}${written.join('')}`;
  if (children.length === 0) return `${open}/>`;
  const texts = children.filter((child) => typeof child === 'string');
  if (texts.length > 0) return `${open}>${texts.map(escapeXml).join('')}</${tag}>`;
  const inner = children.map((child) => write(child as SvgNode, `${indent}  `));
  return `${open}>\n${inner.join('\n')}\n${indent}</${tag}>`;
}

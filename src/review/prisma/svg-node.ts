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

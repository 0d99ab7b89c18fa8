/** The line end of a file, and the indentation of one level. */
export type Style = { eol: string; unit: string };

/** Prints JSON as people write it: an object over several lines, a list of plain values on one. */
export function printJson(value: unknown, style: Style, indent = ''): string {
  const { eol, unit } = style;
  const inner = indent + unit;
  const lines = (items: string[], open: string, close: string) =>
    items.length === 0 ? open + close : `${open}${eol}${inner}${items.join(`,${eol}${inner}`)}${eol}${indent}${close}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => printJson(item, style, inner));
    return value.some((item) => typeof item === 'object') ? lines(items, '[', ']') : `[${items.join(', ')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}: ${printJson(part, style, inner)}`,
  );
  return lines(entries, '{', '}');
}

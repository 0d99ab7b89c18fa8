import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Change, isSameContent, listChanges, type Path, type Setting, valueAt } from './settings.ts';
import { SetupProblem } from './setup-problem.ts';

/** The line end of a file, and the indentation of one level. */
type Style = { eol: string; unit: string };

/** Prints JSON as people write it: an object over several lines, a list of plain values on one. */
function printJson(value: unknown, style: Style, indent = ''): string {
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

export type Merged = { text: string; changes: Change[] };

/** Values of jsonc-parser's SyntaxKind, a const enum, which this build cannot read. */
const TOKEN = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, blanks: 15 } as const;

/**
 * Adds the settings to the text of a JSON file, with or without comments; every other character is unchanged. Throws
 * SetupProblem with the position if the text is invalid.
 */
export function mergeJson(text: string, settings: readonly Setting[], comments: boolean): Merged {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const start = body.trim() === '' ? '{}\n' : body;
  const expected = getNodeValue(readTree(start, comments));
  const changes = listChanges(expected, settings);
  const style = detectStyle(start);
  let changed = start;
  for (const { path, after } of changes) changed = setValue(changed, path, after, style);
  if (!isSameContent(getNodeValue(readTree(changed, comments)), expected)) {
    throw namedTwice();
  }
  return { text: changes.length === 0 ? text : mark + changed, changes };
}

/**
 * Removes these paths from the text of a JSON file, each with its comma and the comment on its line; every other
 * character is unchanged. Throws SetupProblem if the text is invalid or contains one of them twice.
 */
export function removeFromJson(text: string, paths: readonly Path[], comments: boolean): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let changed = text.slice(mark.length);
  const expected = getNodeValue(readTree(changed, comments));
  // From the end, so that positions in a list stay valid.
  for (const path of [...paths].reverse()) {
    const container = valueAt(expected, path.slice(0, -1)) as Record<string | number, unknown>;
    const key = path.at(-1) as string | number;
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
    changed = removeItem(changed, path);
  }
  if (!isSameContent(getNodeValue(readTree(changed, comments)), expected)) throw namedTwice();
  return mark + changed;
}

function namedTwice(): SetupProblem {
  return new SetupProblem('The file names something twice, so that it is not clear what counts; nothing was changed');
}

/** The content of a JSON file. Throws SetupProblem with the position if the text is invalid. */
export function readJson(text: string, comments: boolean): unknown {
  const body = text.replace(/^\uFEFF/, '');
  return body.trim() === '' ? {} : getNodeValue(readTree(body, comments));
}

function readTree(text: string, comments: boolean): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: comments });
  const [error] = errors;
  if (error) {
    const before = text.slice(0, error.offset).split('\n');
    const position = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    const code = printParseErrorCode(error.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
    const kind = `JSON${comments ? '' : ' without comments'}`;
    throw new SetupProblem(`It cannot be read as ${kind}: ${position}: ${code.toLowerCase()}`);
  }
  if (root?.type !== 'object') throw new SetupProblem('It cannot be read: it is not a JSON object');
  return root;
}

function setValue(text: string, path: Path, value: unknown, style: Style): string {
  const root = parseTree(text, [], { allowTrailingComma: true }) as Node;
  const existing = findNodeAtLocation(root, [...path]);
  if (existing) {
    const printed = printJson(value, style, indentAt(text, existing.offset));
    return text.slice(0, existing.offset) + printed + text.slice(existing.offset + existing.length);
  }
  const [container, rest] = deepestContainer(root, path);
  const [key, ...below] = rest;
  const nested = below.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const name = container.type === 'array' ? '' : `${JSON.stringify(String(key))}: `;
  return addTo(text, container, (indent) => name + printJson(nested, style, indent), style);
}

/** The innermost existing object or list on the path, and the rest of the path. */
function deepestContainer(root: Node, path: Path): [Node, Path] {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const container = findNodeAtLocation(root, path.slice(0, depth));
    if (container) return [container, path.slice(depth)];
  }
  return [root, path];
}

/** Appends an item to an object or list. A comment after the previous last item stays with that item. */
function addTo(text: string, container: Node, print: (indent: string) => string, { eol, unit }: Style): string {
  const last = container.children?.at(-1);
  const close = container.offset + container.length - 1;
  if (!last) {
    const outer = indentAt(text, container.offset);
    const inner = text.slice(container.offset + 1, close).trimEnd();
    const item = print(outer + unit);
    return `${text.slice(0, container.offset + 1)}${inner}${eol}${outer}${unit}${item}${eol}${outer}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const { comma, behind } = whatFollows(text, end, close);
  const isOneLine = !/\n/.test(text.slice(container.offset, last.offset));
  const indent = isOneLine ? indentAt(text, container.offset) : indentAt(text, last.offset);
  const gap = isOneLine && !text.slice(end, behind).includes('//') ? ' ' : eol + indent;
  const item = print(indent) + (comma ? ',' : '');
  return `${text.slice(0, end)}${comma ? '' : ','}${text.slice(end, behind)}${gap}${item}${text.slice(behind)}`;
}

/** Whether a comma follows a last item, and the end of that comma and of the comments on its line. */
function whatFollows(text: string, end: number, close: number): { comma: boolean; behind: number } {
  const scanner = createScanner(text.slice(0, close), false);
  scanner.setPosition(end);
  let comma = false;
  let behind = end;
  let isSameLine = true;
  for (let token = scanner.scan() as number; ; token = scanner.scan() as number) {
    const after = scanner.getTokenOffset() + scanner.getTokenLength();
    if (token === TOKEN.comma) {
      comma = true;
      behind = after;
    } else if (token === TOKEN.lineComment || token === TOKEN.blockComment) {
      if (isSameLine) behind = after;
    } else if (token === TOKEN.lineBreak) {
      isSameLine = false;
    } else if (token !== TOKEN.blanks) {
      return { comma, behind };
    }
  }
}

function removeItem(text: string, path: Path): string {
  const root = parseTree(text, [], { allowTrailingComma: true }) as Node;
  const value = findNodeAtLocation(root, [...path]);
  const item = value?.parent?.type === 'property' ? value.parent : value;
  const container = item?.parent;
  if (!item || !container) return text;
  const siblings = container.children ?? [];
  const index = siblings.indexOf(item);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const close = container.offset + container.length - 1;
  const end = item.offset + item.length;
  const stop = next?.offset ?? close;
  const comma = commaIn(text, end, stop);
  let start = item.offset;
  // A comment after the comma belongs to the next item if that is on the same line.
  const isSameLine = !/\n/.test(text.slice(end, stop));
  let behind = isSameLine ? (comma ?? end - 1) + 1 : whatFollows(text, end, stop).behind;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*\r?\n/.exec(text.slice(behind, close))?.[0];
  if (rest !== undefined && text.slice(lineStart, start).trim() === '') {
    start = lineStart;
    behind += rest.length;
  } else if (next && isSameLine) behind += /^[ \t]*/.exec(text.slice(behind))?.[0].length ?? 0;
  else if (!next)
    start = (previous ?? container).offset + text.slice((previous ?? container).offset, start).trimEnd().length;
  const left =
    previous && !next && comma === undefined ? commaIn(text, previous.offset + previous.length, start) : undefined;
  const before = left === undefined ? text.slice(0, start) : text.slice(0, left) + text.slice(left + 1, start);
  if (siblings.length > 1 || text.slice(container.offset + 1, start).trim() + text.slice(behind, close).trim() !== '')
    return before + text.slice(behind);
  return text.slice(0, container.offset + 1) + text.slice(close);
}

/** The offset of the comma between two items, ignoring comments. */
function commaIn(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text.slice(0, to), false);
  scanner.setPosition(from);
  for (let token = scanner.scan() as number; scanner.getTokenLength() > 0; token = scanner.scan() as number)
    if (token === TOKEN.comma) return scanner.getTokenOffset();
  return undefined;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function detectStyle(text: string): Style {
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit: /^([ \t]+)"/m.exec(text)?.[1] ?? '  ',
  };
}

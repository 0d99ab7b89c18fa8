import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** A text in the source: `#` stands for what a template fills in. */
export type Literal = { file: string; line: () => number; text: string };

/** Files of src, by their paths below it. */
export const SOURCE_FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

type Node = { type: string; start: number; [part: string]: unknown };

/** Texts that nobody reads: names of modules, types, lists of words, and patterns. */
const SKIPPED = /^(?:ImportDeclaration|ExportNamedDeclaration\.source|ExportAllDeclaration|TS\w*LiteralType)$/;
/** Texts for developers: errors that are no answers, and lines of the log. */
const FOR_DEVELOPERS =
  /^(?:(?:Type|Range)?Error|ConnectFailure|NewerSchema|DOMException)$|\b(?:log|logger)\??\.(?:debug|info|warn|error)$/;

/** The texts of a file that a person may see. */
export function literalsOf(file: string, source = readFileSync(`src/${file}`, 'utf8')): Literal[] {
  const found: Literal[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node) || SKIPPED.test(node.type) || isForDevelopers(node, source) || isWordList(node)) return;
    const text = textOf(node);
    if (text !== undefined) found.push({ file, text, line: () => source.slice(0, node.start).split('\n').length });
    for (const [name, part] of Object.entries(node)) if (name !== 'type') visit(part);
  };
  visit(parseSync(file, source, { astType: 'js' }).program.body);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('#');
}

function isForDevelopers({ type, callee }: Node, source: string): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  const { start, end } = callee as { start: number; end: number };
  return FOR_DEVELOPERS.test(source.slice(start, end));
}

/** `'a about above'.split(' ')`, and texts of which a pattern is made. */
function isWordList({ type, callee }: Node): boolean {
  const { type: of, object, property, name } = (callee ?? {}) as Record<string, unknown>;
  if (type === 'NewExpression') return name === 'RegExp';
  return of === 'MemberExpression' && isNode(object) && textOf(object) !== undefined && nameOf(property) === 'split';
}

function nameOf(node: unknown): unknown {
  return isNode(node) ? node.name : undefined;
}

import { parseExpression } from './parse.ts';
import { type StrategyNode, StrategyProblem } from './strategy-tree.ts';

/** Maximum terms of a strategy, including those of referenced lines. */
const MAX_TERMS = 2_000;
const NUMBER = /^\s*#?(\d{1,4})(?:[.:)]\s*|\s+)(?=\S)/;

/** `lines`: the tree of each line of a numbered strategy, in order. The last one is searched. */
type ReadStrategy = { node: StrategyNode; lines?: readonly StrategyNode[] };

/** Parses a strategy, or says in one sentence where and why it is unclear. */
export function readStrategy(text: string): ReadStrategy | { problem: string } {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const numbered = lines.map((line, index) => ({ line, index })).filter(({ line }) => line.trim() !== '');
  if (numbered.length === 0) return { problem: 'it is empty' };
  const isNumbered = NUMBER.exec(numbered[0]?.line ?? '')?.[1] === '1' && numbered.length > 1;
  if (isNumbered) return readLines(numbered);
  return read(text, undefined, (at) => describePosition(text, at));
}

/** A numbered strategy, as in Ovid and the Cochrane Library. Its last line is searched. */
function readLines(lines: readonly { line: string; index: number }[]): ReadStrategy | { problem: string } {
  const nodes: StrategyNode[] = [];
  for (const { line, index } of lines) {
    const [numbering, number] = NUMBER.exec(line) ?? [];
    const where = (at: number) => `line ${index + 1}, column ${at + 1}`;
    if (numbering === undefined || Number(number) !== nodes.length + 1) {
      return { problem: `${where(0)}: the number ${nodes.length + 1} was expected at the start of the line` };
    }
    const earlier = (line: number) => nodes[line - 1];
    const result = read(line.slice(numbering.length), earlier, (at) => where(at + numbering.length));
    if ('problem' in result) return result;
    nodes.push(result.node);
  }
  return { node: nodes.at(-1) as StrategyNode, lines: nodes };
}

function read(
  text: string,
  lines: ((number: number) => StrategyNode | undefined) | undefined,
  where: (at: number) => string,
): { node: StrategyNode } | { problem: string } {
  try {
    const node = parseExpression(text, lines);
    if (countTerms(node) > MAX_TERMS) throw new StrategyProblem(0, `more than ${MAX_TERMS} terms`);
    return { node };
  } catch (error) {
    if (error instanceof StrategyProblem) return { problem: `${where(error.at)}: ${error.message}` };
    throw error;
  }
}

function describePosition(text: string, at: number): string {
  const before = text.slice(0, at).split(/\r\n|[\n\r\u2028\u2029]/);
  const column = `column ${(before.at(-1)?.length ?? 0) + 1}`;
  return before.length > 1 ? `line ${before.length}, ${column}` : column;
}

/**
 * The tree's depth is limited to the nesting of one line times the number of lines. Each line is counted before the
 * next is parsed.
 */
function countTerms(node: StrategyNode): number {
  if (node.kind === 'not') return countTerms(node.base) + countTerms(node.exclusion);
  if (node.kind === 'near') return node.left.length + node.right.length;
  return node.kind === 'and' || node.kind === 'or' ? node.parts.reduce((sum, part) => sum + countTerms(part), 0) : 1;
}

import { type Draft, settle, withTag } from './drafts.ts';
import { joined, type StrategyNode, StrategyProblem } from './strategy-tree.ts';
import { readTokens, type Token, type TokenOf } from './tokens.ts';

/** Deeper nesting is not a real strategy. */
const MAX_DEPTH = 100;

/** Looks up an earlier line of a numbered strategy; undefined for an unknown number. */
export type Lines = (number: number) => StrategyNode | undefined;

/**
 * Parses one expression. Different operators need parentheses, because databases disagree on precedence; only `a AND b
 * NOT c` means the same everywhere. `lines` resolves the numbers in a numbered strategy. Throws a StrategyProblem.
 */
export function parseExpression(text: string, lines?: Lines): StrategyNode {
  const parser = createParser(readTokens(text), text.length, lines);
  return settle(parser.whole());
}

function createParser(tokens: readonly Token[], end: number, lines: Lines | undefined) {
  let next = 0;
  let depth = 0;

  const peek = () => tokens[next];
  const take = <Kind extends Token['kind']>(kind: Kind): TokenOf<Kind> | undefined => {
    const token = tokens[next];
    if (token?.kind !== kind) return undefined;
    next += 1;
    return token as TokenOf<Kind>;
  };
  const position = () => peek()?.at ?? end;

  function whole(): Draft {
    const draft = expression();
    const token = peek();
    if (token === undefined) return draft;
    if (token.kind === 'close') throw new StrategyProblem(token.at, 'this parenthesis was never opened');
    throw new StrategyProblem(token.at, 'AND, OR or NOT is missing before this');
  }

  function expression(): Draft {
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new StrategyProblem(position(), `more than ${MAX_DEPTH} parentheses inside each other`);
    const parts = [nearness()];
    const operators: TokenOf<'operator'>[] = [];
    for (let operator = take('operator'); operator; operator = take('operator')) {
      refuseMixing(operators, operator);
      operators.push(operator);
      parts.push(nearness());
    }
    depth -= 1;
    return chain(parts, operators);
  }

  function nearness(): Draft {
    const left = operand();
    const near = take('near');
    if (!near) return left;
    const right = operand();
    const further = peek();
    if (further?.kind === 'near') throw new StrategyProblem(further.at, 'put the first two terms into parentheses');
    return { ...near, left, right };
  }

  function operand(): Draft {
    if (take('exp')) return heading(true, take('major') !== undefined);
    if (take('major')) return heading(false, true);
    const prefix = take('prefix');
    if (prefix) return withTag(take('open') ? group() : run(), prefix.tag, prefix, 'and');
    const years = take('years');
    if (years) return { kind: 'done', node: { kind: 'years', from: years.from, to: years.to } };
    const list = take('lines');
    if (list) {
      const nodes = list.numbers.map((number) => line(number, list.at));
      return { kind: 'done', node: joined(list.operator, nodes) };
    }
    return tagged(take('open') ? group() : (reference() ?? run()));
  }

  function group(): Draft {
    const draft = expression();
    if (!take('close')) throw new StrategyProblem(position(), 'a parenthesis is not closed');
    return draft;
  }

  /** A number that refers to a line, unless it is marked as a word. */
  function reference(): Draft | undefined {
    const token = peek();
    if (token?.kind !== 'word' || !/^#?\d{1,4}$/.test(token.text)) return undefined;
    if (lines === undefined && !token.text.startsWith('#')) return undefined;
    const after = tokens[next + 1]?.kind;
    if (after === 'after' || after === 'word' || after === 'phrase') return undefined;
    next += 1;
    return { kind: 'done', node: line(Number(token.text.replace('#', '')), token.at) };
  }

  function line(number: number, at: number): StrategyNode {
    const node = lines?.(number);
    if (node) return node;
    throw new StrategyProblem(at, lines ? `there is no line ${number} before this one` : 'there are no numbered lines');
  }

  /** Consecutive words and phrases, with their tag. */
  function run(): Draft {
    const at = position();
    const texts: string[] = [];
    for (let token = take('word') ?? take('phrase'); token; token = take('word') ?? take('phrase'))
      texts.push(token.text);
    if (texts.length === 0)
      throw new StrategyProblem(at, peek() === undefined ? 'a term is missing here' : wordless(peek()));
    return { kind: 'words', at, texts };
  }

  function tagged(draft: Draft): Draft {
    const begin = next;
    const slash = take('slash');
    if (slash && draft.kind === 'words') {
      refuseSmallOperator(begin - draft.texts.length);
      return withTag(draft, { kind: 'heading', exploded: false, major: false }, slash, 'phrase');
    }
    const proximity = take('proximity');
    if (proximity) return proximityOf(draft, proximity);
    const after = take('after');
    if (!after) {
      if (slash) throw new StrategyProblem(slash.at, 'the sign "/" stands behind a heading of MeSH');
      return draft;
    }
    if (after.tag.kind === 'heading' && draft.kind === 'words') refuseSmallOperator(begin - draft.texts.length);
    return withTag(draft, after.tag, after, 'phrase');
  }

  /** After `exp` or `*`: all words up to the slash, including `and`. */
  function heading(exploded: boolean, major: boolean): Draft {
    const at = position();
    const texts: string[] = [];
    for (let token = peek(); token && token.kind !== 'slash'; token = peek()) {
      const text = token.kind === 'operator' && !token.isCapital ? token.operator : textOf(token);
      if (text === undefined) break;
      texts.push(text);
      next += 1;
    }
    const slash = take('slash');
    if (!slash || texts.length === 0)
      throw new StrategyProblem(position(), 'a heading ends with "/", as in exp Asthma/');
    return withTag({ kind: 'words', at, texts }, { kind: 'heading', exploded, major }, slash, 'phrase');
  }

  /** `head and neck/` may be one heading or two terms. */
  function refuseSmallOperator(first: number): void {
    const operator = tokens[first - 1];
    if (operator?.kind !== 'operator' || operator.isCapital || tokens[first - 2]?.kind !== 'word') return;
    throw new StrategyProblem(
      operator.at,
      'write the operator in capitals, or the heading with all its words in quotation marks',
    );
  }

  return { whole };
}

function textOf(token: Token): string | undefined {
  return token.kind === 'word' || token.kind === 'phrase' ? token.text : undefined;
}

function wordless(token: Token | undefined): string {
  if (token?.kind === 'operator' && token.operator === 'not') return 'NOT needs a term before it that papers have';
  if (token?.kind === 'operator' || token?.kind === 'near') return 'a term is missing before this operator';
  if (token?.kind === 'after' || token?.kind === 'proximity') return 'a field stands behind a term';
  return 'a term is missing here';
}

/** `"heart attack"[tiab:~2]` */
function proximityOf(draft: Draft, { at, tag, between }: TokenOf<'proximity'>): Draft {
  const words = draft.kind === 'words' ? draft.texts.join(' ').split(/\s+/) : [];
  if (words.length !== 2) throw new StrategyProblem(at, 'a distance stands behind a phrase of two words');
  const [left, right] = words.map((text): Draft => ({ kind: 'words', at, texts: [text] })) as [Draft, Draft];
  return withTag({ kind: 'near', at, left, right, between, inOrder: false }, tag, { at }, 'phrase');
}

function refuseMixing(before: readonly TokenOf<'operator'>[], { operator, at }: TokenOf<'operator'>): void {
  const last = before.at(-1)?.operator;
  if (last === undefined || last === operator || (last === 'and' && operator === 'not')) return;
  const [one, other] = [last, operator].map((name) => name.toUpperCase());
  throw new StrategyProblem(at, `${one} and ${other} side by side: databases differ, so write parentheses`);
}

function chain(parts: readonly Draft[], operators: readonly TokenOf<'operator'>[]): Draft {
  const firstNot = operators.findIndex(({ operator }) => operator === 'not');
  const base = firstNot < 0 ? parts : parts.slice(0, firstNot + 1);
  const kind = operators[0]?.operator === 'or' ? 'or' : 'and';
  const whole: Draft = base.length === 1 ? (base[0] as Draft) : { kind, parts: base };
  if (firstNot < 0) return whole;
  const others = parts.slice(firstNot + 1);
  const exclusion: Draft = others.length === 1 ? (others[0] as Draft) : { kind: 'or', parts: others };
  return { kind: 'not', base: whole, exclusion };
}

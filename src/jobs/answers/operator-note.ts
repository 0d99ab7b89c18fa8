import type { RequestBody } from '../../contract/requests.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { Mode } from '../ports/service.ts';

/**
 * Search here has no operators, unlike databases' query languages. Sources get words and phrases without them, and the
 * engine treats AND, OR and NOT as the common words they are.
 */

/** Ordinary text contains these words too, so each pattern requires a form that only queries have. */
const OPERATORS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['AND', /(?<=[\p{L}\p{N}")\]*]\s)AND\s+["([\p{L}]/u],
  // After `OR` as an odds ratio comes a number or one of these words.
  [
    'OR',
    /(?<=[\p{L}\p{N}")\]*]\s)OR\s+(?!(?:for|of|was|were|is|with|and|in|to|from|per|between|values?)\b)["([\p{L}]/u,
  ],
  ['NOT', /(?:^|(?<=[\s(]))NOT\s+["([\p{L}]/u],
  ['( )', /\([^()]*\s(?:AND|OR|NOT)\s[^()]*\)/],
  ['-word', /(?:^|\s)-["\p{L}][\p{L}\p{N}]{2}/u],
  ['+word', /(?:^|\s)\+["\p{L}][\p{L}\p{N}]{2}/u],
  ['*', /\p{L}{3}\*(?![\p{L}\p{N}*])/u],
  ['NEAR', /\b(?:(?:NEAR|PRE|W)\/\d{1,2}|ADJ\d{1,2})\b/],
  ['[field]', /\[(?:tiab|ti|ab|au|mh|pt|dp|tw|mesh(?: terms)?|title(?:\/abstract)?|all fields)\]/i],
  ['field:', /\b(?:tiab|ti|ab|au|title|abstract|author|keywords?|journal|venue|all):["(\p{L}]/iu],
  ['FIELD( )', /\b(?:TITLE(?:-ABS(?:-KEY)?)?|ABS|AUTH|TS|TI|AB|AU)(?:\s*=\s*|\()["(]?\p{L}/u],
];
const QUOTED = /["“][^"“”]+["”]/;

/** Names the query-language operators in a search. */
export function findOperators({ keywords = [], query = '' }: Pick<RequestBody, 'keywords' | 'query'>): string[] {
  // A keyword of several words is a phrase anyway.
  const bare = keywords.map((keyword) => keyword.trim().replace(/^["“]([^"“”]+)["”]$/, '$1'));
  // In text that is all capitals, AND is an ordinary word.
  const texts = [...bare, query].some((text) => /\p{Ll}/u.test(text)) ? [...bare, query] : [];
  const names = OPERATORS.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([name]) => name);
  return texts.some((text) => QUOTED.test(text)) ? [...names, '"..."'] : names;
}

/** What happens to operators in a search; empty if it has none. */
export function operatorNote(mode: Mode, body: Pick<RequestBody, 'keywords' | 'query'> | undefined): SearchNote[] {
  const operators = findOperators(body ?? {});
  if (operators.length === 0) return [];
  return [{ kind: 'operators', operators, isSent: mode === 'hosted', leavesOut: leavesOut(operators) }];
}

function leavesOut(operators: readonly string[]): boolean {
  return operators.includes('NOT') || operators.includes('-word');
}

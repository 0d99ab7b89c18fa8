/** robots.txt (RFC 9309): whether a program may fetch a URL, and the interval between its requests. */

export type RobotsRules = {
  allows(path: string): boolean;
  /** Seconds between requests, if the file says so. */
  crawlDelay?: number;
};

type Rule = { isAllowed: boolean; pattern: string };
type Group = { agents: string[]; rules: Rule[]; crawlDelay?: number };

/** RFC 9309 lets a reader stop here. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/** The rules for a program (name in lower case), else those for all programs. */
export function readRobots(text: string, agent: string): RobotsRules {
  const groups = readGroups(text.slice(0, MAX_ROBOTS_BYTES));
  const named = groups.filter(({ agents }) => agents.includes(agent));
  const applicable = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = applicable.flatMap((group) => group.rules);
  const crawlDelay = applicable.map((group) => group.crawlDelay).find((delay) => delay !== undefined);
  return { allows: (path) => isAllowed(rules, path), ...(crawlDelay !== undefined && { crawlDelay }) };
}

function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const { field, value } = readLine(line);
    if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
    } else if (field === 'allow' || field === 'disallow') {
      // An empty rule has no effect.
      if (value) groups.at(-1)?.rules.push({ isAllowed: field === 'allow', pattern: value });
    } else if (field === 'crawl-delay' && /^\d{1,4}(\.\d+)?$/.test(value)) {
      const group = groups.at(-1);
      if (group) group.crawlDelay = Number(value);
    }
    if (field !== '') isNaming = field === 'user-agent';
  }
  return groups;
}

/** A longer line is not a rule: URLs are shorter. */
const MAX_LINE_CHARACTERS = 8_192;

/** The field of a line in lower case, empty if it has none, and its value, both without a comment. */
function readLine(line: string): { field: string; value: string } {
  const [text = ''] = line.length <= MAX_LINE_CHARACTERS ? line.split('#', 1) : [];
  const colon = text.indexOf(':');
  return colon < 0
    ? { field: '', value: '' }
    : { field: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}

/** The longest matching pattern decides; among equal ones, one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const matching = rules.filter(({ pattern }) => fits(pattern, path));
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
  const deciding = matching.filter(({ pattern }) => pattern.length === longest);
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed);
}

/** `*` matches anything, `$` at the end matches the end. No backtracking, because strangers write the patterns. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const position = isLast && isWhole ? path.length - part.length : path.indexOf(part, at);
    if (position < at || !path.startsWith(part, position)) return false;
    at = position + part.length;
  }
  return !isWhole || at === path.length || others.at(-1) === '';
}

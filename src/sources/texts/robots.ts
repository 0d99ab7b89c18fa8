/** robots.txt (RFC 9309): whether a program may fetch an address, and how far apart its requests should be. */

export type RobotsRules = {
  allows(path: string): boolean;
  /** Seconds between requests, where the file names them. */
  crawlDelay?: number;
};

type Rule = { isAllowed: boolean; pattern: string };
type Group = { agents: string[]; rules: Rule[]; crawlDelay?: number };

/** RFC 9309 lets a reader stop here. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/** The rules for a program, by its name in lower case, else those for all. */
export function readRobots(text: string, agent: string): RobotsRules {
  const groups = groupsOf(text.slice(0, MAX_ROBOTS_BYTES));
  const own = groups.filter(({ agents }) => agents.includes(agent));
  const applicable = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = applicable.flatMap((group) => group.rules);
  const crawlDelay = applicable.map((group) => group.crawlDelay).find((delay) => delay !== undefined);
  return { allows: (path) => isAllowed(rules, path), ...(crawlDelay !== undefined && { crawlDelay }) };
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*(.*?)\s*$/i.exec(line.replace(/#.*/, '')) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
    } else if (field === 'allow' || field === 'disallow') {
      // An empty rule means nothing.
      if (value) groups.at(-1)?.rules.push({ isAllowed: field === 'allow', pattern: value });
    } else if (field === 'crawl-delay' && /^\d{1,4}(\.\d+)?$/.test(value)) {
      const group = groups.at(-1);
      if (group) group.crawlDelay = Number(value);
    }
    if (field !== '') isNaming = field === 'user-agent';
  }
  return groups;
}

/** The longest pattern that fits decides; of equal ones the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const fitting = rules.filter(({ pattern }) => fits(pattern, path));
  const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length));
  const deciding = fitting.filter(({ pattern }) => pattern.length === longest);
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed);
}

/** `*` stands for anything, `$` at the end for the end. Without backtracking, because strangers write patterns. */
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

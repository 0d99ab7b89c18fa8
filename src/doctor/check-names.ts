import { SETTING_NAMES, SETTINGS } from '../settings/table.ts';
import { type Finding, warning } from './finding.ts';

/** Letters that may be wrong in a name that is taken for another. */
const MAX_DISTANCE = 5;

/** Variables with our prefix that nothing reads, each with the name that was probably meant. */
export function checkNames(environment: Readonly<Record<string, unknown>>): Finding[] {
  const unknown = Object.keys(environment).filter((name) => isOurs(name) && !Object.hasOwn(SETTINGS, name));
  return unknown.map((name) => {
    const meant = nearest(name);
    const todo = meant === undefined ? 'Unset it; the guide lists the settings.' : `Did you mean ${meant}?`;
    return warning('configuration', `${name} is set, but no such setting exists`, todo);
  });
}

/** Variables of tests are no settings of the product. */
function isOurs(name: string): boolean {
  return /^PAPERQUEUE_/i.test(name) && !name.startsWith('PAPERQUEUE_TEST_');
}

function nearest(name: string): string | undefined {
  const [first] = SETTING_NAMES.map((setting) => ({
    setting,
    distance: editDistance(name.toUpperCase(), setting),
  })).sort((a, b) => a.distance - b.distance);
  return first && first.distance <= MAX_DISTANCE ? first.setting : undefined;
}

/** The least number of letters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (letter === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

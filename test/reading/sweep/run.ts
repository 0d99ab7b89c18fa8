import { CHANGES, COPIES, CUTS, LOSSES, NEVER_NEAR, PARTS } from './kinds.ts';
import { readAll, sweep, tableOf } from './sweep.ts';

/**
 * `npm run test:long quotations [-- KIND]`: the verdicts of each kind of change and copy; of one kind also the misses.
 */

const [wanted] = process.argv.slice(2);
const readings = await readAll();
const pick = (isNever: boolean) =>
  Object.fromEntries(Object.entries(CHANGES).filter(([kind]) => NEVER_NEAR.has(kind) === isNever));
for (const [name, kinds, isCopy] of [
  ['Changed, never near', pick(true), false],
  ['Changed, never exact', pick(false), false],
  ['Copied with a loss', LOSSES, true],
  ['Parts', PARTS, true],
  ['Cut', CUTS, true],
  ['Copied', COPIES, true],
] as const) {
  const chosen = Object.fromEntries(Object.entries(kinds).filter(([kind]) => !wanted || kind.includes(wanted)));
  const checked = sweep(readings, chosen, { copies: isCopy });
  process.stdout.write(`${name}: ${checked.length} quotations\n\n${tableOf(checked)}\n\n`);
  for (const { check, quote, document } of wanted ? checked : []) {
    if (!name.startsWith('Changed') ? check.verdict !== 'exact' : /^(?:exact|near)$/.test(check.verdict))
      process.stdout.write(`${document}\n  ${quote}\n  ${JSON.stringify(check)}\n`);
  }
}

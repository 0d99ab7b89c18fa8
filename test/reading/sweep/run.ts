import { CHANGES, COPIES, CUTS, PARTS } from './kinds.ts';
import { readAll, sweep, tableOf } from './sweep.ts';

/**
 * `npm run test:long quotations [-- KIND]`: the verdicts of each kind of change and copy; of one kind also the misses.
 */

const [wanted] = process.argv.slice(2);
const readings = await readAll();
for (const [name, kinds, isCopy] of [
  ['Changed', CHANGES, false],
  ['Parts', PARTS, true],
  ['Cut', CUTS, true],
  ['Copied', COPIES, true],
] as const) {
  const chosen = Object.fromEntries(Object.entries(kinds).filter(([kind]) => !wanted || kind.includes(wanted)));
  const checked = sweep(readings, chosen, { copies: isCopy });
  process.stdout.write(`${name}: ${checked.length} quotations\n\n${tableOf(checked)}\n\n`);
  for (const { check, quote, document } of wanted ? checked : []) {
    if (name !== 'Changed' ? check.verdict !== 'exact' : check.verdict === 'exact')
      process.stdout.write(`${document}\n  ${quote}\n  ${JSON.stringify(check)}\n`);
  }
}

import * as z from 'zod';
import { checkRule, ruleError } from '../../contract/invalid.ts';
import { MAX_ITEM_CHARACTERS, MAX_ITEMS, MAX_PAPERS_PER_ITEM } from '../../jobs/look-up/look-up-limits.ts';
import { defineTool } from '../define-tool.ts';
import { wholeNumber } from '../inputs.ts';
import { lookUpOutput } from '../outputs.ts';

const ITEMS_RULE = `1 to ${MAX_ITEMS} texts`;
const ITEM_RULE = `a text of at most ${MAX_ITEM_CHARACTERS} characters`;
const length = checkRule(ITEMS_RULE, (input: readonly unknown[]) => input.length);

export const lookupPapers = defineTool({
  name: 'lookup_papers',
  title: 'Look up known papers',
  summary:
    '1 to 50 known papers by title, DOI, arXiv, PubMed or OpenAlex id, whole reference, BibTeX or RIS entry or a few words; or people by ORCID or `author: NAME`, those of your library first',
  safety: 'reads',
  description:
    'Find known papers, or check a bibliography for invented, wrong or retracted references, free: each item gets found (exact, likely; none: those that would know it do not; ' +
    'unchecked: too few of them answered), what differs, and refs. Also for a topic of a few words.',
  input: z.strictObject({
    items: z
      .array(
        z
          .string(ruleError('a text'))
          .trim()
          .min(1, ruleError('a text that is not blank'))
          .max(MAX_ITEM_CHARACTERS, ruleError(ITEM_RULE)),
        ruleError(ITEMS_RULE),
      )
      .min(1, length)
      .max(MAX_ITEMS, length)
      .describe(
        'each a title, DOI, arXiv, PubMed or OpenAlex id, whole reference, BibTeX or RIS entry, a few words, an ORCID, or author: NAME',
      ),
    count: wholeNumber(1, MAX_PAPERS_PER_ITEM).optional().describe('papers per item, default 1, of a person 20'),
  }),
  output: lookUpOutput,
  main: ['job', 'items'],
  run: async ({ items, count }, { useCases, signal, drainSignal }) =>
    (await useCases()).lookUpPapers({ items, count }, { signal, drainSignal }),
});

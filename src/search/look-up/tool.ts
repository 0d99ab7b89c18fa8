import * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import { checkRule, invalidField, ruleError } from '../../contract/invalid.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { described, wholeNumber, wholeNumberFrom, words } from '../../mcp/inputs.ts';
import { lookUpOutput } from '../../mcp/outputs.ts';
import { MAX_DRAFT_CHARACTERS, MAX_ITEM_CHARACTERS, MAX_ITEMS, MAX_PAPERS_PER_ITEM } from './look-up-limits.ts';

const ITEMS_RULE = `1 to ${MAX_ITEMS} texts`;
const ITEM_RULE = `a text of at most ${MAX_ITEM_CHARACTERS} characters`;
const DRAFT_RULE = `at most ${MAX_DRAFT_CHARACTERS} characters`;
const draftText = z.string().max(
  MAX_DRAFT_CHARACTERS,
  checkRule(DRAFT_RULE, (input: string) => input.length),
);
const length = checkRule(ITEMS_RULE, (input: readonly unknown[]) => input.length);

export const lookupPapers = defineTool({
  name: 'lookup_papers',
  title: 'Look up papers',
  summary:
    '1 to 50 known papers by title, DOI, arXiv, PubMed or OpenAlex id, whole reference, BibTeX or RIS entry or a few words; or people by ORCID or `author: NAME`, those of your library first',
  safety: 'reads',
  needs: ['lookups', 'drafts'],
  description:
    'Find papers that you can name, or check references that may be wrong, invented or retracted{free}. ' +
    'Each item is found exact, likely (differs says in what), none (the sources that would know it do not) or unchecked (too few of them answered).',
  seeAlso: { combined_search: 'For a topic use combined_search.' },
  input: z.strictObject(
    described(
      {
        items: z
          .array(
            words('a text that is not blank').max(MAX_ITEM_CHARACTERS, ruleError(ITEM_RULE)),
            ruleError(ITEMS_RULE),
          )
          .min(1, length)
          .max(MAX_ITEMS, length)
          .optional(),
        count: wholeNumber(1, MAX_PAPERS_PER_ITEM).optional(),
        text: draftText.optional(),
        bibliography: z.string(ruleError('entries of BibTeX, RIS or CSL-JSON')).optional(),
        offset: wholeNumberFrom(0).optional(),
      },
      {
        items: 'Titles, DOIs, other ids, references, BibTeX or RIS entries, ORCIDs, or author: NAME',
        count: 'Papers per item; default 1',
        text: 'Or a draft to check',
        bibliography: 'Its BibTeX',
        offset: 'Skip rows',
      },
    ),
  ),
  output: lookUpOutput,
  run: async ({ items, count, text, bibliography, offset }, { lookups, drafts, signal, drainSignal }) => {
    const hasItems = items !== undefined || count !== undefined;
    const hasDraft = text !== undefined || bibliography !== undefined || offset !== undefined;
    if (hasItems === hasDraft || (items === undefined && text === undefined))
      throw invalidInput([invalidField('items', { kind: 'either', groups: [['items'], ['text']] })]);
    if (text === undefined) return lookups.lookUpPapers({ items: items ?? [], count }, { signal, drainSignal });
    const bibliographies = bibliography === undefined ? [] : [bibliography];
    return drafts.checkDraft({ content: text, bibliography: bibliographies, offset }, { signal, drainSignal });
  },
});

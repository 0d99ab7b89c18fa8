import * as z from 'zod';
import { ruled, ruledBy } from '../../contract/invalid.ts';
import { MAX_QUOTE_CHARACTERS, MAX_TEXT_CHARACTERS, MAX_TEXT_OFFSET } from '../../jobs/ports/full-text.ts';
import { defineTool } from '../define-tool.ts';
import { wholeNumber } from '../inputs.ts';
import { readOutput } from '../outputs.ts';

const MAX_PAGE = 10_000;

/** The limit is not advertised: nobody meets it by chance. */
function text(rule: string, maxCharacters = 500) {
  const isShort = (value: string) => value.length <= maxCharacters;
  return z
    .string(ruled(rule))
    .trim()
    .min(1, ruled(rule))
    .refine(
      isShort,
      ruledBy(`at most ${maxCharacters} characters`, (input: string) => input.length),
    );
}

export const readPaper = defineTool({
  name: 'read_paper',
  title: 'Read a paper',
  safety: 'reads',
  description:
    'Read the open full text of a paper, free: outline and first piece, a section, passages (find), or whether it holds a quote. ' +
    'Check each quote before citing it.',
  input: z.strictObject({
    ref: text('a reference such as J12-3, a DOI, an arXiv or a PMC id')
      .optional()
      .describe('J12-3, DOI, arXiv or PMC id'),
    job: text('a reference such as J12').optional().describe('with find: its papers'),
    section: text('an id, a place or words of a title').optional().describe('id, title or S2.p4'),
    page: wholeNumber(1, MAX_PAGE).optional(),
    find: text('words, or a phrase in quotes').optional(),
    reference: text('a number or label of the list of references').optional().describe('number in its list: looked up'),
    quote: text('a sentence', MAX_QUOTE_CHARACTERS).optional(),
    offset: wholeNumber(0, MAX_TEXT_OFFSET).optional(),
    count: wholeNumber(1, MAX_TEXT_CHARACTERS).optional().describe('characters'),
  }),
  output: readOutput,
  run: async (input, { useCases, signal }) => (await useCases()).readPaper(input, { signal }),
});

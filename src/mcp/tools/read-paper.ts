import * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import { ruled, ruledBy } from '../../contract/invalid.ts';
import { MAX_QUOTE_CHARACTERS, MAX_TEXT_CHARACTERS, MAX_TEXT_OFFSET } from '../../jobs/ports/full-text.ts';
import { defineTool } from '../define-tool.ts';
import { wholeNumber } from '../inputs.ts';
import { readOutput } from '../outputs.ts';

const MAX_PAGE = 10_000;
const MAX_PATH_CHARACTERS = 4_096;

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
  safety: 'keeps',
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
    file: text('a path', MAX_PATH_CHARACTERS)
      .optional()
      .describe("path of the user's own PDF, XML or HTML: added, with its ref"),
  }),
  output: readOutput,
  run: async ({ file, ...input }, { useCases, signal, fileFolders: within }) => {
    if (file === undefined) return (await useCases()).readPaper(input, { signal });
    const { ref, ...others } = input;
    const refusal = whyNoFile(within, Object.keys(others));
    if (refusal) throw invalidInput([{ field: 'file', message: `file: ${refusal}` }]);
    return (await useCases()).attachText({ ref, path: file, within }, { signal });
  },
});

function whyNoFile(folders: readonly string[] | undefined, others: readonly string[]): string | undefined {
  if (folders === undefined)
    return 'is taken over stdio only, not over HTTP; on the machine that has the file: paperqueue attach FILE';
  if (others.length > 0) return `goes with ref at most, not with ${others.join(', ')}; read it by its ref then`;
  if (folders.length === 0)
    return 'no folder may be read: PAPERQUEUE_FILES_FOLDERS names none, and the host gives no roots';
  return undefined;
}

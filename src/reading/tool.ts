import * as z from 'zod';
import { freeFailure, invalidInput } from '../contract/errors.ts';
import { checkRule, ruleError } from '../contract/invalid.ts';
import { defineTool } from '../mcp/define-tool.ts';
import { described, given, noneGiven, onlyGiven, wholeNumber, wholeNumberFrom, words } from '../mcp/inputs.ts';
import { count, lookUpItem, marks, remarks, text, texts } from '../mcp/outputs.ts';
import { MAX_PER_PAPER, MAX_QUESTIONS } from './find-in-papers.ts';
import { FILE_FOLDERS, MAX_QUOTE_CHARACTERS, MAX_TEXT_CHARACTERS } from './full-text.ts';

const MAX_PATH_CHARACTERS = 4_096;

function shortText(rule: string, maxCharacters = 500) {
  const length = checkRule(`at most ${maxCharacters} characters`, (input: string) => input.length);
  return words(rule).max(maxCharacters, length);
}

/** The text of one paper (`paper`), or passages from several. */
const output = z.object({
  paper: z
    .object({
      ref: text,
      ...marks,
      title: text.optional(),
      authors: text.optional(),
      year: z.number().optional(),
      doi: text.optional(),
      arxivId: text.optional(),
      pmid: text.optional(),
    })
    .optional(),
  source: z
    .object({
      copy: z.enum(['published', 'accepted', 'preprint', 'attached', 'unknown']),
      from: text,
      url: text.optional(),
      version: text.optional(),
      date: text,
      licence: text.optional(),
      hash: text,
    })
    .optional(),
  pdf: text.optional(),
  outline: z.array(z.object({ id: text, title: text, characters: count })).optional(),
  captions: z.array(z.object({ at: text, text })).optional(),
  sections: z.array(z.object({ id: text, title: text, text })).optional(),
  references: z
    .array(
      z.object({
        key: text,
        text,
        doi: text.optional(),
        pmid: text.optional(),
        pmcid: text.optional(),
        arxivId: text.optional(),
      }),
    )
    .optional(),
  passages: z
    .array(
      z.object({
        ref: text.optional(),
        at: text.optional(),
        section: text,
        text,
        source: text.optional(),
        find: text.optional(),
      }),
    )
    .optional(),
  quote: z
    .object({
      verdict: z.enum(['exact', 'near', 'altered', 'loose', 'absent']),
      at: text.optional(),
      text: text.optional(),
      part: z.object({ before: text.optional(), after: text.optional() }).optional(),
      leftOut: texts.optional(),
      differences: z.array(z.object({ quote: text, document: text })).optional(),
    })
    .optional(),
  lookedUp: lookUpItem.optional(),
  job: text.optional(),
  papers: count.optional(),
  read: count.optional(),
  abstracts: count.optional(),
  onlyAbstract: texts.optional(),
  withoutText: texts.optional(),
  ...remarks,
});

/** The reader recorded for a text that a review waits for. */
const ASSISTANT = { kind: 'assistant', name: 'assistant' } as const;

export const readPaper = defineTool({
  name: 'read_paper',
  title: 'Read a paper',
  summary:
    'the open text of a paper (Europe PMC, arXiv, open copies): outline, sections, passages with their places, entries of its bibliography, and whether it holds a quotation; or attaches a file of yours (`file`), over stdio, from folders that you allow',
  safety: 'keeps',
  needs: ['texts'],
  description:
    'Read open full texts{free}: outline, sections, passages (find), or whether one holds a quotation (quote). ' +
    'Check every quotation before you cite it.',
  input: z
    .strictObject(
      described(
        {
          ref: words('a reference such as J12-3 or L17, a DOI, an arXiv or a PMC id').optional(),
          papers: words('J12, R1 or references').optional(),
          job: words('a reference such as J12').optional(),
          section: words('an id, a place or words of a title').optional(),
          page: wholeNumberFrom(1).optional(),
          find: z
            .union(
              [shortText('words, or a phrase in quotes'), z.array(z.string()).max(MAX_QUESTIONS)],
              ruleError(`words, a phrase in quotes, or a list of up to ${MAX_QUESTIONS}`),
            )
            .optional(),
          perPaper: wholeNumber(1, MAX_PER_PAPER).optional(),
          reference: words('a number or label of the list of references').optional(),
          quote: shortText('a sentence', MAX_QUOTE_CHARACTERS).optional(),
          offset: wholeNumberFrom(0).optional(),
          count: wholeNumber(1, MAX_TEXT_CHARACTERS).optional(),
          file: shortText('a path', MAX_PATH_CHARACTERS).optional(),
        },
        {
          ref: 'J12-3, L17, DOI, arXiv or PMC id',
          papers: 'Instead of ref: J12, R1 or refs',
          job: 'As papers',
          section: 'By id, title or place (S2.p4)',
          page: 'Page of a PDF',
          find: 'Questions or "phrases"; alone: in all texts',
          perPaper: 'Per paper; default 2',
          reference: 'Entry of its bibliography',
          quote: 'Does it say this?',
          offset: 'Characters to skip',
          count: 'Most characters; default 12000',
          file: 'PDF, Word, EPUB, JATS or arXiv HTML file, kept as its text',
        },
      ),
    )
    .meta({
      if: given('file'),
      // biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: onlyGiven('file', 'ref'),
      else: {
        if: given('ref'),
        then: noneGiven('papers', 'job'),
        else: { ...given('find'), ...onlyGiven('papers', 'job', 'find', 'perPaper', 'count') },
      },
      // biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema
    }),
  output,
  run: async ({ file, ...input }, { texts, signal, fileFolders: within }) => {
    if (file === undefined) return texts.readPaper(input, { signal, reader: ASSISTANT });
    const { ref, ...others } = input;
    const refusal = whyNoFile(within, Object.keys(others));
    if (refusal) throw invalidInput([{ field: 'file', message: `file: ${refusal}` }]);
    if (within?.length === 0) throw noFolder();
    return texts.attachText({ ref, path: file, within }, { signal, reader: ASSISTANT });
  },
});

function whyNoFile(folders: readonly string[] | undefined, others: readonly string[]): string | undefined {
  if (folders === undefined)
    return 'is taken over stdio only, not over HTTP; on the machine that has the file: paperqueue attach FILE';
  if (others.length > 0) return `goes with ref at most, not with ${others.join(', ')}; read it by its ref then`;
  return undefined;
}

/** Another value of `file` would not help: the user decides which folders may be read. */
function noFolder() {
  return freeFailure({
    code: 'NOT_CONFIGURED',
    problem: [{ kind: 'no-file-folder', setting: FILE_FOLDERS }],
    advice: [{ kind: 'name-folder', setting: FILE_FOLDERS }],
  });
}

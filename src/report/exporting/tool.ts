import * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField, ruleError } from '../../contract/invalid.ts';
import { BIBLIOGRAPHY_STYLES, EXPORT_KIND_NAMES } from '../../formats/export-kinds.ts';
import { EXPORT_FORMATS } from '../../formats/format-facts.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import {
  described,
  flag,
  given,
  noneGiven,
  oneOf,
  refs,
  SORT_TEXT,
  where,
  wholeNumber,
  words,
} from '../../mcp/inputs.ts';
import { count, known, mode, remarks, text } from '../../mcp/outputs.ts';
import { pageSort } from '../../papers/filters/where.ts';
import { REVIEW_KIND_NAMES } from '../../review/review-files.ts';

const MAX_EXPORTED_PAPERS = 300;
const COLUMNS_RULE = ruleError('a list of names of columns');

const TITLES = Object.values(EXPORT_FORMATS).map(({ title }) => title);
/** Formats of jobs and of reviews. */
const FORMATS = [...EXPORT_KIND_NAMES, ...REVIEW_KIND_NAMES] as const;

/** Formats that a review cannot be exported as. */
const ONLY_OF_JOBS = ['html', 'receipt-json'];

const output = z.object({
  mode,
  export: z.object({
    format: z.enum(FORMATS),
    papers: count,
    characters: count,
    text: text.optional(),
    path: text.optional(),
  }),
  known: known.optional(),
  ...remarks,
});

export const exportPapers = defineTool({
  name: 'export_papers',
  title: 'Export papers',
  summary: `papers in ${TITLES.slice(0, -1).join(', ')} or ${TITLES.at(-1)}, a bibliography in one of five styles, a report to look at (\`html\`), the record of a search (PRISMA), or a review: its flow (\`prisma\`), its decisions for ASReview, Rayyan, Covidence and tables, or what it includes`,
  safety: 'writes',
  needs: ['exports'],
  description:
    'Write papers of jobs or a review as a bibliography or for reference managers, LaTeX or tables{free}; never write citations yourself. ' +
    'receipt records a search or review for a methods section, html a report. ' +
    'Returns text, or a path if long.',
  input: z
    .strictObject({
      ...described(
        {
          jobId: words('a reference such as J12, several separated by commas, or all').optional(),
          review: words('a review such as R1').optional(),
          format: oneOf(FORMATS),
        },
        {
          jobId: 'A job (J12), several (J2,J15) or all',
          review: 'Instead of jobId: a review (R1)',
          format: 'The last six are of reviews',
        },
      ),
      where,
      ...described(
        {
          sort: pageSort.optional(),
          refs: refs(MAX_EXPORTED_PAPERS),
          count: wholeNumber(1, MAX_EXPORTED_PAPERS).optional(),
          style: oneOf(BIBLIOGRAPHY_STYLES).optional(),
          columns: z.array(z.string(COLUMNS_RULE), COLUMNS_RULE).optional(),
          abstracts: flag.optional(),
          as: oneOf(['text', 'file']).optional(),
        },
        {
          sort: SORT_TEXT,
          refs: 'Only these papers (J12-3, L17)',
          count: 'Most papers; default all',
          style: 'Of a bibliography; default apa',
          columns: 'Of csv: title, doi',
          abstracts: 'Default only in files',
          as: 'Default text if it fits',
        },
      ),
    })
    .meta({
      if: given('review'),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { ...noneGiven('jobId'), properties: { format: { not: { enum: ONLY_OF_JOBS } } } },
      else: {
        anyOf: [given('jobId'), { ...given('refs'), properties: { refs: { type: 'array', minItems: 1 } } }],
        properties: { format: { not: { enum: REVIEW_KIND_NAMES } } },
      },
      dependentSchemas: { style: { properties: { format: { enum: ['bibliography'] } } } },
    }),
  output,
  run: async ({ jobId, review, format, ...others }, { exports, signal }) => {
    const named = jobId ?? (review === undefined ? others.refs?.join(',') : undefined);
    if ((named === undefined) === (review === undefined))
      throw invalidInput([invalidField('jobId', { kind: 'either', groups: [['jobId'], ['refs'], ['review']] })]);
    if (review !== undefined) return exports.exportReview(review, { format, ...others }, { signal });
    const kind = EXPORT_KIND_NAMES.find((name) => name === format);
    if (!kind)
      throw invalidInput([invalidField('format', { kind: 'only-of-review', given: format, instead: 'receipt' })]);
    return exports.exportPapers({ jobId: named ?? '', format: kind, ...others }, { signal });
  },
});

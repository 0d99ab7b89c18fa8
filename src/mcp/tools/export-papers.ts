import * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField, ruleError } from '../../contract/invalid.ts';
import { EXPORT_FORMATS } from '../../formats/format-facts.ts';
import { EXPORT_KIND_NAMES } from '../../jobs/exporting/export-kinds.ts';
import { REVIEW_KIND_NAMES } from '../../jobs/exporting/review-files.ts';
import { defineTool } from '../define-tool.ts';
import { exportInput } from '../inputs.ts';
import { count, known, mode, remarks, text } from '../outputs.ts';

const TITLES = Object.values(EXPORT_FORMATS).map(({ title }) => title);
/** Of jobs, and of reviews. */
const FORMATS = [...EXPORT_KIND_NAMES, ...REVIEW_KIND_NAMES] as const;
const rule = 'a reference such as J12, several separated by commas, or all';

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
  description:
    'Export papers of academic search jobs, or a review (what it includes, or where.decision), to reference managers, LaTeX or tables, ' +
    'a bibliography to paste, or the receipt (PRISMA log), free. Long exports become a new file. Never write citations yourself.',
  input: z.strictObject({
    jobId: z.string(ruleError(rule)).trim().min(1, ruleError(rule)).optional(),
    review: z.string(ruleError('a review such as R1')).optional(),
    format: z.enum(FORMATS, ruleError(`one of ${FORMATS.join(', ')}`)),
    ...exportInput,
  }),
  output,
  main: ['export'],
  run: async ({ jobId, review, format, ...others }, { useCases }) => {
    if ((jobId === undefined) === (review === undefined))
      throw invalidInput([invalidField('jobId', { is: 'either', groups: [['jobId'], ['review']] })]);
    const cases = await useCases();
    if (review !== undefined) return cases.exportReview(review, { format, ...others });
    const kind = EXPORT_KIND_NAMES.find((name) => name === format);
    if (!kind)
      throw invalidInput([invalidField('format', { is: 'only-of-review', given: format, instead: 'receipt' })]);
    return cases.exportPapers({ jobId: jobId ?? '', format: kind, ...others });
  },
});

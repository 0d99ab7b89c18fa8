import * as z from 'zod';
import { ruleError } from '../../contract/invalid.ts';
import { EXPORT_FORMATS } from '../../formats/format-facts.ts';
import { EXPORT_KIND_NAMES } from '../../jobs/exporting/export-kinds.ts';
import { defineTool } from '../define-tool.ts';
import { exportInput } from '../inputs.ts';
import { count, known, mode, remarks, text } from '../outputs.ts';

const TITLES = Object.values(EXPORT_FORMATS).map(({ title }) => title);
const rule = 'a reference such as J12, several separated by commas, or all';

const output = z.object({
  mode,
  export: z.object({
    format: z.enum(EXPORT_KIND_NAMES),
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
  summary: `papers in ${TITLES.slice(0, -1).join(', ')} or ${TITLES.at(-1)}, a bibliography in one of five styles, a report to look at (\`html\`), or the record of a search (PRISMA)`,
  safety: 'writes',
  description:
    'Export papers of academic search jobs to reference managers, LaTeX or tables, as a bibliography to paste, or the receipt (PRISMA log), free. ' +
    'jobId as in get_job. Long exports become a new file. Never write citations yourself.',
  input: z.strictObject({
    jobId: z.string(ruleError(rule)).trim().min(1, ruleError(rule)),
    format: z.enum(EXPORT_KIND_NAMES, ruleError(`one of ${EXPORT_KIND_NAMES.join(', ')}`)),
    ...exportInput,
  }),
  output,
  main: ['export'],
  run: async (input, { useCases }) => (await useCases()).exportPapers(input),
});

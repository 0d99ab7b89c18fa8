import * as z from 'zod';
import { ruled } from '../../contract/invalid.ts';
import { EXPORT_KIND_NAMES } from '../../jobs/exporting/export-kinds.ts';
import { defineTool } from '../define-tool.ts';
import { exportInput } from '../inputs.ts';
import { exportOutput } from '../outputs.ts';

const rule = 'a reference such as J12, several separated by commas, or all';

export const exportPapers = defineTool({
  name: 'export_papers',
  title: 'Export papers or a search receipt',
  safety: 'writes',
  description:
    'Export papers of academic search jobs to reference managers, LaTeX or tables, as a bibliography to paste, or the receipt (PRISMA log), free. ' +
    'jobId as in get_job. Long exports become a new file. Never write citations yourself.',
  input: z.strictObject({
    jobId: z.string(ruled(rule)).trim().min(1, ruled(rule)),
    format: z.enum(EXPORT_KIND_NAMES, ruled(`one of ${EXPORT_KIND_NAMES.join(', ')}`)),
    ...exportInput,
  }),
  output: exportOutput,
  run: async (input, { useCases }) => (await useCases()).exportPapers(input),
});

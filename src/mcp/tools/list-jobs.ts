import * as z from 'zod';
import { ruleError } from '../../contract/invalid.ts';
import { defineTool } from '../define-tool.ts';
import { listInput } from '../inputs.ts';
import { count, credits, mode, page, remarks, text } from '../outputs.ts';

const output = z.object({
  mode,
  page,
  jobs: z.array(
    z.object({
      ref: text,
      jobId: text.nullable(),
      operation: text,
      about: text,
      status: text,
      createdAt: text,
      cost: count,
      pool: text,
      charged: credits.shape.charged,
      papers: count.optional(),
      name: text.optional(),
      group: text.optional(),
      overlap: count.optional(),
    }),
  ),
  ...remarks,
});

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List paper search jobs',
  summary: 'the recorded jobs: what was asked, when, cost, state; how many papers two jobs share',
  safety: 'reads',
  description:
    "List this machine's academic paper search jobs, newest first, free: request, time, cost, status (also of lost calls), group; " +
    'overlapWith (J12) counts shared papers.',
  input: z.strictObject({
    ...listInput,
    status: z.string(ruleError('a status such as success')).optional(),
    group: z.string(ruleError('the name of a group')).optional(),
    overlapWith: z.string(ruleError('a reference such as J12')).optional(),
  }),
  output,
  main: ['jobs'],
  run: async (input, { useCases }) => (await useCases()).listJobs(input),
});

import * as z from 'zod';
import { ruled } from '../../contract/invalid.ts';
import { defineTool } from '../define-tool.ts';
import { listInput } from '../inputs.ts';
import { jobsOutput } from '../outputs.ts';

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List paper search jobs',
  safety: 'reads',
  description:
    "List this machine's academic paper search jobs, newest first, free: request, time, cost, status (also of lost calls); " +
    'overlapWith (J12) counts the papers that each shares with it.',
  input: z.strictObject({
    ...listInput,
    status: z.string(ruled('a status such as success')).optional(),
    overlapWith: z.string(ruled('a reference such as J12')).optional(),
  }),
  output: jobsOutput,
  run: async (input, { useCases }) => (await useCases()).listJobs(input),
});

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
    'List the academic paper search jobs recorded on this machine, newest first, free: what was asked, when, cost and status (also of lost calls). get_job reads one.',
  input: z.strictObject({ ...listInput, status: z.string(ruled('a status such as success')).optional() }),
  output: jobsOutput,
  run: async (input, { useCases }) => (await useCases()).listJobs(input),
});

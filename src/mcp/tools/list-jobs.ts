import * as z from 'zod';
import { ruleError } from '../../contract/invalid.ts';
import { defineTool } from '../define-tool.ts';
import { described, listInput } from '../inputs.ts';
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
      cost: count.optional(),
      pool: text.optional(),
      charged: credits.shape.charged.optional(),
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
  title: 'List search jobs',
  summary: 'the recorded jobs: what was asked, when, cost, state; how many papers two jobs share',
  safety: 'readsHere',
  needs: ['jobs'],
  description: "List this machine's search jobs, newest first{free}. Returns request and status.",
  price: 'Find an earlier search here before paying again.',
  seeAlso: { get_job: 'get_job reads the papers.' },
  input: z.strictObject({
    ...listInput,
    ...described(
      {
        status: z.string(ruleError('a status such as success')).optional(),
        group: z.string(ruleError('the name of a group')).optional(),
        overlapWith: z.string(ruleError('a reference such as J12')).optional(),
      },
      {
        status: 'Such as success',
        group: 'Only of this group',
        overlapWith: 'Count papers shared with this job (J12)',
      },
    ),
  }),
  output,
  run: async (input, { jobs }) => jobs.listJobs(input),
});

import * as z from 'zod';
import { defineTool } from '../define-tool.ts';
import { described, pageInput, waitSeconds, words } from '../inputs.ts';
import { jobOutput } from '../outputs.ts';

const jobId = words('a reference such as J12, several separated by commas, all, or a job id');

export const getJob = defineTool({
  name: 'get_job',
  title: 'Read a search job',
  summary: 'waits for a job; pages, filters, sorts and counts its papers; single papers with abstract or in full',
  safety: 'reads',
  needs: ['jobs'],
  description:
    'Read the stored papers of a search{free}: prefer it to another search. ' +
    'Waits for a running job, then pages, filters (where), sorts, counts (facets), shows abstracts (view). ' +
    "match says how likely a paper answers: good has the question's rarest concept.",
  input: z.strictObject({
    ...described(
      { jobId, waitSeconds: waitSeconds.optional() },
      {
        jobId: 'A job (J12) or its id, several (J2,J15), all, or all:GROUP',
        waitSeconds: 'Seconds; default 40',
      },
    ),
    ...pageInput,
  }),
  output: jobOutput,
  run: async ({ jobId: id, waitSeconds: seconds, ...page }, { jobs, isFollowUp, ...call }) =>
    jobs.getJob(id, { ...page, isFollowUp: isFollowUp?.(id) }, { ...call, waitSeconds: seconds }),
});

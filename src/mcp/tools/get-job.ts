import * as z from 'zod';
import { ruleError } from '../../contract/invalid.ts';
import { defineTool } from '../define-tool.ts';
import { pageInput, waitSeconds } from '../inputs.ts';
import { jobOutput } from '../outputs.ts';

const rule = ruleError('a reference such as J12, several separated by commas, all, or a job id');
const jobId = z.string(rule).trim().min(1, rule);

export const getJob = defineTool({
  name: 'get_job',
  title: 'Read a paper search job',
  summary: 'waits for a job; pages, filters, sorts and counts its papers; single papers with abstract or in full',
  safety: 'reads',
  description:
    'Read the papers of an academic search job, free: waits for it, pages, filters (where; notIn: papers of no such job), sorts, ' +
    'counts (facets), shows papers (refs, of any job) with abstract or all facts (view). jobId: ref (J12) or id, several (J2,J15: duplicates folded), all or all:GROUP. ' +
    'match: partial lacks a deciding concept of the question.',
  input: z.strictObject({ jobId, waitSeconds: waitSeconds.optional(), ...pageInput }),
  output: jobOutput,
  main: ['job', 'papers'],
  run: async ({ jobId: id, waitSeconds: seconds, ...page }, { useCases, signal, drainSignal, onProgress }) =>
    (await useCases()).getJob(id, page, { waitSeconds: seconds, signal, drainSignal, onProgress }),
});

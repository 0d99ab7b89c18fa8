import * as z from 'zod';
import { optionalFilterShape } from '../../contract/filters.ts';
import { bodyShape } from '../../contract/requests.ts';
import { defineTool } from '../define-tool.ts';
import { estimateOutput } from '../outputs.ts';

export const estimateCredits = defineTool({
  name: 'estimate_credits',
  title: 'Estimate the cost of a paper search',
  safety: 'reads',
  description:
    'Tell what an academic paper search would cost, from which pool, its balance, and the credits spent in 24 hours, or held for searches of unknown charge; free.',
  input: z.strictObject({ limit: optionalFilterShape.limit, enrich: bodyShape.enrich.optional() }),
  output: estimateOutput,
  run: async (input, { useCases, signal }) => (await useCases()).estimate(input, signal),
});

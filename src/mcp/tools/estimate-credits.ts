import * as z from 'zod';
import { optionalFilterShape } from '../../contract/filters.ts';
import { bodyShape } from '../../contract/requests.ts';
import { defineTool } from '../define-tool.ts';
import { count, credits, mode, texts } from '../outputs.ts';

const output = z.object({
  mode,
  credits,
  dailyCap: z.object({ credits: count, left: count }).optional(),
  notes: texts,
});

export const estimateCredits = defineTool({
  name: 'estimate_credits',
  title: 'Estimate the cost of a search',
  summary: 'cost and pool of a search, the balance, what the last 24 hours took, and what the daily cap leaves',
  safety: 'reads',
  description:
    'Tell what an academic paper search would cost; of a hosted service also pool, balance, and credits spent in 24 hours or held for searches of unknown charge; free.',
  input: z.strictObject({
    limit: optionalFilterShape.limit.meta({ default: undefined }),
    enrich: bodyShape.enrich.optional(),
    operation: z.enum(['combined', 'keyword', 'query']).optional().describe('default combined'),
  }),
  output,
  main: ['credits'],
  run: async ({ operation, ...input }, { useCases, signal }) =>
    (await useCases()).estimate({ ...input, operation: operation && `${operation}Search` }, signal),
});

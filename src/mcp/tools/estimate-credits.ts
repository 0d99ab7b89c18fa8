import * as z from 'zod';
import { optionalFilterShape } from '../../contract/filters.ts';
import { bodyShape } from '../../contract/requests.ts';
import { defineTool } from '../define-tool.ts';
import { described, oneOf } from '../inputs.ts';
import { count, credits, mode, texts } from '../outputs.ts';

const output = z.object({
  mode,
  credits,
  dailyCap: z.object({ credits: count, left: count }).optional(),
  notes: texts,
});

export const estimateCredits = defineTool({
  name: 'estimate_credits',
  title: 'Estimate a cost',
  summary: 'cost and pool of a search, the balance, what the last 24 hours took, and what the daily cap leaves',
  safety: 'reads',
  needs: ['jobs'],
  description:
    'Tell what a search would cost, free and without a job. ' +
    'Returns cost and pool; at a hosted service also the balance, and credits spent in 24 hours or held for searches of unknown charge.',
  input: z.strictObject(
    described(
      {
        limit: optionalFilterShape.limit,
        enrich: bodyShape.enrich.optional(),
        operation: oneOf(['combined', 'keyword', 'query']).optional(),
        parts: z.array(z.string()).optional(),
      },
      {
        limit: 'Papers to find; default 100',
        enrich: 'Fill in missing facts',
        operation: 'Which search; default combined',
        parts: 'Sub-questions, each a search',
      },
    ),
  ),
  output,
  run: async ({ operation, parts, ...input }, { jobs, signal }) => {
    const searches = parts && new Set(parts).size;
    return jobs.estimate({ ...input, operation: operation && `${operation}Search`, searches }, signal);
  },
});

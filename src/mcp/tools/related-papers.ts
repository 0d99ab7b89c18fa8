import * as z from 'zod';
import { optionalFilterShape } from '../../contract/filters.ts';
import { ruled } from '../../contract/invalid.ts';
import { RELATIONS } from '../../jobs/ports/related.ts';
import { defineTool } from '../define-tool.ts';
import { jobOutput } from '../outputs.ts';

export const relatedPapers = defineTool({
  name: 'related_papers',
  title: 'Find references, citing and similar papers',
  safety: 'reads',
  description: 'Find papers that a found paper cites, that cite it, or that are like it, free: a job for get_job.',
  input: z.strictObject({
    ref: z.string(ruled('a reference such as J12-3')).trim().min(1, ruled('a reference such as J12-3')),
    relation: z.enum(RELATIONS, ruled(`one of ${RELATIONS.join(', ')}`)),
    limit: optionalFilterShape.limit,
  }),
  output: jobOutput,
  run: async ({ ref, relation, limit = 100 }, { useCases, signal }) =>
    (await useCases()).relatedPapers({ ref, relation, limit }, {}, { signal }),
});

import * as z from 'zod';
import { optionalFilterShape } from '../../contract/filters.ts';
import { ruleError } from '../../contract/invalid.ts';
import { RELATIONS } from '../../jobs/ports/related.ts';
import { AUTHOR_ORDERS } from '../../papers/references/author-query.ts';
import { defineTool } from '../define-tool.ts';
import { foundOutput } from '../outputs.ts';

const REF_RULE = 'a reference such as J12-3, a DOI or another id, or an author';

export const relatedPapers = defineTool({
  name: 'related_papers',
  title: 'Find references, citing and similar papers',
  summary:
    'references, citing papers or similar papers of a paper (OpenAlex, Europe PMC, Semantic Scholar; similar ones also from your library), or the papers of an author, as a job',
  safety: 'reads',
  isDrawn: true,
  description:
    'Find papers that a paper (ref: J12-3, or a DOI) cites, that cite it, or that are like it, or the papers of an author (ref: an ORCID, an id that lookup_papers gave, or author: NAME for the library), free: a job for get_job.',
  input: z.strictObject({
    ref: z.string(ruleError(REF_RULE)).trim().min(1, ruleError(REF_RULE)),
    relation: z.enum(RELATIONS, ruleError(`one of ${RELATIONS.join(', ')}`)),
    limit: optionalFilterShape.limit.meta({ default: undefined }),
    order: z
      .enum(AUTHOR_ORDERS, ruleError(`one of ${AUTHOR_ORDERS.join(', ')}`))
      .optional()
      .describe('of an author; default newest'),
  }),
  output: foundOutput,
  main: ['job', 'papers'],
  run: async ({ ref, relation, limit = 100, order }, { useCases, signal }) =>
    (await useCases()).relatedPapers({ ref, relation, limit, order }, {}, { signal }),
});

import * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import { optionalFilterShape } from '../../contract/filters.ts';
import { invalidField, ruleError } from '../../contract/invalid.ts';
import { RELATIONS } from '../../jobs/ports/related.ts';
import { AUTHOR_ORDERS } from '../../papers/references/author-query.ts';
import { CITATION_DIRECTIONS } from '../../papers/references/citation-links.ts';
import { defineTool } from '../define-tool.ts';
import { wholeNumber } from '../inputs.ts';
import { foundOutput } from '../outputs.ts';

const REF_RULE = 'a reference such as J12-3, a DOI or another id, or an author';
const SEEDS_RULE = 'a list of papers (J12-3, a DOI), jobs (J12) or a review (R1), 1 to 500';
const DIRECTIONS = [...CITATION_DIRECTIONS, 'both'] as const;
const MAX_REQUESTS = 10_000;
/** The list of tools has no room for limits that hardly any call reaches. */
const ANY_TEXTS = { items: { type: 'string' } };
const share = z.number(ruleError('a share from 0 to 1')).min(0).max(1).optional();

export const relatedPapers = defineTool({
  name: 'related_papers',
  title: 'Find related papers',
  summary:
    'references, citing papers or similar papers of a paper (OpenAlex, Europe PMC, Semantic Scholar; similar ones also from your library), the papers of an author, or a citation search from many papers, as a job',
  safety: 'reads',
  isDrawn: true,
  description:
    'Find papers that a paper (ref: J12-3, or a DOI) cites, that cite it, or that are like it, or the papers of an author (ref: an ORCID, an id of lookup_papers, or author: NAME for the library), or follow citations from seeds (papers, J12, R1), free: a job for get_job.',
  input: z.strictObject({
    ref: z.string(ruleError(REF_RULE)).trim().min(1, ruleError(REF_RULE)).optional(),
    relation: z.enum(RELATIONS, ruleError(`one of ${RELATIONS.join(', ')}`)).optional(),
    limit: optionalFilterShape.limit.meta({ default: undefined, enum: undefined }),
    order: z.enum(AUTHOR_ORDERS, ruleError(`one of ${AUTHOR_ORDERS.join(', ')}`)).optional(),
    seeds: z
      .array(z.string(ruleError(SEEDS_RULE)).max(300), ruleError(SEEDS_RULE))
      .min(1, ruleError(SEEDS_RULE))
      .max(500, ruleError(SEEDS_RULE))
      .optional()
      .meta(ANY_TEXTS),
    direction: z.enum(DIRECTIONS, ruleError(`one of ${DIRECTIONS.join(', ')}`)).optional(),
    rounds: wholeNumber(1, 5).optional().meta({ maximum: undefined }),
    via: z
      .array(z.string().max(40), ruleError('a list of sources'))
      .min(1)
      .max(10)
      .optional()
      .meta({ ...ANY_TEXTS, maxItems: undefined }),
    stop: z
      .strictObject({ requests: wholeNumber(1, MAX_REQUESTS).optional(), yield: share, recall: share })
      .optional()
      .meta({ description: 'requests, yield, recall', properties: undefined }),
    dryRun: z.boolean(ruleError('true or false')).optional(),
  }),
  output: foundOutput.partial({ job: true }),
  main: ['job', 'papers'],
  run: async ({ ref, relation, limit, order, seeds, dryRun, ...how }, { useCases, signal }) => {
    if (seeds === undefined ? !ref || !relation : ref || relation)
      throw invalidInput([invalidField('seeds', { is: 'either', groups: [['seeds'], ['ref', 'relation']] })]);
    const cases = await useCases();
    if (ref && relation) return cases.relatedPapers({ ref, relation, limit: limit ?? 100, order }, {}, { signal });
    const request = { seeds: seeds ?? [], ...how };
    return dryRun ? cases.planCitations(request, { signal }) : cases.followCitations(request, {}, { signal });
  },
});

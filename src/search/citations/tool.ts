import * as z from 'zod';
import { invalidInput } from '../../contract/errors.ts';
import { optionalFilterShape } from '../../contract/filters.ts';
import { invalidField, ruleError } from '../../contract/invalid.ts';
import { CITATION_SOURCES } from '../../contract/source-facts.ts';
import { RELATIONS } from '../../jobs/ports/related.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { anyGiven, described, flag, given, noneGiven, oneOf, wholeNumber, words } from '../../mcp/inputs.ts';
import { foundOutput } from '../../mcp/outputs.ts';
import { AUTHOR_ORDERS } from '../../papers/references/author-query.ts';
import { CITATION_DIRECTIONS } from '../../papers/references/citation-links.ts';

const REF_RULE = 'a reference such as J12-3, a DOI or another id, or an author';
const SEEDS_RULE = 'a list of papers (J12-3, a DOI), jobs (J12) or a review (R1), 1 to 500';
const DIRECTIONS = [...CITATION_DIRECTIONS, 'both'] as const;
const MAX_REQUESTS = 10_000;
const share = z.number(ruleError('a share from 0 to 1')).min(0).max(1).optional();

export const relatedPapers = defineTool({
  name: 'related_papers',
  title: 'Find related papers',
  summary:
    'references, citing papers or similar papers of a paper (OpenAlex, Europe PMC, Semantic Scholar; similar ones also from your library), the papers of an author, or a citation search from many papers, as a job',
  safety: 'reads',
  needs: ['citations'],
  isDrawn: true,
  description:
    "Find what a paper cites, what cites it, similar papers or an author's papers (ref, relation), or follow citations from many papers (seeds){free}. " +
    'Returns a job.',
  seeAlso: {
    get_job: 'get_job reads its papers.',
    combined_search: 'Without a paper to start from use combined_search.',
  },
  input: z
    .strictObject({
      ...described(
        {
          ref: words(REF_RULE).optional(),
          relation: oneOf(RELATIONS).optional(),
          limit: optionalFilterShape.limit,
          order: oneOf(AUTHOR_ORDERS).optional(),
          seeds: z
            .array(words(SEEDS_RULE), ruleError(SEEDS_RULE))
            .min(1, ruleError(SEEDS_RULE))
            .max(500, ruleError(SEEDS_RULE))
            .optional(),
          direction: oneOf(DIRECTIONS).optional(),
          rounds: wholeNumber(1, 5).optional(),
          via: z.array(oneOf(CITATION_SOURCES), ruleError('a list of sources')).min(1).optional(),
        },
        {
          ref: 'Paper (J12-3, DOI) or author (ORCID, OpenAlex id, author: NAME)',
          relation: 'What to find of ref',
          limit: 'Most papers of ref; default 100',
          order: "Of an author's papers; default newest",
          seeds: 'Papers (J12-3, DOI), jobs (J12) or a review (R1)',
          direction: 'To what seeds cite, or what cites them; default both',
          rounds: 'Steps from seeds; default 1',
          via: 'Indexes to ask; default all',
        },
      ),
      stop: z
        .strictObject(
          described(
            { requests: wholeNumber(1, MAX_REQUESTS).optional(), yield: share, recall: share },
            {
              requests: 'Most requests to indexes; default 100',
              yield: 'At this share of new papers in two rounds, such as 0.05',
              recall: 'At this estimated recall, such as 0.95',
            },
          ),
        )
        .optional()
        .describe('When to stop'),
      dryRun: flag.optional().describe('Only say how many requests'),
    })
    .meta({
      if: given('seeds'),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: noneGiven('ref', 'relation'),
      else: anyGiven(['ref', 'relation']),
    }),
  output: foundOutput.partial({ job: true }),
  run: async ({ ref, relation, limit, order, seeds, dryRun, ...how }, { citations, signal }) => {
    if (seeds === undefined ? !ref || !relation : ref || relation)
      throw invalidInput([invalidField('seeds', { kind: 'either', groups: [['seeds'], ['ref', 'relation']] })]);
    if (ref && relation) return citations.relatedPapers({ ref, relation, limit: limit ?? 100, order }, {}, { signal });
    const request = { seeds: seeds ?? [], ...how };
    return dryRun ? citations.planCitations(request, { signal }) : citations.followCitations(request, {}, { signal });
  },
});

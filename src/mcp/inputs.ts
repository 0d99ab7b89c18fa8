import * as z from 'zod';
import { optionalFilterShape } from '../contract/filters.ts';
import { ruleError } from '../contract/invalid.ts';
import { bodyShape } from '../contract/requests.ts';
import { MAX_WAIT_SECONDS } from '../contract/rules.ts';
import { BIBLIOGRAPHY_STYLES } from '../formats/bibliography/styles.ts';
import { pageSort, whereSchema } from '../papers/filters/where.ts';
import { VIEWS } from '../papers/source-words.ts';

export function wholeNumber(min: number, max: number) {
  const rule = ruleError(`a whole number from ${min} to ${max}`);
  return z.int(rule).min(min, rule).max(max, rule);
}

/** Papers of one page. */
const MAX_PAGE_PAPERS = 50;
const MAX_OFFSET = 1_000_000;
const flag = z.boolean(ruleError('true or false'));
export const waitSeconds = wholeNumber(0, MAX_WAIT_SECONDS);
const count = wholeNumber(1, MAX_PAGE_PAPERS);

/** Shared by the three search tools: the service's filters and body options, then our own. */
export const sharedSearchInput = {
  strategy: bodyShape.strategy.optional().describe('Boolean, as databases write it; alone'),
  ...optionalFilterShape,
  enrich: bodyShape.enrich.optional(),
  callbackUrl: bodyShape.callbackUrl.optional(),
  waitSeconds: waitSeconds.optional(),
  count: count.optional(),
  fresh: flag.optional(),
  dryRun: flag.optional().describe('no job: how sources would be asked, hits (or at least so many), no papers'),
  newSince: z.string(ruleError('a reference such as J12')).optional().describe('J3: only papers that J3 lacks'),
  acceptPossibleDoubleCharge: flag.optional(),
};

function refs(max: number) {
  return z
    .array(z.string(ruleError('a reference such as J12-3')), ruleError('a list of references such as J12-3'))
    .min(1)
    .max(max, ruleError(`at most ${max} references`))
    .optional();
}

/** A page of the list of jobs. */
export const listInput = { offset: wholeNumber(0, MAX_OFFSET).optional(), count: count.optional() };

/** The input of get_job beside the job: which of its papers, and how to show them. */
export const pageInput = {
  offset: wholeNumber(0, MAX_OFFSET).optional(),
  count: count.optional(),
  view: z.enum(VIEWS, ruleError(`one of ${VIEWS.join(', ')}`)).optional(),
  sort: pageSort
    .optional()
    .meta({ description: 'citationCount, citedWithin; see combined_search', pattern: undefined }),
  where: whereSchema.optional(),
  facets: flag.optional(),
  refs: refs(MAX_PAGE_PAPERS),
};

const MAX_EXPORTED_PAPERS = 300;

const AS_IN_GET_JOB = { description: 'as in get_job', properties: undefined, pattern: undefined };

/** The input of export_papers beside job and format, without repeating get_job's descriptions. */
export const exportInput = {
  where: whereSchema.optional().meta(AS_IN_GET_JOB),
  sort: pageSort.optional().meta({ pattern: undefined }),
  refs: refs(MAX_EXPORTED_PAPERS),
  count: wholeNumber(1, MAX_EXPORTED_PAPERS).optional(),
  style: z
    .enum(BIBLIOGRAPHY_STYLES, ruleError(`one of ${BIBLIOGRAPHY_STYLES.join(', ')}`))
    .optional()
    .describe('default apa'),
  abstracts: flag.optional(),
  as: z.enum(['text', 'file'], ruleError('text or file')).optional(),
};

import * as z from 'zod';
import { FILTER_NAMES, FILTERS, type FilterName } from '../contract/filter-table.ts';
import { optionalFilterShape } from '../contract/filters.ts';
import { ruleError } from '../contract/invalid.ts';
import { bodyShape } from '../contract/requests.ts';
import { MAX_WAIT_SECONDS } from '../contract/rules.ts';
import { partsSchema } from '../jobs/parts-of-question.ts';
import { pageSort, type Where, whereSchema, withYearsInOrder } from '../papers/filters/where.ts';
import { VIEWS } from '../papers/source-words.ts';

/**
 * Parameters shared by several tools. Hosts load tools one by one, so each parameter is described in every tool: a
 * clause or a sentence with unit, default and, if helpful, an example.
 */

export function wholeNumber(min: number, max: number) {
  const rule = ruleError(`a whole number from ${min} to ${max}`);
  return z.int(rule).min(min, rule).max(max, rule);
}

export function wholeNumberFrom(min: number) {
  const rule = ruleError(`a whole number from ${min}`);
  return z.int(rule).min(min, rule);
}

/** A non-blank text, trimmed. */
export function words(rule: string) {
  return z.string(ruleError(rule)).trim().regex(/\S/, ruleError(rule));
}

export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, ruleError(`one of ${names.join(', ')}`));
}

/** Adds its description to each parameter. */
export function described<Shape extends z.ZodRawShape>(shape: Shape, texts: { [Name in keyof Shape]: string }): Shape {
  const entries = Object.entries(shape) as [string, z.ZodType][];
  const all: z.ZodRawShape = Object.fromEntries(
    entries.map(([name, each]) => [name, each.describe(texts[name] ?? '')]),
  );
  return all as Shape;
}

/**
 * Which parameters go together, as JSON Schemas for the `meta` of an input. They stand in `if`, `then` and `else`,
 * because model APIs refuse a tool with anyOf, oneOf, allOf or not at the root of its schema. In `then` and `else` they
 * are not `properties` and `required`, which LangChain would merge with those of the whole tool.
 */
export function given(...names: string[]) {
  return { required: names };
}

export function anyGiven(...groups: string[][]) {
  return { anyOf: groups.map((names) => given(...names)) };
}

export function noneGiven(...names: string[]) {
  return { propertyNames: { not: { enum: names } } };
}

export function onlyGiven(...names: string[]) {
  return { propertyNames: { enum: names } };
}

/** Maximum number of papers per page. */
const MAX_PAGE_PAPERS = 50;
export const flag = z.boolean(ruleError('true or false'));
export const waitSeconds = wholeNumber(0, MAX_WAIT_SECONDS);
const count = wholeNumber(1, MAX_PAGE_PAPERS);

const FILTER_TEXTS = Object.fromEntries(FILTER_NAMES.map((name) => [name, FILTERS[name].text])) as Record<
  FilterName,
  string
>;

/** The topic of a search, in one of its forms. */
export const topicInput = described(
  {
    keywords: bodyShape.keywords.optional(),
    query: bodyShape.query.optional(),
    strategy: bodyShape.strategy.optional(),
    parts: partsSchema.optional(),
  },
  {
    keywords: 'Terms, such as coral reef',
    query: 'Question or topic in full sentences',
    parts: 'Sub-questions of 3 words or more, each a search',
    strategy: 'Boolean instead: reef AND bleach*',
  },
);

/** Shared by the three search tools: the service's filters and body options, then our own. */
export const sharedSearchInput = {
  ...described(optionalFilterShape, FILTER_TEXTS),
  ...described(
    {
      enrich: bodyShape.enrich.optional(),
      callbackUrl: bodyShape.callbackUrl.optional(),
      waitSeconds: waitSeconds.optional(),
      count: count.optional(),
      fresh: flag.optional(),
      dryRun: flag.optional(),
      newSince: z.string(ruleError('a reference such as J12')).optional(),
      acceptPossibleDoubleCharge: flag.optional(),
    },
    {
      enrich: 'Fill in missing facts (Pro credits)',
      callbackUrl: 'Webhook at its end',
      waitSeconds: 'Seconds; default 40',
      count: 'Papers to show; default 20',
      fresh: 'Pay again for an equal one',
      dryRun: 'Only count hits and cost',
      newSince: 'Only what this job (J3) lacks',
      acceptPossibleDoubleCharge: 'Risk paying twice',
    },
  ),
};

/** References of papers. */
export function refs(max: number) {
  return z
    .array(z.string(ruleError('a reference such as J12-3')), ruleError('a list of references such as J12-3'))
    .max(max, ruleError(`at most ${max} references`))
    .optional();
}

/** A page of the list of jobs. */
export const listInput = described(
  { offset: wholeNumberFrom(0).optional(), count: count.optional() },
  { offset: 'Jobs to skip; default 0', count: 'Jobs to show; default 20' },
);

const WHERE_TEXTS: Record<keyof Where, string> = {
  yearFrom: 'Earliest',
  yearTo: 'Latest',
  fields: 'Any of these',
  minCitations: 'At least',
  openAccess: 'Is open access',
  hasPdf: 'Has a PDF',
  quartiles: 'Q1 is best',
  types: 'Any of these',
  citedWithin: 'At least',
  design: 'Any of these',
  hasAbstract: 'Has one',
  retracted: 'Is retracted',
  decision: 'In a review; none: not yet',
  by: 'Only suggested',
  inLibrary: 'Imported by the user',
  match: 'Minimum fit',
  text: 'Words: (child OR adult) "sleep loss" -animal',
  language: 'Such as de',
  venue: 'Words of its name',
  author: 'Such as Berg, A',
  notIn: 'Not in these (J3)',
};

export const where = withYearsInOrder(z.strictObject(described(whereSchema.shape, WHERE_TEXTS)))
  .optional()
  .describe('All must hold');

export const SORT_TEXT = 'Such as year:desc';

/** The input of get_job besides the job: which of its papers to show, and how. */
export const pageInput = {
  ...described(
    {
      offset: wholeNumberFrom(0).optional(),
      count: count.optional(),
      view: oneOf(VIEWS).optional(),
      sort: pageSort.optional(),
    },
    {
      offset: 'Papers to skip; default 0',
      count: 'Papers to show; default 20',
      view: 'Of each paper; default compact',
      sort: SORT_TEXT,
    },
  ),
  where,
  ...described(
    { facets: flag.optional(), refs: refs(MAX_PAGE_PAPERS) },
    {
      facets: 'Also counts by year, author, venue',
      refs: 'Only these papers (J12-3)',
    },
  ),
};

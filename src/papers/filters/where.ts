import * as z from 'zod';
import {
  anyOf,
  CHOOSING_FILTERS,
  type ChoosingFilter,
  type FILTERS,
  filterRow,
  sortBy,
} from '../../contract/filter-table.ts';
import { ruleError } from '../../contract/invalid.ts';
import { SORT_FIELDS } from '../../contract/rules.ts';
import { DESIGNS } from '../design/designs.ts';
import { MATCH_CLASSES } from '../relevance/match-classes.ts';

/** A review's decision on a paper; `none` without a valid decision. */
export const PAPER_DECISIONS = ['include', 'exclude', 'maybe', 'none'] as const;

const flag = z.boolean(ruleError('true or false'));

type Shapes = { [Name in ChoosingFilter]: (typeof FILTERS)[Name]['where']['shape'] }[ChoosingFilter];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The conditions that are also filters of a search. */
const FILTER_SHAPE = Object.assign(
  {},
  ...CHOOSING_FILTERS.map((name) => filterRow(name).where.shape),
) as Intersection<Shapes>;

/** An operator is not a word. Duplicates the check of the condition parser, which listing the tools should not load. */
const hasWord = (text: string) => /[\p{L}\p{M}\p{N}]/u.test(text.replace(/(?<!\S)(?:AND|OR|NOT)(?!\S)/g, ' '));

const words = z.string(ruleError('a text')).refine(hasWord, ruleError('words, "phrases", OR, -not; at least one word'));

type Years = { yearFrom?: number | undefined; yearTo?: number | undefined };

/** Refuses years that no paper can meet: the rule of every schema of conditions, which its extension would lose. */
export function withYearsInOrder<Schema extends z.ZodObject>(schema: Schema): Schema {
  return schema.refine(
    ({ yearFrom = Number.NEGATIVE_INFINITY, yearTo = Number.POSITIVE_INFINITY }: Years) => yearFrom <= yearTo,
    { path: ['yearTo'], error: ({ input }) => yearsProblem(input as Years) },
  );
}

const yearsProblem = ({ yearFrom, yearTo }: Years) => `a year not before yearFrom (${yearFrom}), got ${yearTo}`;

/** The conditions, as a base of the schemas that check them. */
export const conditionsSchema = z
  .strictObject({
    ...FILTER_SHAPE,
    /** Citations by papers of the same job. The caller resolves it, because it needs all papers of the job. */
    citedWithin: z.int(ruleError('a whole number from 1')).min(1, ruleError('a whole number from 1')),
    design: anyOf(DESIGNS),
    hasAbstract: flag,
    retracted: z.union([z.boolean(), z.enum(['unknown'])], ruleError('true, false or unknown')),
    /** The decision in the newest review of the paper's job. The caller resolves it, because it needs the reviews. */
    decision: z.enum(PAPER_DECISIONS, ruleError(`one of ${PAPER_DECISIONS.join(', ')}`)),
    /** `decision` is an assistant's suggestion, on which no person has decided; without `decision`: any of them. */
    by: z.enum(['assistant'], ruleError('assistant')),
    /** Imported by the user. The caller resolves it, because it needs the library. */
    inLibrary: flag,
    /** At least as good. The caller resolves it, because it needs the query of the paper's job. */
    match: z.enum(MATCH_CLASSES, ruleError(`one of ${MATCH_CLASSES.join(', ')}`)),
    text: words,
    language: words,
    venue: words,
    author: words,
    /** Excludes works that these jobs found. The caller resolves it, because it needs those jobs' papers. */
    notIn: z.array(z.string(ruleError('a reference such as J12')), ruleError('a list of references such as J12')),
  })
  .partial();

/** Filters the papers of a stored job. Free, because the service is not contacted. */
export const whereSchema = withYearsInOrder(conditionsSchema);

export type Where = z.output<typeof whereSchema>;

/** The keys of `where`. */
export const WHERE_NAMES = Object.keys(whereSchema.shape);

/** Splits `where` into single conditions; `by` belongs to `decision`. */
export function splitConditions(where: Where): { name: keyof Where; condition: Where }[] {
  const names = Object.keys(where) as (keyof Where)[];
  return names
    .filter((name) => where[name] !== undefined && !(name === 'by' && where.decision !== undefined))
    .map((name) => ({ name, condition: { [name]: where[name], ...(name === 'decision' && { by: where.by }) } }));
}

/** A sort order of stored papers: one of the service's, or by citations within the job. */
export const pageSort = sortBy([...SORT_FIELDS, 'citedWithin']);

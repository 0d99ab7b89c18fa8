import * as z from 'zod';
import { invalidInput } from '../contract/errors.ts';
import { invalidField, invalidFields, ruleError } from '../contract/invalid.ts';
import { asFields, asText } from '../lib/json.ts';
import { defineTool } from '../mcp/define-tool.ts';
import { anyGiven, described, given, noneGiven, oneOf, wholeNumber, words } from '../mcp/inputs.ts';
import { count, remarks, text, texts } from '../mcp/outputs.ts';
import { shorten } from '../papers/text.ts';
import type { DecisionRequest } from './accept.ts';
import { type NewCriterion, readCriterionLine } from './criterion-line.ts';
import { SERVING_ORDERS } from './events.ts';
import { DECISIONS, personNamed, READER_ACTS, STAGES } from './protocol.ts';
import { findReviewOf } from './screening/review-of-jobs.ts';
import { showRefusals } from './sentences.ts';
import { describePromise } from './stopping/sentences.ts';

const MAX_DECISIONS = 50;
const MAX_NEXT = 20;
const MAX_CRITERIA = 300;
/** The maximum length of a name at the lab's service. */
const MAX_NAME_CHARACTERS = 200;
const MAX_LINE_CHARACTERS = 10_000;
/** Maximum length of a refused decision's reference. */
const MAX_REF_CHARACTERS = 100;

const longText = (rule: string) => words(rule).max(MAX_LINE_CHARACTERS, ruleError(rule));

const nameOfReader = words('a name').max(
  MAX_NAME_CHARACTERS,
  ruleError(`a name of at most ${MAX_NAME_CHARACTERS} characters`),
);

const decisionSchema = z.strictObject(
  described(
    {
      ref: words('a reference such as J1-3'),
      decision: oneOf(READER_ACTS),
      reasons: z.array(words('a criterion such as C1'), ruleError('a list of criteria')).optional(),
      note: z.string(ruleError('a text')).trim().optional(),
      quote: z.string(ruleError('words of the paper')).trim().optional(),
      tags: z.array(z.string(ruleError('a tag')).trim(), ruleError('a list of tags')).optional(),
    },
    {
      ref: 'The paper, such as J1-3',
      decision: 'Yours; withdraw takes it back',
      reasons: 'Ids of criteria, such as C2',
      note: 'Why, in your words',
      quote: 'Words of the paper that decide it',
      tags: 'Your labels',
    },
  ),
  ruleError('a ref and a decision'),
);
const { $schema: _, ...decisionJson } = z.toJSONSchema(decisionSchema, { io: 'input' });

const input = z
  .strictObject(
    described(
      {
        review: words('a reference such as R1').optional(),
        question: longText('what the review asks').optional(),
        criteria: z
          .array(longText('"include: ..." or "exclude: ..."'), ruleError('a list of criteria'))
          .max(MAX_CRITERIA)
          .optional(),
        jobs: words('jobs such as J1,J2').optional(),
        as: nameOfReader.optional(),
        stage: oneOf(STAGES).optional(),
        // Decisions are validated one by one with the published schema, so that an invalid one does not block others.
        decisions: z
          .array(z.unknown(), ruleError('a list of decisions'))
          .max(MAX_DECISIONS, ruleError(`at most ${MAX_DECISIONS} decisions`))
          .optional()
          .meta({ items: decisionJson }),
        next: wholeNumber(0, MAX_NEXT).optional(),
        order: oneOf(SERVING_ORDERS).optional(),
        view: oneOf(['compact', 'abstract']).optional(),
      },
      {
        review: 'Review to go on with (R1); else begins one',
        question: 'What a new review asks',
        criteria: 'Of a new review, each as include: TEXT or exclude: TEXT',
        jobs: 'Jobs to screen: J1,J2',
        as: 'Your model and version, in each call',
        stage: 'Default: the first not done',
        decisions: 'On papers shown to you',
        next: 'Papers to show; default 10',
        order: 'Which come next; default likely',
        view: 'Default: abstract',
      },
    ),
  )
  .meta({
    if: given('review'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: noneGiven('question', 'criteria'),
    else: anyGiven(['question', 'jobs']),
  });

const stop = { rule: text, target: z.number(), confidence: z.number() };
const decision = oneOf(DECISIONS);
const review = z.object({
  ref: text,
  question: text,
  openedAt: text.optional(),
  criteria: z
    .array(
      z.object({
        id: text,
        kind: text,
        text,
        stage: text.optional(),
        words: texts.optional(),
        retired: z.literal(true).optional(),
      }),
    )
    .optional(),
  protocol: z
    .object({
      stages: texts,
      readers: text,
      blind: z.boolean(),
      assistant: text,
      stop: z.object(stop).optional(),
      priors: texts,
    })
    .optional(),
  records: count,
});

const record = z.object({
  ref: text,
  title: text,
  year: count.optional(),
  venue: text.optional(),
  type: text.optional(),
  retracted: z.literal(true).optional(),
  says: texts.optional(),
  abstract: text.optional(),
  hasNoAbstract: z.literal(true).optional(),
});

const progress = z.object({
  stage: text,
  records: count,
  include: count,
  exclude: count,
  maybe: count,
  conflicts: count,
  open: count,
  suggested: count.optional(),
  own: count,
});

const statement = z.object({
  rule: text,
  kind: oneOf(['heuristic', 'test', 'certificate']),
  holds: z.boolean(),
  promise: text.optional(),
  target: z.number().optional(),
  confidence: z.number().optional(),
  p: z.number().optional(),
  frontier: z.number().optional(),
  bias: z.number().optional(),
  checks: count.optional(),
  run: count.optional(),
  share: z.number().optional(),
  keyPapers: z.object({ found: count, of: count }).optional(),
  found: count.optional(),
  read: count.optional(),
  needed: count.optional(),
});

const reading = z.object({
  name: text,
  kind: text,
  decision,
  reasons: texts.optional(),
  note: text.optional(),
  quote: text.optional(),
});

const output = z.object({
  review,
  stage: text,
  added: z.object({ records: count, duplicates: count }).optional(),
  accepted: count,
  repeated: count.optional(),
  refused: z.array(z.object({ ref: text, code: text, why: text })),
  next: z.array(record),
  progress: z.array(progress),
  stop: z.object({
    ...stop,
    fixedAt: text.optional(),
    isBeforehand: z.boolean().optional(),
    holds: z.boolean(),
    screened: count,
    relevant: count,
    records: count,
    triaged: count.optional(),
    unranked: z.object({ records: count, unread: count }).optional(),
    statements: z.array(statement),
  }),
  conflicts: z.array(z.object({ ref: text, title: text, stage: text, readings: z.array(reading) })),
  agreement: z
    .object({
      readers: texts,
      maybeCountsAs: text,
      both: count,
      onlyOne: count,
      percent: z.number().optional(),
      kappa: z.number().optional(),
      interval: z.array(z.number()).optional(),
      pabak: z.number().optional(),
      ac1: z.number().optional(),
    })
    .optional(),
  methods: text.optional(),
  notes: remarks.notes,
});

export const screenPapers = defineTool({
  name: 'screen_papers',
  title: 'Screen papers',
  summary:
    'begins a review of the papers of jobs, records decisions on them (include, exclude, maybe, with reasons) and shows the next ones, the likeliest first; what it promises to stop',
  safety: 'writes',
  needs: ['reviews'],
  description:
    'Screen papers for a review{free}: begin with question, criteria and jobs; each later call takes decisions and gives the next. ' +
    'Your decisions are suggestions until a person agrees; say maybe if the abstract does not tell. ' +
    'Returns progress and whether you may stop.',
  seeAlso: { export_papers: 'export_papers writes it up.' },
  input,
  output,
  run: async ({ review: named, question, criteria = [], jobs, as, decisions, next = 10, ...showing }, context) => {
    const { reviews } = context;
    const who = context.isPerson
      ? personNamed()
      : ({ kind: 'assistant', name: as ?? 'assistant', ...(as && { model: as }) } as const);
    // A person who decides in the page continues the review of the job.
    const existing = context.isPerson && named === undefined && jobs ? await findReviewOf(reviews, jobs) : undefined;
    const ref = named ?? existing?.ref;
    const extras = Object.entries({ question, criteria: criteria.length > 0 ? criteria : undefined });
    const [extra] = extras.find(([, value]) => named !== undefined && value !== undefined) ?? [];
    if (extra !== undefined) throw invalidInput([invalidField(extra, 'to begin a review; this one has its own')]);
    const added = named !== undefined && jobs !== undefined ? await reviews.addJobs(named, jobs, who) : undefined;
    const begun =
      ref === undefined
        ? await reviews.open({ ...readNew({ question, criteria, jobs }), place: 'lab' }, who)
        : undefined;
    const { valid, malformed } = readDecisions(decisions);
    const request = { review: ref ?? begun?.ref ?? '', decisions: valid, next, ...showing };
    const view = await reviews.screen(request, who);
    const { stop, refused, review, repeated, hasNewCriteria, next: toRead, ...others } = view;
    const { rule, statements, ...state } = stop;
    // An assistant that continues a review has read its criteria, and what its decisions are.
    const isFollowUp = decisions !== undefined && !begun && !context.isPerson;
    const { notes } = others;
    return {
      review:
        isFollowUp && !hasNewCriteria
          ? { ref: review.ref, question: review.question, records: review.records }
          : review,
      ...(added && { added }),
      ...others,
      ...(isFollowUp && { notes: notes.filter(({ kind }) => kind !== 'assistant-suggests') }),
      toRead,
      ...(repeated > 0 && { repeated }),
      refused: [...malformed, ...showRefusals(refused)].map(({ ref, ...why }) => ({
        ref: shorten(ref, MAX_REF_CHARACTERS),
        ...why,
      })),
      stop: {
        rule,
        ...state,
        // Only the statement of the review's own rule has a promise, in later answers if it holds; of the others,
        // later answers, and those before any decision, name those that hold.
        statements: statements
          .filter((each) => each.rule === rule || each.holds || (!isFollowUp && stop.screened > 0))
          .map((each) =>
            each.rule === rule && (each.holds || !isFollowUp)
              ? { ...each, promise: describePromise(each, stop.unranked?.records) }
              : each,
          ),
      },
    };
  },
});

/** The valid decisions, and why the others are invalid. */
function readDecisions(decisions: readonly unknown[] = []) {
  const valid: DecisionRequest[] = [];
  const malformed: { ref: string; code: string; why: string }[] = [];
  for (const [index, each] of decisions.entries()) {
    const read = decisionSchema.safeParse(each);
    if (read.success) {
      valid.push(read.data);
      continue;
    }
    const fields = invalidFields(read.error, Object.keys(decisionSchema.shape));
    malformed.push({
      ref: asText(asFields(each).ref) ?? `decisions[${index}]`,
      code: 'malformed',
      why: fields.map(({ field, rule, message }) => (field === 'request' ? rule : message)).join('; '),
    });
  }
  return { valid, malformed };
}

/** The parameters of a new review, or INVALID_INPUT. */
function readNew({ question, criteria, jobs }: { question?: string; criteria: string[]; jobs?: string }) {
  if (question === undefined || jobs === undefined) {
    throw invalidInput([invalidField('review', 'a review (R1), or question, criteria and jobs to begin one')]);
  }
  return { question, jobs, criteria: criteria.flatMap(readCriterion) };
}

/** As in the shell's files: optionally for one stage, and with words to highlight after a bar. */
function readCriterion(text: string): NewCriterion[] {
  const read = readCriterionLine(text, 'include');
  if (read === undefined) return [];
  if ('wrong' in read) throw invalidInput([invalidField('criteria', `include (${STAGES.join(' or ')}): ...`)]);
  return [read];
}

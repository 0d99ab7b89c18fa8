import { counted, grouped } from '../../lib/counted.ts';
import { joinWithAnd } from '../../lib/line.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import type { MaybeCountsAs } from './compare-readers.ts';
import type { AssistantMethods, CitationMethods, ImportedDecisions, ReviewMethods } from './review-methods.ts';

/** The reason of a report that was excluded without one. */
export const NO_REASON = 'No reason given';

/** A criterion for inclusion as the reason of an exclusion. */
export function notMet(criterion: string): string {
  return `not met: ${criterion}`;
}

/** The source of records from a file that names no database. */
export const NO_DATABASE = 'Database not named';

/** The model that ranks the records of a review. */
export const RANKING_MODEL = 'a linear support vector machine over words and pairs of words of titles and abstracts';

/** A paragraph on the screening for the methods section: whole sentences, in the past tense, to paste and edit. */
export function describeReviewMethods(methods: ReviewMethods): string {
  const text = [
    ...describeReaders(methods),
    ...describeTriage(methods),
    ...describeChanges(methods),
    ...describeRanking(methods),
    ...describeStop(methods),
    ...describeFullTexts(methods),
    ...methods.assistants.flatMap((each) => describeAssistant(each, methods.readers.names.length > 0)),
    ...(methods.citations ?? []).flatMap(describeCitations),
  ].join(' ');
  // Readers choose their names, and other members of a lab see them.
  return visibleLine(text);
}

function describeReaders(methods: ReviewMethods) {
  const { software, stage, from, to, records, screened, triaged, imported, readers, agreement, conflicts } = methods;
  if (screened === 0)
    return [
      `${counts(records, 'record')} were identified for screening; ${triaged ? 'no person has decided on one' : 'no decision that counts was made'} yet.`,
    ];
  const when = from === undefined ? '' : from === to ? ` on ${from}` : ` between ${from} and ${to}`;
  const many = readers.names.length;
  const isKnown = !imported?.files.some(({ namesNobody }) => namesNobody);
  const how =
    readers.mode === 'each' && many > 1 && isKnown
      ? `, ${many === 2 ? 'each deciding on every record' : 'two deciding on each record'}${readers.isBlind ? ' without seeing the decisions of the others' : ''}`
      : '';
  return [
    `${stage === 'full-text' ? 'Full texts' : 'Titles and abstracts'} of ${grouped(screened)} of ${counts(records, 'record')} were screened ${imported ? `by ${describeWho(methods)}${how}${describeImported(imported, `${software}${when}`)}` : `with ${software}${when} by ${describeWho(methods)}${how}`}.`,
    ...(agreement ? [describeAgreement(agreement, many > 2, 'record')] : []),
    ...describeConflicts(conflicts),
  ];
}

function describeConflicts(conflicts: ReviewMethods['conflicts']): string[] {
  if (!conflicts || conflicts.found === 0) return [];
  return [
    `Of ${counts(conflicts.found, 'disagreement')}, ${grouped(conflicts.resolved)} ${were(conflicts.resolved)} resolved by discussion or a third decision.`,
  ];
}

/** The second stage, in the numbers of the flow. */
function describeFullTexts({ fullTexts }: ReviewMethods): string[] {
  if (!fullTexts) return [];
  const { sought, notRetrieved = 0, assessed, included, excluded, readers, agreement, conflicts } = fullTexts;
  const missing = notRetrieved > 0 ? ` ${grouped(notRetrieved)} could not be retrieved and` : '';
  const by =
    readers === 0
      ? ''
      : ` by ${readers === 1 ? 'one reviewer' : readers === 2 ? 'two reviewers' : `${readers} reviewers`}`;
  const reasons = excluded.map(({ reason, reports }) => `${reason} (${grouped(reports)})`);
  const all = excluded.reduce((sum, { reports }) => sum + reports, 0);
  const out = all === 0 ? '' : `; ${grouped(all)} ${were(all)} excluded: ${joinWithAnd(reasons)}`;
  return [
    `Of ${counts(sought, 'report')} sought in full text,${missing} ${grouped(assessed)} ${were(assessed)} assessed${by}${out}; ${grouped(included)} ${were(included)} included.`,
    ...(agreement ? [describeAgreement(agreement, readers > 2, 'full text')] : []),
    ...describeConflicts(conflicts),
  ];
}

function describeWho({ readers, imported }: ReviewMethods): string {
  const { names, hasCountedAssistant } = readers;
  const many = names.length;
  const named = many === 0 ? [] : [many === 1 ? 'one reviewer' : many === 2 ? 'two reviewers' : `${many} reviewers`];
  const isUnnamed = imported?.files.some(({ namesNobody }) => namesNobody);
  const unnamed = isUnnamed ? [`${many === 0 ? 'reviewers' : 'others'} whom an imported file does not name`] : [];
  if (hasCountedAssistant && many === 0 && !isUnnamed) return 'an AI system alone, without a person';
  return [...named, ...unnamed].join(' and ');
}

function describeTriage({ triaged = 0 }: ReviewMethods): string[] {
  if (triaged === 0) return [];
  return [
    `${counts(triaged, 'record')} ${were(triaged)} excluded by an AI system, and no person screened ${triaged === 1 ? 'it' : 'them'}.`,
  ];
}

/** Where decisions were made; follows the sentence on who decided. `here` is the software, with the days. */
function describeImported({ made, files }: NonNullable<ReviewMethods['imported']>, here: string): string {
  const from = joinWithAnd(files.map((each) => describeFile(each, files.length > 1)));
  const elsewhere = files.reduce((sum, { decisions }) => sum + decisions, 0);
  return made === 0
    ? `; ${counts(elsewhere, 'decision')} ${were(elsewhere)} made elsewhere and imported into ${here} from ${from}`
    : `; ${counts(made, 'decision')} ${were(made)} made with ${here}, and ${grouped(elsewhere)} elsewhere and imported from ${from}`;
}

function describeFile({ file, program, on, decisions }: ImportedDecisions, isOfSeveral: boolean): string {
  const of = program === undefined ? '' : ` (of ${program})`;
  return `${file}${of} on ${on}${isOfSeveral ? ` (${grouped(decisions)})` : ''}`;
}

function describeChanges({ changed }: ReviewMethods): string[] {
  const after = (what: string, decisions: readonly number[]) =>
    decisions.length === 0
      ? []
      : [`${what} changed after ${joinWithAnd(decisions.map((n) => counts(n, 'decision')))}.`];
  return changed
    ? [...after('The criteria were', changed.criteria), ...after('The protocol was', changed.protocol)]
    : [];
}

function describeAgreement(
  { readers, maybeCountsAs, both, percent: equal, kappa, interval }: NonNullable<ReviewMethods['agreement']>,
  isOfMore: boolean,
  of: 'record' | 'full text',
): string {
  const pair = isOfMore ? readers.join(' and ') : 'two reviewers';
  const ends = interval ? `, 95% confidence interval ${range(interval)}` : '';
  const beyondChance = kappa === undefined ? '' : ` (Cohen's kappa ${two(kappa)}${ends})`;
  return `On the ${counts(both, of)} that ${pair} screened, agreement was ${percent(equal / 100)}${beyondChance}; ${describeMaybe(maybeCountsAs, 'counted')}.`;
}

/** How a measure of agreement takes `maybe`; follows a text. */
export function describeMaybe(as: MaybeCountsAs, verb: 'counts' | 'counted'): string {
  return as === 'include'
    ? `"maybe" ${verb} as "include"`
    : `"maybe" ${verb} as an answer that is neither "include" nor "exclude"`;
}

function describeRanking({ ranking, screened, assistants }: ReviewMethods): string[] {
  if (!ranking) return [];
  const hasSuggestions = assistants.some(({ role, decisions }) => role === 'suggest' && decisions > 0);
  const decisions = screened > 0 ? ['the decisions'] : [];
  const from = hasSuggestions ? [...decisions, "an assistant's suggestions"] : ['the decisions'];
  const start = ranking.priors > 0 ? `, starting from ${counts(ranking.priors, 'record')} known before` : '';
  const { model, shown, read } = ranking;
  const which = shown === read ? 'Records' : `Of ${counts(read, 'record')} that were read, ${grouped(shown)}`;
  const verb = shown === read ? 'were' : were(shown);
  return [`${which} ${verb} shown in an order that a model (${model}) learned from ${from.join(' and ')}${start}.`];
}

function describeStop({ stop, records, screened, triaged = 0 }: ReviewMethods): string[] {
  if (!stop) return [];
  const { rule, kind, target, confidence, bias, isFixedBefore, holds, unread } = stop;
  const fixed = isFixedBefore ? 'fixed before the first decision' : 'chosen after screening had begun';
  const assumed =
    bias === undefined
      ? ''
      : `, taking the ranking to find relevant records ${Number(bias.toFixed(1))} times as readily as chance to the end, and over a fiftieth of the records in a row`;
  const promise =
    kind === 'heuristic'
      ? 'a heuristic, which promises no recall'
      : `which tests for a recall of ${percent(target ?? 0)}${confidence === undefined ? '' : ` at a confidence of ${percent(confidence)}`}${assumed}`;
  // Records on which readers disagree are read, but not screened yet.
  const done = screened + triaged < records ? 'read' : 'screened';
  const left =
    unread === 0
      ? `all ${triaged > 0 ? 'others' : 'records'} were ${done}`
      : `${counts(unread, 'record')} were left unscreened`;
  const outcome = records === 0 ? '' : `; it ${holds ? 'was met' : 'was not met'}, and ${left}`;
  return [`The stopping rule was ${rule} (${promise}), ${fixed}${outcome}.`];
}

function describeRole(role: AssistantMethods['role'], hasPeople: boolean): string {
  if (role === 'suggest') return 'to suggest decisions, which counted only where a person decided';
  if (role === 'triage') return 'to exclude records that no person then screened';
  return hasPeople ? 'as a reader whose decisions counted like those of a person' : 'as the only reader';
}

function describeAssistant(
  { name, model, role, decisions, confirmed = 0, criteriaHashes, validation }: AssistantMethods,
  hasPeople: boolean,
): string[] {
  const version = model === undefined ? 'model and version not declared' : model;
  const which = criteriaHashes.length > 1 ? 'the criteria as they then stood' : 'the same criteria';
  const criteria = criteriaHashes.length === 0 ? '' : ` by ${which} (SHA-256 ${joinWithAnd(criteriaHashes)})`;
  const system = model === name ? `${name} (as it named itself)` : `${name} (${version})`;
  return [
    `The AI system ${system} was used ${describeRole(role, hasPeople)}: it judged ${counts(decisions, 'record')}${criteria}.`,
    ...(confirmed > 0 ? [`A person confirmed ${grouped(confirmed)} of its suggestions in one step.`] : []),
    ...describeValidation(name, validation),
  ];
}

function describeValidation(name: string, validation: AssistantMethods['validation']): string[] {
  if (!validation || validation.sample === 0)
    return [
      `No record was judged by both ${name} and, independently, a person, so its accuracy in this review is unknown.`,
    ];
  const { sample, relevant, found, sensitivity } = validation;
  const seen = `On ${counts(sample, 'record')} that people also judged`;
  if (!sensitivity) return [`${seen}, people included none, so the sensitivity of ${name} is unknown.`];
  return [
    `${seen}, ${name} kept ${grouped(found)} of the ${grouped(relevant)} that people included (sensitivity ${percent(sensitivity.value)}, 95% confidence interval ${range(
      sensitivity.interval.map((each) => 100 * each),
      '%',
    )}).`,
  ];
}

function describeCitations({ seeds, directions, indexes, rounds, from, to, ...found }: CitationMethods): string[] {
  const when = from === to ? `on ${from}` : `between ${from} and ${to}`;
  const places = indexes.length === 0 ? '' : ` in ${joinWithAnd(indexes)}`;
  const included =
    found.included === undefined ? '' : `, ${grouped(found.included)} of which ${were(found.included)} included`;
  return [
    `Citation searching (${directions.join(' and ')}) from ${counts(seeds, 'seed reference')}${places} was done ${when} in ${counts(rounds, 'round')}.`,
    `It gave ${counts(found.records, 'record')}, of which ${grouped(found.newRecords)} ${were(found.newRecords)} new after deduplication${included}.`,
  ];
}

function were(number: number): string {
  return number === 1 ? 'was' : 'were';
}

function counts(number: number, one: string): string {
  return number < 1_000 ? counted(number, one) : `${grouped(number)} ${one}s`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`;
}

function two(number: number): string {
  return number.toFixed(2);
}

function range(interval: readonly number[], unit = ''): string {
  return interval.map((each) => (unit ? `${Number(each.toFixed(1))}${unit}` : two(each))).join(' to ');
}

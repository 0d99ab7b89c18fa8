import { type InvalidField, invalidField } from '../../contract/invalid.ts';
import { readCriterionLine } from '../criterion-line.ts';
import { ASSISTANT_ROLES, type Criterion, type Protocol, READER_SETS, STAGES, STOP_RULES } from '../protocol.ts';

/** The fields of the form that creates a review. */
export type NewReviewValues = Partial<Record<(typeof FIELDS)[number], string>>;

const FIELDS = [
  ...(['question', 'jobs', 'criteria', 'readers', 'blind', 'assistant', 'stages'] as const),
  ...(['stop', 'target', 'confidence', 'priors', 'as'] as const),
];

export const DEFAULT_VALUES: NewReviewValues = { readers: '1', assistant: 'suggest', target: '95', confidence: '95' };

/** The form's values as sent by a browser. */
export function readReviewForm(form: URLSearchParams): NewReviewValues {
  return Object.fromEntries(FIELDS.flatMap((name) => (form.get(name)?.trim() ? [[name, form.get(name)?.trim()]] : [])));
}

/** The kind of a criterion without a prefix: `not children` excludes, any other line includes. */
function kindOf(line: string): [line: string, kind: Criterion['kind']] {
  const [, rest] = /^\s*(?:[-*]\s*)?(?:not|out)(?:\s*:\s*|\s+)(\S.*)$/i.exec(line) ?? [];
  return rest === undefined ? [line, 'include'] : [rest, 'exclude'];
}

type Begun = { question: string; jobs: string | undefined; criteria: Omit<Criterion, 'id'>[]; protocol: Protocol };

/** The review that the form describes, and every invalid field. */
export function reviewOfForm(values: NewReviewValues): { review: Begun; invalid: InvalidField[] } {
  const invalid: InvalidField[] = [];
  const { question = '', jobs } = values;
  if (question === '') invalid.push(invalidField('question', { kind: 'no-question' }));
  if (jobs !== undefined && !/^J[1-9]\d*(\s*,\s*J[1-9]\d*)*$/i.test(jobs))
    invalid.push(invalidField('jobs', 'references such as J1, J2'));
  const criteria = (values.criteria ?? '').split('\n').flatMap((line, index) => {
    const read = readCriterionLine(...kindOf(line));
    if (!read) return [];
    if (!('wrong' in read)) return [read];
    const says =
      read.wrong === 'stage' ? `the stage is one of ${STAGES.join(', ')}` : 'there is no text before the bar';
    invalid.push(invalidField('criteria', `line ${index + 1}: ${says}`));
    return [];
  });
  const share = (field: 'target' | 'confidence') => {
    const value = Number((values[field] ?? '95').replace(',', '.').replace(/%$/, '')) / 100;
    if (!(value > 0 && value < 1)) invalid.push(invalidField(field, 'a number between 0 and 100'));
    return value;
  };
  const [target, confidence] = [share('target'), share('confidence')];
  const rule = STOP_RULES.find((each) => each === values.stop);
  const protocol: Protocol = {
    stages: STAGES.filter((stage) => values.stages === undefined || values.stages === stage),
    readers: READER_SETS.find((each) => each === values.readers) ?? '1',
    blind: values.blind !== undefined,
    assistant: ASSISTANT_ROLES.find((each) => each === values.assistant) ?? 'suggest',
    priors: (values.priors ?? '').split(/[\s,;]+/).filter(Boolean),
    ...(rule && { stop: { rule, target, confidence } }),
  };
  return { review: { question, jobs: jobs?.replace(/\s/g, ''), criteria, protocol }, invalid };
}

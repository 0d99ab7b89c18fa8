import { oneLine } from '../../lib/line.ts';
import { oncePer } from '../../lib/once.ts';
import { splitTitle } from '../text.ts';
import { DESIGNS, type Design } from './designs.ts';
import {
  ABSTRACT_PHRASES,
  NOT_OF_ONE_TRIAL,
  NOT_OWN_ABSTRACT,
  NOT_OWN_GUIDELINE,
  NOT_OWN_TITLE,
  NOT_OWN_TRIAL,
  TITLE_LABELS,
} from './patterns.ts';

/** Names used by PubMed, Europe PMC, OpenAlex, Semantic Scholar and Ovid. */
const DESIGN_BY_TYPE: readonly [type: RegExp, design: Design][] = [
  [/^(?:practice )?guideline$/, 'guideline'],
  [/^(?:network )?meta ?analysis$/, 'meta-analysis'],
  [/^systematic ?review$/, 'systematic-review'],
  [/^case ?reports?$/, 'case-report'],
  [/^randomi[sz]ed (?:controlled )?trial$/, 'randomized-trial'],
  [/^(?:scoping )?review(?: article)?$|^\d+ refs?$/, 'review'],
];

/** The design that a source's publication type states. */
function readDesign(type: string): Design | undefined {
  const plain = type
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return DESIGN_BY_TYPE.find(([pattern]) => pattern.test(plain))?.[1];
}

/** The designs among a source's types; undefined if there are none. */
export function readDesigns(types: readonly string[]): Design[] | undefined {
  const designs = new Set(types.map(readDesign).filter((design) => design !== undefined));
  return designs.size > 0 ? [...designs] : undefined;
}

/** Labels of texts about another paper. */
const ABOUT_OTHER = /^(?:comments?|letter|editorial)$/;
const PART_END = /[:.?!;]\s+|(?<!\s)\s+[-‐-―]+\s+|(?:(?<!\s)\s+)?(?:--+|—)\s*|,\s+(?=an? )/;

/** The patterns take quadratic time on texts longer than any genuine title or abstract. */
const MAX_TITLE_CHARACTERS = 500;
const MAX_ABSTRACT_CHARACTERS = 4_000;

type Evidence = {
  [Name in 'title' | 'abstract' | 'publicationType']?: string;
} & { studyTypes?: readonly string[] };

/**
 * The paper's study design, if the title and its sources' types make it clear, else from the abstract. A missing design
 * is better than a wrong one.
 */
export const detectDesign: (paper: Evidence) => Design | undefined = oncePer(findDesign);

function findDesign({ title, abstract, publicationType, studyTypes }: Evidence): Design | undefined {
  const { title: bare, labels } = splitTitle(plainText(title, MAX_TITLE_CHARACTERS));
  const isAboutOther = NOT_OWN_TITLE.test(bare) || labels.some((label) => ABOUT_OTHER.test(label));
  const types = [...(studyTypes ?? []), ...labels, publicationType ?? ''].map(readDesign);
  const designs = [...types, ...(isAboutOther ? [] : designsInTitle(bare))];
  const clear = DESIGNS.find((design) => designs.includes(design));
  if (clear || isAboutOther || !abstract) return clear;
  return designInAbstract(bare, plainText(abstract, MAX_ABSTRACT_CHARACTERS));
}

/** The design, or both designs of a meta-analysis that is also a systematic review. */
export function detectDesigns(paper: Evidence): Design[] {
  const design = detectDesign(paper);
  if (design !== 'meta-analysis') return design ? [design] : [];
  const isSystematic =
    paper.studyTypes?.includes('systematic-review') || /systematic/i.test(`${paper.title} ${paper.abstract}`);
  return isSystematic ? ['meta-analysis', 'systematic-review'] : ['meta-analysis'];
}

function plainText(text: string | undefined, maxCharacters: number): string {
  return oneLine((text ?? '').slice(0, maxCharacters).toLowerCase())
    .replace(/[‐‑]/g, '-')
    .trim();
}

function designsInTitle(title: string): Design[] {
  const possible = possibleDesigns(title).filter((design) => TITLE_LABELS[design].word.test(title));
  if (possible.length === 0) return [];
  const [first = '', ...later] = title.split(PART_END).map((part) => part.replace(/^[^\p{L}\p{N}]+/u, ''));
  return possible.filter(
    (design) => TITLE_LABELS[design].first.test(first) || later.some((part) => TITLE_LABELS[design].later.test(part)),
  );
}

function designInAbstract(title: string, abstract: string): Design | undefined {
  if (NOT_OWN_ABSTRACT.test(abstract)) return undefined;
  const design = possibleDesigns(title).find(
    // Most abstracts lack the word, which is faster to check.
    (design) => ABSTRACT_PHRASES[design].word.test(abstract) && ABSTRACT_PHRASES[design].phrase.test(abstract),
  );
  return design === 'randomized-trial' && NOT_OF_ONE_TRIAL.test(abstract) ? undefined : design;
}

function possibleDesigns(title: string): Design[] {
  return DESIGNS.filter(
    (design) =>
      !(design === 'randomized-trial' && NOT_OWN_TRIAL.test(title)) &&
      !(design === 'guideline' && NOT_OWN_GUIDELINE.test(title)),
  );
}

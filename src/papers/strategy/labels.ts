import type { Design } from '../design/designs.ts';
import { isSameLanguage } from '../language.ts';
import type { Paper } from '../paper.ts';
import type { LabelField } from './strategy-tree.ts';
import { textWords } from './strategy-words.ts';

export type Verdict = 'met' | 'unmet' | 'unknown';

export type LabelledPaper = Pick<Paper, 'authors'> & Partial<Pick<Paper, 'venue' | 'language' | 'studyTypes'>>;

/** Missing fields yield unknown, as does a label that sources may name differently. */
export function labelVerdict(field: LabelField, text: string, paper: LabelledPaper): Verdict {
  const label = plain(text);
  if (field === 'author') return authorVerdict(text, paper.authors);
  if (field === 'journal') return paper.venue !== undefined && plain(paper.venue) === label ? 'met' : 'unknown';
  if (field === 'language') {
    if (paper.language === undefined) return 'unknown';
    return isSameLanguage(paper.language, text) ? 'met' : 'unmet';
  }
  const design = DESIGN_OF_TYPE[label];
  return design !== undefined && paper.studyTypes?.includes(design) ? 'met' : 'unknown';
}

/** Publication types of MEDLINE. */
const DESIGN_OF_TYPE: Partial<Record<string, Design>> = {
  'randomized controlled trial': 'randomized-trial',
  'systematic review': 'systematic-review',
  'meta analysis': 'meta-analysis',
  review: 'review',
  'case reports': 'case-report',
  guideline: 'guideline',
  'practice guideline': 'guideline',
};

/** `Smith J`: a family name, and initials in capitals. `smith` matches any Smith. */
function authorVerdict(text: string, authors: readonly string[]): Verdict {
  if (authors.length === 0) return 'unknown';
  const name = text.trim().replace(/\*$/, '');
  const ending = /(?<![\s,])[\s,]+(\p{Lu}{1,3})$/u.exec(name);
  const [family, initials = ''] = [name.slice(0, ending?.index), ending?.[1]];
  const familyWords = textWords(family);
  const initial = initials[0]?.toLowerCase();
  const isNamed = (author: string) => {
    const words = textWords(author);
    if (familyWords.length === 0 || !familyWords.every((word) => words.includes(word))) return false;
    return initial === undefined || words.some((word) => !familyWords.includes(word) && word.startsWith(initial));
  };
  return authors.some(isNamed) ? 'met' : 'unmet';
}

function plain(text: string): string {
  return textWords(text).join(' ');
}

import type { Section } from '../../reading/document.ts';

/** Kinds of sections, by their title and those of the enclosing sections. */
export const SECTION_KINDS = [
  'other',
  'results',
  'methods',
  'discussion',
  'conclusion',
  'introduction',
  'back',
  'abstract',
  'abstract results',
  'abstract conclusion',
  'abstract other',
] as const;

export type SectionKind = (typeof SECTION_KINDS)[number];

/** The first match counts: `Results and discussion` is `results`. English, then common words of other languages. */
const TITLES: [RegExp, SectionKind][] = [
  [
    /\b(?:results?|findings|efficacy|safety|adverse|experiments?|evaluation)\b|ergebniss|r[ée]sultat|resultado/i,
    'results',
  ],
  [
    /\b(?:methods?|methodology|materials|participants|patients|subjects|design|setting|statistic\w*|procedures?|interventions?|measure(?:s|ments?)|randomi[sz]ation|protocol|recruitment|samples?|eligibility|ethic\w*)\b|methodik|m[ée]thod|m[ée]todo/i,
    'methods',
  ],
  [
    /\b(?:discussion|limitations?|strengths|implications|comment)\b|diskussion|discusi[óo]n|discuss[ãa]o/i,
    'discussion',
  ],
  [/\b(?:conclusions?|interpretation|summary)\b|schlussfolgerung|fazit|conclusi[óo]n|conclus[ãa]o/i, 'conclusion'],
  [
    /\b(?:background|introduction|objectives?|aims?|purpose|related work)\b|einleitung|hintergrund|introducci[óo]n|introdu[çc][ãa]o/i,
    'introduction',
  ],
  [/\b(?:outcomes?|effects?|follow-?up|analys[ie]s)\b/i, 'results'],
];

const MAX_TITLE = 200;

function kindOfTitle(title: string): SectionKind {
  return TITLES.find(([pattern]) => pattern.test(title.slice(0, MAX_TITLE)))?.[1] ?? 'other';
}

/** The kind of a section. `titles`: its title, then those of the enclosing sections. */
export function sectionKind({ kind }: Pick<Section, 'kind'>, titles: readonly string[]): SectionKind {
  const title = titles[0] ?? '';
  if (kind === 'abstract') {
    if (/^\s*abstract\s*$/i.test(title)) return 'abstract';
    const kind = kindOfTitle(title.replace(/abstract/i, ''));
    if (kind === 'results' || kind === 'conclusion') return `abstract ${kind}`;
    return kind === 'other' ? 'abstract' : 'abstract other';
  }
  if (kind === 'back' || kind === 'review') return 'back';
  const outer = kindOfTitle(titles.at(-1) ?? '');
  return outer === 'other' ? kindOfTitle(title) : outer;
}

import type { Section } from '../../reading/document.ts';

/** What a section is about, by its own title and those around it. */
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

/** In order: `Results and discussion` has results. English first, then the commonest of other languages. */
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

/** The kind of a section; `titles`: its title, then those of the sections around it. */
export function sectionKind({ kind }: Pick<Section, 'kind'>, titles: readonly string[]): SectionKind {
  const own = titles[0] ?? '';
  if (kind === 'abstract') {
    if (/^\s*abstract\s*$/i.test(own)) return 'abstract';
    const named = kindOfTitle(own.replace(/abstract/i, ''));
    if (named === 'results' || named === 'conclusion') return `abstract ${named}`;
    return named === 'other' ? 'abstract' : 'abstract other';
  }
  if (kind === 'back' || kind === 'review') return 'back';
  const outer = kindOfTitle(titles.at(-1) ?? '');
  return outer === 'other' ? kindOfTitle(own) : outer;
}

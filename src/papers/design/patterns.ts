import type { Design } from './designs.ts';

/** How titles and abstracts name their own study's design. All patterns expect lower-case text. */

/** Words before a label that only describe it. Other words make it a subject, as in `bias in systematic reviews`. */
const NOT_DESCRIBING =
  'in|of|for|on|with|to|from|by|vs|versus|using|about|after|during|and|or|is|are|the|reporting|updating|conducting|performing|following|underpinning|secondary|post-hoc';
const DESCRIPTION = `(?:(?!(?:${NOT_DESCRIBING})\\b)[^\\s:;.?!]+ ){0,6}`;
const INTRODUCTION = '(?:(?:(?:results?|findings?|evidence|update) (?:of|from) )?(?:an?|the|our|two|three) )?';

const SYSTEMATIC =
  'systematic,? (?:(?:literature|scoping|quantitative|qualitative|critical|narrative|cochrane|integrative|mapping) ){0,2}(?:review|overview)';
const META = `(?:${SYSTEMATIC},?(?: and| with| &)? ${DESCRIPTION})?meta-? ?analys[ei]s`;
const RANDOMIZED = `randomi[sz]ed,? ${DESCRIPTION}(?:trial|study)`;
const BLIND = `double-(?:blind(?:ed)?|masked),? (?:\\S+ )?(?:placebo|sham|vehicle)[- ]controlled,? ${DESCRIPTION}(?:trial|study)`;
const LABELS: Record<Design, string> = {
  guideline: `(?:clinical|practice|management|treatment|consensus|evidence-based) ${DESCRIPTION}guidelines?|(?:consensus|position|scientific) statement|practice parameter|consensus recommendations`,
  'meta-analysis': META,
  'systematic-review': SYSTEMATIC,
  'case-report': 'case reports?|reports? of (?:an?|one|two|three|four|five|six|\\d) (?:\\S+ )?cases?',
  'randomized-trial': `${RANDOMIZED}|${BLIND}`,
  review: 'review',
};

const GOES_ON = 'of|on|comparing|to|for|with|versus|evaluating|assessing|examining';
const GOES_ON_LATER = `${GOES_ON}|in|from|and|using|among|by|at|conducted`;
/** `review of 120 cases` does not review literature. */
const NO_CASES = '(?! (?:of|on) (?:\\d|our|an?|one|two|three|cases|patients))';

/** Every label of a design has one of these. Most titles have none, and this check is faster. */
const LABEL_WORDS: Record<Design, RegExp> = {
  guideline: /guideline|statement|parameter|recommendation/,
  'meta-analysis': /meta/,
  'systematic-review': /systematic/,
  'case-report': /case/,
  'randomized-trial': /randomi|double/,
  review: /review/,
};

/**
 * Whether a part of a title (between colons, full stops, dashes) is a design's label: it starts with it, and then ends
 * or continues with `of` or similar. The first part must continue, because it may be a word about the method. Parts
 * start with a letter or digit: leading punctuation would take quadratic time.
 */
export const TITLE_LABELS = Object.fromEntries(
  Object.entries(LABELS).map(([design, label]) => {
    const begins = `^${INTRODUCTION}${DESCRIPTION}(?:${label})${design === 'review' ? NO_CASES : ''}`;
    const follows = design === 'randomized-trial' ? `${GOES_ON}|in` : GOES_ON;
    const followsLater = design === 'guideline' ? `${follows}|from|by` : GOES_ON_LATER;
    const ends = `(?=\\W*(?:update|\\d{1,4})?\\W*$|[,;()]| (?:${followsLater})\\b)`;
    const word = LABEL_WORDS[design as Design];
    return [
      design,
      { word, first: new RegExp(`${begins} (?:${follows})\\b`, 'u'), later: new RegExp(begins + ends, 'u') },
    ];
  }),
) as Record<Design, { word: RegExp; first: RegExp; later: RegExp }>;

/** Titles of plans, comments, and studies about studies: their labels describe something else. */
export const NOT_OWN_TITLE = new RegExp(
  [
    String.raw`\bprotocol\b(?=\W*$|\W+(?:for|of)\b|[\])])|\b(?:study|trial|review) protocol\b|\brationale\b|\bdesign of\b|\b(?:study|trial) design\b`,
    String.raw`^\W*(?:re|reply|comment|comments|commentary|letter|editorial|correction|corrigendum|erratum|response|retract\w*)\b|\b(?:reply|response) to\b`,
    String.raw`\b(?:book|peer|chart|charts|record|records|case|retrospective|year|month|centre|center|institutional|file|pathology|judicial|performance|experience) reviews?\b`,
  ].join('|'),
  'u',
);

export const NOT_OWN_GUIDELINE =
  /\b(?:adheren\w+|compliance|implement\w+|impact|effects?|review|comparison|compar\w+|quality|apprais\w+|developing|development|attitudes?|knowledge|awareness|methods|software)\b/u;

/** Studies of a trial's data, plans, costs, or of other trials, and animal trials. */
export const NOT_OWN_TRIAL =
  /\b(?:post[- ]?hoc|secondary|subgroup|exploratory|cost[- ]\w+|economic|baseline|recruitment|feasibility|qualitative|prognos\w+|predict\w+|reliability|validity|relationships? between|extension studies)\b|\b(?:non|quasi)-?randomi[sz]ed|\bmendelian\b|\b(?:mice|mouse|rats?|dogs|pigs|rabbits)\b/u;

const PEOPLE =
  'patients|participants|volunteers|women|men|children|adults|infants|neonates|adolescents|individuals|outpatients|inpatients|residents|practices|clinics|hospitals|schools|veterans|smokers';
const SUBJECTS = `(?:${PEOPLE}|subjects)`;
/** A trial described in this way, but not another one that is only mentioned. */
const OWN_TRIAL = `(?:(?!(?:${NOT_DESCRIBING}|recent|previous|prior|earlier|other|another|published|larger|ongoing)\\b)[^\\s:;.?!]+ ){0,7}(?:randomi[sz]ed|random-assignment),? ${DESCRIPTION}(?:trial|study)\\b`;
const SENTENCE = '(?:^|[.;:] )';
const WAS_DONE = '(?:was|were) (?:conducted|performed|carried out|undertaken)';
const WAS_STUDIED =
  '(?:was|were|we) (?:compared|studied|evaluated|assessed|examined|investigated|determined|tested|treated)';
const WE_DID =
  '(?:we|the authors) (?:conducted|performed|did|undertook|carried out|report|present|report on|completed)';
const THIS = '(?:this|the present|our|the current)';

/** Sentences of an abstract that state its own study's design, with a word that each contains. */
export const ABSTRACT_PHRASES: Record<Design, { word: RegExp; phrase: RegExp }> = {
  guideline: {
    word: /guideline/,
    phrase: /\b(?:this|these|the present) (?:clinical |practice |consensus |evidence-based )+guidelines?\b/u,
  },
  'meta-analysis': {
    word: /meta-? ?analy/,
    phrase: new RegExp(`\\b(?:${WE_DID} an?|${THIS}) ${DESCRIPTION}(?:${META})`, 'u'),
  },
  'systematic-review': {
    word: /systematic/,
    phrase: new RegExp(`\\b(?:${WE_DID} an?|${THIS}) ${DESCRIPTION}(?:${SYSTEMATIC})`, 'u'),
  },
  'case-report': {
    word: /\bwe (?:report|describe|present)|case report/,
    phrase:
      /\bwe (?:report|describe|present) (?:here )?(?:on )?(?:the case of )?an? [^.]{0,60}\b(?:patient|\w+-year-old|\d+ year old|man|woman|boy|girl|infant|child)\b|\bthis case report\b/u,
  },
  'randomized-trial': {
    word: /randomi[sz]|random(?:ly|-assignment)/,
    phrase: new RegExp(
      [
        `\\b(?:${PEOPLE})\\b[^.]{0,80}\\b(?:were|was) (?:\\w+ )?(?:randomi[sz]ed|randomly (?:assigned|allocated)) (?:to|into|in|between)\\b`,
        `\\b(?:${WE_DID} an?|in ${THIS}|${THIS} was an?) ${DESCRIPTION}(?:${RANDOMIZED}|${BLIND})`,
        `\\b(?:this|the present|the current|it was an?|design (?:was|involved) an?) ${OWN_TRIAL}`,
        `\\b${WAS_STUDIED}\\b[^.;]{0,150} in an? ${OWN_TRIAL}`,
        `\\b${SUBJECTS}\\b[^.;]{0,120} (?:were|was) (?:\\w+ )?(?:enrolled|recruited|included|studied|treated) (?:in|into|for) (?:an?|this) ${OWN_TRIAL}`,
        `\\b${SUBJECTS}\\b[^.;]{0,60} (?:completed|participated in|took part in|entered) an? ${OWN_TRIAL}`,
        `${SENTENCE}in an? ${OWN_TRIAL}[^.;]{0,80}, [^.;]{0,120}\\b(?:we|was|were|received|underwent)\\b`,
        `${SENTENCE}an? ${OWN_TRIAL} (?:compared|[^.;]{0,200}\\b${WAS_DONE})\\b`,
        `${SENTENCE}(?:(?:study|trial) )?(?:design|methods?)\\b[^.;a-z]{1,3}(?:(?:this (?:was|is) )?an? )?${OWN_TRIAL}`,
      ].join('|'),
      'u',
    ),
  },
  review: {
    word: /review/,
    phrase:
      /\bin this (?:\w+ )?review(?: article| paper)?,? (?:we|the authors|i)\b|\bthis (?:\w+ )?review (?:article |paper )?(?:summari[sz]es|discusses|describes|focuses|examines|provides|considers|presents|covers|highlights|addresses|outlines|explores|aims|surveys|will)\b|\bthis (?:paper|article) reviews\b/u,
  },
};

/** Several trials, whose patients were randomised, or a post-hoc question to a trial's data. */
export const NOT_OF_ONE_TRIAL = new RegExp(
  [
    String.raw`\btrials\b|\breview|\bre-?analy[sz]|\bsub-?(?:analys|stud)|\bpooled\b|\bextension study|\bretrospective|\bcohort\b`,
    String.raw`\bdata (?:from|collected in|obtained in) (?:an?|the|our) [^.]{0,60}\b(?:trial|study)\b`,
    String.raw`\b(?:incidence|outcomes?|characteristics|prevalence|timing)\b[^.]{0,80} in (?:an?|the) [^.]{0,40}\btrial\b`,
  ].join('|'),
  'u',
);

/** Plans, studies of a trial's data, and animal studies. */
export const NOT_OWN_ABSTRACT =
  /\bprotocol\b|\bwill be (?:randomi|randomly|search)|\bpost[- ]?hoc\b|\bsecondary analys|\bsubgroup analys|\b(?:mice|rats|rabbits|dogs|pigs)\b/u;

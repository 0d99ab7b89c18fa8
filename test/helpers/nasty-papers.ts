import * as fc from 'fast-check';
import { FIELDS_OF_STUDY } from '../../src/contract/rules.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { ANY_CHARACTER } from './any-character.ts';

/** Pieces of text that have broken a writer or reader of some format before, or look as if they could. */
const PIECES = [
  ...'{}\\$%&#_~^"\'`<>|[]()*!?@=+-:;,./',
  ...['é', 'ü', 'ß', 'ø', 'ł', 'ñ', 'Å', 'ç', 'ế', 'ĭ', 'e\u0301', 'Ångström', 'Škoda', 'Erdős', 'İ', 'ı'],
  ...[
    'α',
    'β',
    'Δ',
    'μ',
    'µ',
    'ψ',
    'ϕ',
    'Ελληνικά',
    'Ω',
    '≤',
    '≠',
    '→',
    '∞',
    '±',
    '−',
    '°',
    '²',
    '₂',
    '½',
    '…',
    '–',
    '—',
  ],
  ...['太陽', 'ひらがな', '한국어', 'العربية', 'עברית', 'नमस्ते', 'Привет', '😀', '👩‍🔬', '𝒳', '𝔸', '𝛼', 'ﬁ', '×', '÷'],
  ...[
    '\n',
    '\r',
    '\r\n',
    '\t',
    '  ',
    '\u00a0',
    '\u2028',
    '\u0000',
    '\u001b[31m',
    '\u200b',
    '\u202e',
    '\ufeff',
    '%0A',
    '%7B',
  ],
  ...[
    '}\n@article{evil,',
    '\nER  - ',
    '\nTY  - JOUR\n',
    '\r\nAU  - Evil',
    '](http://x.example)',
    '![a](http://x.example)',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x>',
    '<b>bold</b>',
    '&lt;i&gt;',
    '&amp;',
    '<!-- c -->',
    '<http://x.example>',
  ],
  ...[
    'www.example.org',
    'https://example.org/a_b?c=d',
    'me@example.org',
    '# h',
    '> q',
    '- l',
    '1. n',
    '```',
    '---',
    '| a | b |',
  ],
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '"quoted"',
    "''two''",
    '``open',
    '--',
    '---',
    '?`',
    ',,',
  ],
  ...[
    '\\textbf{x}',
    '\\input{/etc/passwd}',
    '\\alpha',
    '$x^2$',
    '\\%',
    '\\\\',
    '{',
    '}',
    '{{',
    '}}',
    '#1',
    '\\end{document}',
  ],
  ...['and', 'others', 'van', 'de', 'Jr.', 'III', 'et al.', 'DNA', 'mRNA', 'COVID-19', 'pH', 'BERT', 'A', 'T', 'the'],
];

const WORDS = ['Learning', 'of', 'deep', 'networks', 'cells', 'in', 'Solar', 'memory', 'Zürich', 'study', 'X'];

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: ANY_CHARACTER, maxLength: 6 }) },
);

function text(maxLength: number) {
  return fc
    .array(fc.tuple(piece, fc.constantFrom(' ', ' ', ' ', '')), { maxLength })
    .map((pieces) => pieces.map(([word, blank]) => word + blank).join(''));
}

/** A text, sometimes missing, empty or very long. */
function anyText(maxLength: number) {
  return fc.oneof(
    { weight: 12, arbitrary: text(maxLength) },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, '', ' ', '\n') },
    { weight: 1, arbitrary: text(maxLength).map((words) => words.repeat(40).slice(0, 6_000)) },
  );
}

const NAMES = [
  ...['Ada Lovelace', 'Ludwig van Beethoven', 'Anna van der Berg', 'Martin Luther King Jr.', 'Vaswani A', 'Smith JB'],
  ...[
    'World Health Organization',
    'ATLAS Collaboration',
    'Madonna',
    '王小明',
    'José de la Cruz',
    'Mary-Ann O’Neil',
    'bell hooks',
  ],
  ...[
    'Muhammad al-Khwarizmi',
    'J.-P. Serre',
    'Smith and Jones',
    'others',
    'Henry Ford II',
    'van Gogh',
    'Þór Ævarsson',
    'Ünal Öz',
  ],
];

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: text(3).map((words) => words.replaceAll(',', ' ')) },
);

/** What `fc.webUrl` makes of any character takes two seconds of the processor for its table of them. */
const part = fc.string({
  unit: fc.oneof(fc.constantFrom(...'azAZ09-._~!$&()*+,;=:@'), ANY_CHARACTER.map(encodeURIComponent)),
});
const webAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(part), fc.option(part), fc.option(part))
  .map(([scheme, domain, path, query, fragment]) =>
    [
      `${scheme}://${domain}`,
      ...path.map((each) => `/${each}`),
      query === null ? '' : `?${query}`,
      fragment === null ? '' : `#${fragment}`,
    ].join(''),
  );

const address = fc.oneof(
  webAddress,
  fc.constantFrom(
    'https://example.org/a_b%20c?d={e}&f=$g#h~i',
    'javascript:alert(1)',
    'ftp://example.org/x',
    'https://arxiv.org/abs/1706.03762v5',
    'http://example.org/\\}\n@article{evil',
    'no address',
  ),
);

const doi = fc.constantFrom(
  '10.1000/x',
  'https://doi.org/10.1234/A_B%C',
  '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2',
  '10.48550/arXiv.1706.03762',
  '10.1000/a{b}$c\\d',
  '10.1000/[x](y)*z*_w_',
  '10.1000/www.x@y.z',
  'no doi',
  '',
);

const count = fc.option(fc.nat({ max: 100_000 }), { nil: undefined });
const flag = fc.constantFrom(true, false, null, undefined);

const TYPES = [
  ...[
    'journal',
    'JournalArticle',
    'conference',
    'proceedings-article',
    'book series',
    'book-chapter',
    'book',
    'dissertation',
  ],
  ...['report', 'dataset', 'preprint', 'posted-content', 'other', 'poem', '-', null, undefined],
];

const paper: fc.Arbitrary<WirePaper> = fc.record(
  {
    id: fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: undefined }),
    title: anyText(12),
    abstract: anyText(40),
    tldr: anyText(10),
    doi: fc.option(doi, { freq: 2 }),
    journalName: anyText(5),
    publicationType: fc.constantFrom(...TYPES),
    publishedAt: fc.constantFrom(
      '2020-05-03',
      '2020-05',
      '1999',
      '2021-02-30',
      '2020-05-03T00:00:00Z',
      'May 2020',
      null,
    ),
    authors: fc.oneof(
      { weight: 9, arbitrary: fc.array(name, { maxLength: 6 }).map((names) => names.join(', ')) },
      { weight: 1, arbitrary: anyText(6) },
    ),
    year: fc.constantFrom(2020, 2020, 1999, 850, 0, -1, 2020.5, null, undefined),
    score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    fieldsOfStudy: fc.option(fc.array(fc.oneof(fc.constantFrom(...FIELDS_OF_STUDY), text(2)), { maxLength: 3 })),
    impactFactor: fc.option(
      fc.record({ citationCount: count, influentialCitationCount: count, referenceCount: count }),
    ),
    isOpenAccess: flag,
    isPrePrint: flag,
    downloadable: flag,
    link: fc.option(address),
    pdfLink: fc.option(address),
    titleLink: fc.option(address),
    engine: anyText(1),
    v_country: anyText(1),
    v_journal_name: anyText(3),
    v_publisher: anyText(3),
    v_quartile_ranking: fc.constantFrom('Q1', 'q4', '2', 'Q9', null),
  },
  { requiredKeys: ['title'] },
);

/** Papers full of trouble, the same ones on every run. */
export function nastyPapers(number: number): WirePaper[] {
  return fc.sample(paper, { seed: 20_260_101, numRuns: number });
}

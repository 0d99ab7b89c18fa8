import { FILTER_NAMES } from '../contract/filters.ts';
import { WHERE_NAMES } from '../papers/filters/where-filter.ts';
import { flagOf } from './search-options.ts';

/**
 * The use-cases advise in the words of the MCP tools. On the command line the same advice names commands and flags: a
 * table of what to replace, the longer phrases first. A test runs every text of the product through it.
 */

/** The parameters whose flag or argument has another name than they have. */
const FLAGS: Record<string, string> = {
  jobId: 'REF',
  ref: 'REF',
  keywords: '--keyword',
  query: 'QUERY',
  scraperKey: 'PAPERQUEUE_SCRAPER_KEY',
  strategy: '--boolean',
};
const PARAMETERS = [
  ...FILTER_NAMES,
  ...['where', 'refs', 'view', 'count', 'offset', 'section', 'page', 'find', 'quote', 'relation', 'order'],
  ...['enrich', 'callbackUrl', 'status', 'overlapWith', 'fresh', 'dryRun', 'acceptPossibleDoubleCharge'],
];

const JOB = 'get_job with jobId "([^"]+)"';

const PHRASES: readonly (readonly [words: RegExp, instead: string])[] = [
  [
    new RegExp(`${JOB} also pages, filters .*? all free\\. Cite papers by ref\\.`, 'g'),
    'paperqueue job $1 --where KEY=VALUE filters, --sort sorts, --view abstract shows abstracts: all free.',
  ],
  [
    new RegExp(`${JOB} shows abstracts and export_papers writes BibTeX and others, both free\\.`, 'g'),
    'paperqueue show $1 prints abstracts and paperqueue export $1 writes BibTeX and others, both free.',
  ],
  [new RegExp(`${JOB} and another where`, 'g'), 'paperqueue job $1 with another --where'],
  [new RegExp(`Call ${JOB}`, 'g'), 'Run paperqueue job $1'],
  [new RegExp(JOB, 'g'), 'paperqueue job $1'],
  [/\bcall get_job again/g, 'run the command again'],
  [/\bget_job on it looks/g, 'paperqueue job REF looks'],
  [/\bget_job with a ref\b/g, 'paperqueue job REF'],
  [/\bget_job\b/g, 'paperqueue job'],
  [/lookup_papers with the item ("[^"]+") gives/g, 'paperqueue lookup $1 gives'],
  [/related_papers with relation author and an author's id\b/g, 'paperqueue related ID --relation author'],
  [/\bquery_search sends\b/g, 'a search with QUERY alone sends'],
  [/\bquery_search\b/g, 'paperqueue search'],
  [/Call estimate_credits for cost, pool and balance/g, 'Run paperqueue estimate for cost, pool and balance'],
  [/\bestimate_credits\b/g, 'paperqueue estimate'],
  [/\bexport_papers\b/g, 'paperqueue export'],
  [/\bread_paper with a ref\b/g, 'paperqueue read REF'],
  [/\bset acceptPossibleDoubleCharge: true/g, 'add --accept-possible-double-charge'],
  [
    / records repeat works shown here \(DOI, arXiv, title\); sameAs has their refs\./g,
    ' more records of these papers are left out (same DOI, arXiv number or title).',
  ],
  [/\bfresh: true\b/g, '--fresh'],
  [/\bThe same call without dryRun\b/g, 'The same command without --dry-run'],
  [/\bwith relation author\b/g, 'with --relation author'],
  [/\bMore: offset \d+(\.| )/g, 'More: --all$1'],
  [/\bcall again with offset (\d+)/g, 'continue with --offset $1'],
  [/\bthen call again\b/g, 'then run it again'],
  [/\band call again\b/g, 'and run it again'],
  [/\bCall again; this call sent\b/g, 'Run it again; it sent'],
  [/\bCall again\b/g, 'Run it again'],
  [/\bThis call sent\b/g, 'This command sent'],
  [/\bCorrect what is named under fields\b/g, 'Correct it'],
  [/\blet the user raise\b/g, 'raise'],
  [/ and restart the server\b/g, ''],
  [/\b[Nn]o stored paper meets where\b/g, 'No stored paper meets --where'],
  [/\bwhere leaves\b/g, '--where leaves'],
  [/\b(with|of) where\b/g, '$1 --where'],
  [/\(refs, where\)|\bwith refs or where\b/g, 'with --refs or --where'],
  [/\ba lower limit\b/g, 'a lower --limit'],
  [/\bwithout enrich\b/g, 'without --enrich'],
  [/\beither ref, or job with find\b/g, 'a paper, or a job with --find'],
  [
    /\bonly one of section, page, find, reference and quote\b/g,
    'only one of --section, --page, --find, --reference and --quote',
  ],
  [/\bask for( a)? section\b/g, 'ask for$1 --section'],
  [/(?<=^|[;.] |\n)where\.(\w+)/g, '--where $1'],
  [/\b(Relax|[Ww]ithout|meet|matches) (downloadable|year|limit)\b/g, '$1 --$2'],
];

/** A wrong value is named by its parameter: `limit: 100, 200 or 300, got 5`. */
const NAMED_FIRST = new RegExp(`(?<=^|; |\\n)(${[...PARAMETERS, ...Object.keys(FLAGS)].join('|')})(?=: )`, 'g');

/** Parameters that can be no word of a sentence, as they have a capital in them. */
const NAMES = PARAMETERS.filter((name) => /[A-Z]/.test(name) && !WHERE_NAMES.includes(name));
const NAMED = new RegExp(`(?<!field one of [\\w, ]*)(?<![\\w-])(${NAMES.join('|')})(?!\\w)`, 'g');

/** A note, an error or an advice of the use-cases, in the words of the command line. */
export function inCommandWords(text: string): string {
  return PHRASES.reduce((before, [words, instead]) => before.replace(words, instead), text)
    .replace(NAMED_FIRST, (name) => FLAGS[name] ?? flagOf(name))
    .replace(NAMED, (name) => flagOf(name));
}

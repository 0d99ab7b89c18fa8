import type { InvalidField } from '../../contract/invalid.ts';
import {
  describeNoneRelated,
  describeNothingLeft,
  describeNothingNew,
  describeRunningJob,
  describeStuckJob,
  oneAbstract,
  strategyWith,
} from '../../jobs/answers/sentences.ts';
import { describeLastingDoubt } from '../../jobs/spending/sentences.ts';
import { describeKey } from '../../library/zotero/sentences.ts';
import { createWording, plainAdvice, plainNote } from '../../wording/sentences/plain.ts';
import { type Remarks, renderAnswer } from '../../wording/sentences/render.ts';
import { describeOperators } from '../../wording/sentences/search-notes.ts';
import { describeUnchecked } from '../../wording/sentences/sources.ts';
import {
  type AdviceSentences,
  type NoteSentences,
  type Vocabulary,
  wordCommand,
} from '../../wording/sentences/vocabulary.ts';
import { toFlag } from './search-options.ts';

/** Sentences for the command line. Only this file names commands and flags in sentences. */

/** Request fields that are arguments, or flags with another name. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  jobId: 'REF',
  ref: 'REF',
  job: 'REF',
  watch: 'WATCH',
  file: 'FILE',
  items: 'ITEM',
  query: 'QUERY',
  keywords: '--keyword',
  strategy: '--boolean',
  scraperKey: 'PAPERQUEUE_SCRAPER_KEY',
};

/** A field's name on the command line: `--min-citation-count`, `REF`, `--where yearFrom`. */
function flagName(field: string): string {
  const [, list = field, rest = ''] = /^([^[]+)(\[\d+\])$/.exec(field) ?? [];
  if (rest !== '') return `${flagName(list)}${rest}`;
  if (field.startsWith('where.')) return `--where ${field.slice('where.'.length)}`;
  return ARGUMENTS[field] ?? toFlag(field);
}

const SAY: Vocabulary = {
  name: flagName,
  where: '--where',
  again: 'run it again',
  command: wordCommand,
};

/** A search that finds papers of the starter catalogue. */
const STARTER_SEARCH = 'paperqueue search -k "deep learning" -k "neural networks" -k "image recognition"';

const NOTES: Partial<NoteSentences> = {
  operators: (note) => {
    const strategy = note.isSent ? '' : '; `paperqueue search --boolean` searches with a whole strategy';
    return `${describeOperators(note)} The text condition of --where takes "phrases", OR and -not, free${strategy}.`;
  },
  'same-creation': (note) => `${plainNote(note, SAY)} paperqueue estimate shows it, free.`,
  reused: (note) => `${plainNote(note, SAY)} Use --fresh to search again.`,
  'still-submitting': ({ job }) =>
    `${job} is still being submitted. paperqueue job ${job} says what became of it (free); the same search again attaches to it.`,
  'no-papers-in': ({ job, status }) =>
    `${job} has no papers (status ${status}): paperqueue job ${job} says what became of it.`,
  'fields-left-out': () =>
    'A paper is too long for any answer: leftOut names the fields left out; paperqueue export has them.',
  shortened: () => 'Papers are shortened, to stay within the size that hosts allow: paperqueue job shows them in full.',
  'text-sends-no-key': () => 'A search with QUERY alone sends no scraper key: its credits come from pro or basic.',
  'no-author-id': ({ given }) =>
    `REF: an ORCID, an author id that a look-up gave (A5023888391), or "author: NAME" for people of the library, got ${given}`,
  'no-paper-ref': ({ given }) => `REF: a reference such as J12-3, or an identifier such as a DOI, got ${given}`,
};

const ADVICE: Partial<AdviceSentences> = {
  'use-papers': ({ job }) =>
    `paperqueue job ${job} --where KEY=VALUE filters, --sort sorts, --view abstract shows abstracts: all free.`,
  'next-page': () => 'More: --all.',
  'search-for-missing': ({ keywords, canRaise }) =>
    `paperqueue search --boolean '${strategyWith(keywords).replaceAll("'", ' ')}' searches by ${keywords.length === 1 ? 'this name' : 'these names'}${canRaise ? '; a higher --limit may show such papers, too' : ''}.`,
  'relax-where': (advice) =>
    `${describeNothingLeft(advice, SAY)} paperqueue job ${advice.job} with another --where is free.`,
  'ask-again-for-new': (advice) =>
    `${describeNothingNew(advice)} Ask again later by paperqueue rerun ${advice.job}, which is a new search.`,
  'wait-for': (advice) =>
    `${describeRunningJob(advice)} Run paperqueue job ${advice.job} to wait for its papers; that is free. Do not search again.`,
  'stop-waiting': (advice) =>
    `${describeStuckJob(advice)} paperqueue job ${advice.job} looks again later, free. Do not search again.`,
  'go-on-following': ({ job }) =>
    `Run the same command again to continue ${job}: no source is asked twice, and it is free.`,
  'follow-for-real': ({ requests }) =>
    `No job was made and nothing was sent. The same command without --dry-run follows citations, up to --requests ${requests}.`,
  'accept-none-related': (advice, say) =>
    advice.relation === 'author'
      ? plainAdvice(advice, say)
      : `${describeNoneRelated(advice)} paperqueue search with ${oneAbstract(advice)} can find papers like it.`,
  'pay-again': ({ job }) =>
    `${job} was charged, but its id never arrived. To search again, and pay again, add --accept-possible-double-charge.`,
  'ask-elsewhere': ({ job }) =>
    `${describeLastingDoubt(job)} To search again at the risk of paying twice, add --accept-possible-double-charge.`,
  'ask-again-later': ({ job }) =>
    `${job} may or may not have been created and charged. Run paperqueue job ${job} again later: it compares balances, free. The same search again could be charged twice.`,
  'use-found': ({ job }) =>
    `paperqueue show ${job} prints abstracts and paperqueue export ${job} writes BibTeX and others, both free.`,
  'check-reference': () => 'Check each NONE that may be invented: where does the reference come from?',
  'trust-no-absence': () =>
    'NONE: the sources that would know it do not have it. That does not show that it is invented.',
  'check-unchecked': (advice) => `${advice.isOnlyLibrary ? 'NOT HELD' : 'UNCHECKED'} ${describeUnchecked(advice)}`,
  'take-as-suggestions': () => 'TOPIC: these papers are suggestions, not a check of a reference.',
  'compare-differences': () => 'Compare what differs before you cite the paper.',
  'use-author': () => 'paperqueue related ID --relation author gives the papers of an author.',
  'read-listed': () => 'paperqueue job REF reads its papers, free, and waits for a running job.',
  'search-for-real': () => 'No job was made and nothing was spent. The same command without --dry-run searches.',

  correct: ({ isRequest }) => `${isRequest ? 'Nothing was sent. ' : ''}Correct it and run the command again.`,
  'correct-named': () => 'No job was created. Correct it and run the command again.',
  'look-up-instead': () => 'For a few words, a title or a DOI run paperqueue lookup, which is free.',
  'see-cost': () =>
    'Run paperqueue estimate for cost, pool and balance; ask for a lower --limit, or have credits added to the account.',
  'lower-cost': ({ setting, isLeast }) =>
    `${isLeast ? 'Wait' : 'Ask for a lower --limit or fewer parts, wait'} until earlier searches are 24 hours old, or raise ${setting}.`,
  'compare-balance': () =>
    'Do not simply repeat the search: it may be charged twice. Compare the balance (paperqueue estimate is free) with the one before.',
  'do-not-repeat': ({ job }) =>
    `Do not repeat the search: it may be charged twice. paperqueue job ${job} compares balances (free) and says what is known.`,
  'ask-about': ({ job }) =>
    `paperqueue job ${job} compares balances (free) and says what is known. To search again at the risk of paying twice, add --accept-possible-double-charge.`,
  'restore-newest': ({ file }) =>
    `Put the newest copy of jobs.sqlite back. To search at the risk of paying twice, add --accept-possible-double-charge. Deleting ${file} ends this notice.`,
  'ask-about-refund': ({ job }) =>
    `paperqueue job ${job} looks at the balance again (free). To search again, and pay again, add --accept-possible-double-charge.`,
  'check-network': (advice, say) => {
    const sentence = plainAdvice(advice, say);
    return advice.hasStarterOnly ? `${sentence} To try it without a network: ${STARTER_SEARCH}` : sentence;
  },
  'read-removed': ({ jobId }) =>
    `paperqueue job ${jobId} reads its papers from the search service again, free, as long as that keeps them.`,
  'search-fresh': () => 'Only a new search can bring its papers: the same one with --fresh, charged again.',
  'see-job': ({ job }) =>
    `Run paperqueue job ${job}: it waits for a running job and says what became of any other, free.`,
  'see-paper': ({ ref }) => `paperqueue show ${ref} prints what is known of it.`,
  'look-paper-up': () => 'paperqueue lookup gives the reference of a title, free.',
  'look-person-up': () => 'Look the person up first, free: paperqueue lookup "author: NAME" gives their ids.',
  'name-able-source': ({ source, setting }) =>
    `Add ${source} to ${setting}, which is free. From the library alone: --relation similar, or --relation author with "author: NAME".`,
  'try-other-relation': () =>
    'Try another --relation, or paperqueue search with the abstract, which can find similar papers.',
  'related-later': () =>
    'Run it again later; nothing was recorded and it costs nothing. Meanwhile paperqueue search with the abstract can find similar papers.',
  'check-export-folder': ({ setting }) =>
    `Check that the folder "exports" in the data folder (${setting}) is writable and has space, or export fewer papers (--where).`,

  'newer-node': () =>
    'Run paperqueue with Node.js 22.13 or later, which has SQLite built in, or run npm install libsql beside it (npm install -g libsql for a global installation).',
  'set-database': ({ setting }) =>
    `Set ${setting} to its address (docs/lab/operations.md), or let \`paperqueue serve\` run the jobs itself.`,
  'install-package': ({ package: name }) =>
    `Install it beside paperqueue (npm install ${name}, or npm install -g ${name} for a global installation), and start again.`,
  'install-client': ({ package: name, setting }) => `Run npm install ${name} beside paperqueue, or unset ${setting}.`,
  'see-feed': () => 'What is new was printed, and stays in the feed of paperqueue watch run --format rss.',
  'load-collection': () => 'Load papers into it with paperqueue collection load FILE.',
  'reload-collection': () => 'Reload all files with paperqueue collection replace FILE.',
  'update-zotero': ({ setting }) =>
    `Update Zotero, or ${describeKey(setting)}; or write a file for its File, Import: paperqueue export J1 -o papers.ris`,

  'read-on': ({ offset }) => `More text: continue with --offset ${offset}.`,
  'read-tables': ({ places: [first = '', ...others] }) =>
    `Only the first rows of a table are shown: --section ${first} has all${others.length > 0 ? ` (likewise ${others.join(', ')})` : ''}.`,
  'read-abstract': ({ ref }) => `paperqueue read ${ref} --section abstract shows the abstract.`,
  'read-another': (advice) => `${plainAdvice(advice, SAY)} paperqueue read REF tries to read another.`,
};

export const CLI_WORDING = createWording({ notes: NOTES, advice: ADVICE }, SAY);

/** An invalid value: its field's name on the command line, and the rule. A service's own message is kept. */
export function describeField({ field, rule, message, problem }: InvalidField): string {
  const text = problem ? CLI_WORDING.problem(problem) : rule;
  return text === undefined ? message : `${flagName(field)}: ${text}`;
}

/** An answer as JSON for other programs: notes both as sentences and as values. */
export function toJson<T extends Remarks>(answer: T): object {
  const { notes } = answer;
  return { ...renderAnswer(answer, CLI_WORDING), ...(notes && { noteData: notes }) };
}

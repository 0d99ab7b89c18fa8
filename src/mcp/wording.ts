import { QUERY } from '../contract/rules.ts';
import {
  describeNoneRelated,
  describeNothingLeft,
  describeNothingNew,
  describeRunningJob,
  describeStuckJob,
  oneAbstract,
  strategyWith,
} from '../jobs/answers/sentences.ts';
import { describeKeywords } from '../jobs/sentences.ts';
import { describeLastingDoubt } from '../jobs/spending/sentences.ts';
import { describeRefusal } from '../jobs/upstream/sentences.ts';
import { counted } from '../lib/counted.ts';
import { ALL_LISTED, type Listed, type ToolName } from '../platform/settings/tool-names.ts';
import { createWording, plainAdvice, plainNote } from '../wording/sentences/plain.ts';
import { describeOperators, describeUnfit } from '../wording/sentences/search-notes.ts';
import {
  type AdviceSentences,
  type NoteSentences,
  type Vocabulary,
  type Wording,
  wordCommand,
} from '../wording/sentences/vocabulary.ts';

/** Sentences for an assistant: the only ones in answers that name tools and parameters. */

const SAY: Vocabulary = {
  name: (name) => name,
  where: 'where',
  again: 'call again',
  command: wordCommand,
};

/** A setting takes effect at the next start of the server. */
const RESTART = 'Then restart the server.';

/** The sentence if its tool is listed, otherwise that of all faces, or the given alternative. */
function ifListed<Sentence>(isListed: boolean, sentence: Sentence, otherwise?: Sentence): Sentence | undefined {
  return isListed ? sentence : otherwise;
}

const notes = (has: Listed): Partial<NoteSentences> => ({
  'unfit-left-out': (note) => `${describeUnfit(note)}${note.value === undefined ? '' : ' after a restart'}.`,
  operators: (note) => {
    const strategy = note.isSent ? '' : '; strategy takes a whole Boolean search';
    return `${describeOperators(note)} The text condition of where takes "phrases", OR and -not, free${strategy}.`;
  },
  'same-creation': ifListed(
    has('estimate_credits'),
    (note) => `${plainNote(note, SAY)} estimate_credits shows it, free.`,
  ),
  reused: (note) => `${plainNote(note, SAY)} fresh: true searches again.`,
  'still-submitting': ifListed(
    has('get_job'),
    ({ job }) =>
      `${job} is still being submitted. get_job with jobId "${job}" says what became of it (free); the same search again attaches to it.`,
  ),
  'no-papers-in': ifListed(
    has('get_job'),
    ({ job, status }) => `${job} has no papers (status ${status}): get_job with jobId "${job}" says what became of it.`,
  ),
  'fields-left-out': () =>
    `A paper is too long for any answer: leftOut names the fields left out${has('export_papers') ? '; export_papers has them' : ''}.`,
  folded: ({ records }) =>
    `${counted(records, 'record')} ${records === 1 ? 'repeats another' : 'repeat others'} of this list (DOI, arXiv, title) and ${records === 1 ? 'is' : 'are'} left out; sameAs has the refs.`,
  shortened: ifListed(
    has('get_job'),
    () => 'Papers are shortened, to stay within the size that hosts allow: get_job shows them in full.',
  ),
  'text-sends-no-key': ifListed(
    has('query_search'),
    () => 'query_search sends no scraper key: its credits come from pro or basic.',
  ),
  'refused-as-invalid': ({ status, isNamed }) =>
    `${describeRefusal(status)}${isNamed ? '; what it said is under fields' : ''}. No job was created.`,
});

const advice = (has: Listed): Partial<AdviceSentences> => ({
  'use-papers': ({ job, where }) => {
    const same = where === undefined ? '' : `, with the same where (${JSON.stringify(where)}),`;
    const uses = [
      ...(has('get_job')
        ? [`get_job with jobId "${job}" also pages, filters (where), sorts and shows abstracts (view)`]
        : []),
      ...(has('export_papers') ? [`export_papers${same} writes BibTeX and others`] : []),
    ];
    return `${uses.length > 0 ? `${uses.join(', and ')}: ${uses.length > 1 ? 'all ' : ''}free. ` : ''}Cite papers by ref.`;
  },
  'next-page': ({ offset, sort }) => `More: offset ${offset}${sort ? `, sort ${sort}` : ''}.`,
  'relax-where': ifListed(
    has('get_job'),
    (advice) => `${describeNothingLeft(advice, SAY)} get_job with jobId "${advice.job}" and another where is free.`,
  ),
  'ask-again-for-new': (advice) =>
    `${describeNothingNew(advice)} Ask again later by the same search with newSince: "${advice.job}", which is a new search.`,
  'wait-for': ifListed(
    has('get_job'),
    (advice) =>
      `${describeRunningJob(advice)} Call get_job with jobId "${advice.job}" to wait for its papers; that is free. Do not search again.`,
    (advice) =>
      `${describeRunningJob(advice)} The same search, with the same arguments, waits for ${advice.job} and its papers; that is free.`,
  ),
  'stop-waiting': ifListed(
    has('get_job'),
    (advice) =>
      `${describeStuckJob(advice)} get_job with jobId "${advice.job}" looks again later, free. Do not search again.`,
  ),
  'go-on-following': ifListed(
    has('related_papers'),
    ({ job }) =>
      `Call related_papers with the same arguments to continue ${job}: no source is asked twice, and it is free.${has('get_job') ? ' get_job shows its progress and does not continue it.' : ''}`,
  ),
  'follow-for-real': ({ requests }) =>
    `No job was made and nothing was sent. The same call without dryRun follows citations, up to stop.requests (${requests}).`,
  'search-for-missing': ({ keywords, canRaise }) =>
    `strategy: ${JSON.stringify(strategyWith(keywords))} searches by ${keywords.length === 1 ? 'this name' : 'these names'}${canRaise ? '; a higher limit may show such papers, too' : ''}.`,
  'accept-none-related': (advice, say) =>
    advice.relation === 'author'
      ? plainAdvice(advice, say)
      : `${describeNoneRelated(advice)}${searchWith(has, oneAbstract(advice), ' can find papers like it.')}`,
  'pay-again': ({ job }) =>
    `${job} was charged, but its id never arrived. To search again, and pay again, set acceptPossibleDoubleCharge: true.`,
  'ask-elsewhere': ({ job }) =>
    `${describeLastingDoubt(job)} To search again at the risk of paying twice, set acceptPossibleDoubleCharge: true.`,
  'ask-again-later': ifListed(
    has('get_job'),
    ({ job }) =>
      `${job} may or may not have been created and charged. Call get_job with jobId "${job}" again later: it compares balances, free. The same search again could be charged twice.`,
  ),
  'use-found': ({ job }) => {
    const uses = [
      ...(has('get_job') ? [`get_job with jobId "${job}" and view "abstract" shows abstracts`] : []),
      ...(has('export_papers') ? ['export_papers writes BibTeX and others'] : []),
    ];
    return uses.length > 0 ? `${uses.join('; ')}: ${uses.length > 1 ? 'both ' : ''}free.` : '';
  },
  'use-author': ifListed(
    has('related_papers'),
    () => "related_papers with relation author and an author's id as ref gives the papers.",
    nothing,
  ),
  'read-listed': ifListed(
    has('get_job'),
    () => 'get_job with a ref reads its papers, free, and waits for a running job.',
    nothing,
  ),
  'search-for-real': () => 'No job was made and nothing was spent. The same call without dryRun searches.',
  'pass-on': (advice) =>
    `${plainAdvice(advice, SAY)}${advice.couldHaveAbstracts ? ' abstracts: true adds the abstracts.' : ''}`,
  'see-whole-record': (advice) =>
    advice.path === undefined
      ? 'The exact strategy of each search is in the file that as: "file" writes.'
      : plainAdvice(advice, SAY),
  'tell-of-file': (advice) =>
    `${plainAdvice(advice, SAY)}${advice.isTooLong ? ' For text, export fewer papers with refs or where.' : ''}`,

  'correct-named': () => 'Correct what the service names and call again.',
  'search-by-keywords': (advice) => {
    const tool = firstListed(has, 'combined_search', 'keyword_search');
    return describeKeywords(advice, tool && `Call ${tool} with keywords `);
  },
  'look-up-instead': ifListed(
    has('lookup_papers'),
    () => 'For a few words, a title or a DOI call lookup_papers, which is free.',
    () => `It names a paper rather than a topic: describe the topic in a text of ${QUERY.min} characters or more.`,
  ),
  'see-cost': ifListed(
    has('estimate_credits'),
    () =>
      'Call estimate_credits for cost, pool and balance; ask for a lower limit, or have credits added to the account.',
    () => 'Ask for a lower limit, or have credits added to the account.',
  ),
  'lower-cost': ({ setting, isLeast }) =>
    `${isLeast ? 'Wait' : 'Ask for a lower limit or fewer parts, wait'} until earlier searches are 24 hours old, or let the user raise ${setting} and restart the server.`,
  set: (advice) => `${plainAdvice(advice, SAY)} ${RESTART}`,
  'set-token': (advice) => `${plainAdvice(advice, SAY)} ${RESTART}`,
  'set-token-or-leave': ({ token, address }) =>
    `Set ${token} to your token for that service and restart the server, or unset ${address} for embedded mode.`,
  'compare-balance': ifListed(
    has('estimate_credits'),
    () =>
      'Do not simply repeat the search: it may be charged twice. Compare the balance (estimate_credits is free) with the one before.',
  ),
  'do-not-repeat': ifListed(
    has('get_job'),
    ({ job }) =>
      `Do not repeat the search: it may be charged twice. get_job with jobId "${job}" compares balances (free) and says what is known.`,
  ),
  'ask-about': ({ job }) =>
    `${has('get_job') ? `get_job with jobId "${job}" compares balances (free) and says what is known. ` : ''}To search again at the risk of paying twice, set acceptPossibleDoubleCharge: true.`,
  'restore-newest': ({ file }) =>
    `Let the user put the newest copy of jobs.sqlite back. To search at the risk of paying twice, set acceptPossibleDoubleCharge: true. The user ends this notice by deleting ${file}.`,
  'ask-about-refund': ({ job, isOwn }) =>
    `${has('get_job') ? `${isOwn ? 'get_job on it' : `get_job with jobId "${job}"`} looks at the balance again (free). ` : ''}To search again, and pay again, set acceptPossibleDoubleCharge: true.`,
  'use-paper-ref': ifListed(
    has('get_job'),
    ({ job, orId }) =>
      `Use the ref of a paper that a search${job === undefined ? (orId ? ' or get_job' : '') : ` or get_job with jobId "${job}"`} gave${orId ? ', or a DOI, an arXiv or a PMC id' : ''}.`,
  ),
  'read-removed': ifListed(
    has('get_job'),
    ({ jobId }) =>
      `get_job with jobId ${jobId} reads its papers from the search service again, free, as long as that keeps them.`,
  ),
  'search-fresh': () => 'Only a new search can bring its papers: the same one with fresh: true, charged again.',
  'restore-configuration': ifListed(
    has('get_job'),
    ({ settings }) => `Restore the configuration (${settings.join(', ')}) that created it, then call get_job again.`,
  ),
  'see-job': ifListed(
    has('get_job'),
    ({ job }) =>
      `Call get_job with jobId "${job}": it waits for a running job and says what became of any other, free.`,
  ),
  'look-paper-up': ifListed(has('lookup_papers'), () => 'lookup_papers gives the ref of a title, free.', nothing),
  'look-person-up': ifListed(
    has('lookup_papers'),
    () => 'Look the person up first, free: lookup_papers with the item "author: NAME" gives their ids.',
    () => 'An ORCID or an OpenAlex id names the person.',
  ),
  'name-able-source': ({ source, setting }) =>
    `Add ${source} to ${setting}, which is free, and restart the server. From the library alone: relation similar, or relation author with ref "author: NAME".`,
  'try-other-relation': () => `Try another relation.${searchWith(has, 'the abstract', ' can find similar papers.')}`,
  'related-later': () =>
    `Call again later; nothing was recorded and it costs nothing.${searchWith(has, 'the abstract', ' can find similar papers meanwhile.')}`,
  'check-export-folder': ({ setting }) =>
    `Check that the folder "exports" in the data folder (${setting}) is writable and has space, or export fewer papers (refs, where), which come back as text.`,

  'read-on': ({ offset }) => `More text: call again with offset ${offset}.`,
  'read-tables': ({ places: [first = '', ...others] }) =>
    `Only the first rows of a table are shown: section "${first}" has all${others.length > 0 ? ` (likewise ${others.join(', ')})` : ''}.`,
  'read-abstract': ifListed(
    has('read_paper'),
    ({ ref }) => `read_paper with ref "${ref}" and section "abstract" shows the abstract.`,
  ),
  'read-another': ifListed(
    has('read_paper'),
    (advice) => `${plainAdvice(advice, SAY)} read_paper with a ref tries to read another.`,
  ),
});

const nothing = () => '';

function firstListed(has: Listed, ...tools: ToolName[]): ToolName | undefined {
  return tools.find(has);
}

/** A sentence about a search by a description; empty if there is none. */
function searchWith(has: Listed, what: string, use: string): string {
  const tool = firstListed(has, 'query_search', 'combined_search');
  return tool === undefined ? '' : ` ${tool} with ${what}${use}`;
}

/** The sentences for a client that can call these tools. */
export function createMcpWording(has: Listed): Wording {
  return createWording({ notes: notes(has), advice: advice(has) }, SAY);
}

/** The sentences if all tools are listed. */
export const MCP_WORDING = createMcpWording(ALL_LISTED);

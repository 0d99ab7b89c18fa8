import { capitalised } from '../../lib/line.ts';
import type { FailureAdvice } from '../notes/advice.ts';
import type { AdviceWordingOf } from './vocabulary.ts';

/** How to search for a short text by its keywords; `search` begins the sentence, before the keywords. */
export function describeKeywords(
  { keywords, min }: { keywords: readonly string[]; min: { keywords: number; characters: number } },
  search = 'Search by the keywords ',
): string {
  const named = JSON.stringify(keywords);
  const longer = `a text of ${min.characters} characters or more`;
  if (keywords.length >= min.keywords) return `${search}${named}, or describe the topic in ${longer}.`;
  const has =
    keywords.length === 0 ? 'no keywords' : `only ${named} as ${keywords.length === 1 ? 'a keyword' : 'keywords'}`;
  return `It gives ${has}: add terms that papers on it use, such as synonyms, until there are ${min.keywords}, or describe the topic in ${longer}.`;
}

/** What to do about a failure, in words of no face. Its cost is stated separately. */
export const FAILURE_ADVICE: AdviceWordingOf<FailureAdvice> = {
  again: ({ when, seconds }, { again }) => {
    if (seconds !== undefined) return `Wait ${seconds} seconds and ${again}.`;
    return `${capitalised(again)}${when === undefined ? '' : when === 'later' ? ' later' : ' in a minute'}.`;
  },
  correct: ({ fields, isRequest }, { name, again }) =>
    `Correct ${fields.map(name).join(', ')} and ${again}.${isRequest ? ' Nothing was sent, and nothing was charged.' : ''}`,
  'correct-named': (_, { again }) => `Correct what the service names and ${again}.`,
  'look-up-instead': () => 'For a few words, a title or a DOI use a look-up, which is free.',
  'search-by-keywords': (advice) => describeKeywords(advice),
  'see-cost': () => 'Ask for cost, pool and balance; then ask for fewer results, or have credits added to the account.',
  'search-without-strategy': () =>
    'No job was created and nothing was charged. Search with keywords or a description, or in embedded mode, which takes strategies.',
  'lower-cost': ({ setting }) =>
    `Ask for fewer results, wait until earlier searches are 24 hours old, or raise ${setting}.`,
  set: ({ setting, value }) => `Set ${setting}${value === undefined ? '' : `=${value}`}.`,
  'check-service': ({ setting }, { again }) => `Check ${setting} and the network, then ${again}.`,
  'ask-service': ({ setting }) => `Ask those who run the service (${setting}) about it.`,
  'set-token': ({ token, address }) => `Set ${token} to a valid token of the service at ${address}.`,
  'set-token-or-leave': ({ token, address }) =>
    `Set ${token} to your token for that service, or unset ${address} for embedded mode.`,
  'set-address': ({ setting }) =>
    `Set ${setting} to the address of the service with its API prefix. At the present address the same search is not sent again unless you ask for it.`,
  'compare-balance': () =>
    'Do not simply repeat the search: it may be charged twice. Compare the balance with the one before.',
  'do-not-repeat': ({ job }) =>
    `Do not repeat the search: it may be charged twice. Look at ${job}: balances are compared (free).`,
  'ask-about': ({ job }) => `Look at ${job}: balances are compared (free). To search again is to risk paying twice.`,
  'restore-newest': ({ file }) =>
    `Put the newest copy of jobs.sqlite back. To search all the same is to risk paying twice. Deleting ${file} ends this notice.`,
  'ask-about-refund': ({ job }) =>
    `Look at ${job}: the balance is compared again (free). To search again is to pay again.`,
  'use-job-ref': ({ canSearch }) =>
    `Use a reference (J1, J2 ...) that an earlier answer gave${canSearch ? ', or run a search; reading jobs is free' : ''}.`,
  'use-paper-ref': ({ job, orId }) =>
    `Use the reference of a paper that a search${job === undefined ? '' : ` or ${job}`} gave${orId ? ', or a DOI, an arXiv or a PMC id' : ''}.`,
  'name-review': () => 'Name a review (R1) that there is, or begin one with a question, criteria and jobs.',
  'ask-owner': () => 'Ask its owner, whom the list of members names.',
  'make-room-for-reviews': ({ what }) =>
    ({
      opened: 'Begin it on your own machine, or go on with a review that is there.',
      joined: 'Leave one that you no longer read.',
      invited: 'Try again when an invitation was accepted, declined or taken back.',
    })[what],
  'join-lab': ({ address, token }) =>
    `Set ${address} and ${token} as whoever runs the lab's service says. Reviews of this machine (R1) need neither.`,
  'repair-review': ({ review, isOpening }, { command }) => {
    if (isOpening) return 'Only a copy of the data folder can bring it back.';
    return command
      ? `\`${command(`review audit ${review}`, 'repair')}\` keeps what stands before it and puts the rest aside; a copy of the data folder may have all.`
      : 'A person can keep what stands before it, and put the rest aside, at the command line.';
  },
  'read-removed': ({ jobId }) =>
    `The search service knows it as ${jobId}: reading that brings its papers back as long as it keeps them, free.`,
  'search-anew': () => 'Run the search again; if it is refused, the answer says what to correct.',
  'search-refunded': () => 'Search again; the credits of the failed job were given back.',
  'search-fresh': () => 'Only a new search can bring its papers; it is charged again.',
  'check-network': (_, { command }) =>
    command
      ? `Check the network, then search again: \`${command('doctor', 'online')}\` says which sources answer. \`${command('import FILE')}\` adds papers that need no network.`
      : 'Check the network, then search again. Papers that you import need no network.',
  'restore-configuration': ({ settings }, { again }) =>
    `Restore the configuration (${settings.join(', ')}) that created it, then ${again}.`,
  'name-fewer-jobs': () => 'Name fewer jobs.',
  'see-job': ({ job }) => `Look at ${job}: a running job is waited for, and it says what became of any other, free.`,
  'see-paper': ({ ref }) => `Look at ${ref} to see what is known of it.`,
  'look-paper-up': () => 'Of a title, a look-up gives the reference, free.',
  'look-person-up': () => 'Look the person up first, free: "author: NAME" gives their ids.',
  'name-able-source': ({ source, setting }) =>
    `Add ${source} to ${setting}, which is free. The library alone has similar papers, and the papers of "author: NAME".`,
  'try-other-relation': () => 'Try another relation, or a search with the abstract, which can find similar papers.',
  'related-later': (_, { again }) =>
    `${capitalised(again)} later; nothing was recorded. Meanwhile a search with the abstract can find similar papers.`,
  'restore-backup': ({ setting }) =>
    `Restore the data folder (${setting}) from a backup; otherwise only a new search brings these papers.`,
  'allow-more-files': () => 'Allow it more (ulimit -n 1024), and start it again.',
  'start-again': () => 'Restart it.',
  'see-log': () => 'Search again; the log says what ended it.',
  report: ({ setting }) => `Do not repeat a search blindly; report this with the log on stderr (${setting}=debug).`,
  'take-others': () => 'The other papers were written.',
};

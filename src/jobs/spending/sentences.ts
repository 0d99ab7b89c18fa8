import { counted } from '../../lib/counted.ts';
import type { NoteOf } from '../../wording/notes.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { ChargeDoubt, ChargeReason, SpendingAdvice, SpendingNote } from './notes.ts';

export const SPENDING_SENTENCES: SentencesOf<{ notes: SpendingNote; advice: SpendingAdvice }> = {
  notes: {
    'estimate-is-free': () => 'Asking is free. Credits are taken when a job is created: 1 per 100 results requested.',
    'searches-are-free': () => 'Searches are free in embedded mode, and no limit is set.',
    'spent-today': ({ credits }) =>
      `In the last 24 hours ${counted(credits, 'credit was', 'credits were')} spent, or held for searches whose charge is unknown.`,
    'own-credits': () => 'Embedded mode: these credits are only this machine’s own count, not money.',
    'nothing-to-enrich': ({ settings }) =>
      `No source is configured that could fill in missing fields: set ${settings.join(' or ')}, or search without enrichment.`,
    'text-sends-no-key': () => 'A search by a text alone sends no scraper key: its credits come from pro or basic.',
    'balance-unknown': () => 'No balance is known: the pool has no ceiling, or the service does not report one.',
    'no-limit': ({ pool }) => `The account has no limit in the ${pool} pool.`,
    'balance-too-low': ({ missing }) => `The balance is ${counted(missing, 'credit')} short of the cost.`,
    'cap-too-low': ({ setting, missing }) => `The daily cap (${setting}) leaves ${counted(missing, 'credit')} too few.`,
    'over-cap': ({ cost, cap, left }) =>
      `This search costs ${counted(cost, 'credit')}, but the daily cap of ${cap} leaves ${left}; nothing was sent.`,
    'account-too-low': () => 'The account has too few credits in the pool of this job.',
    'pool-too-low': ({ cost, pool, balance, renewAt }) => {
      const renewal =
        renewAt === undefined ? '' : ` The credits of the next month come on ${renewAt.slice(0, 10)} (UTC).`;
      return `This search costs ${counted(cost, 'credit')} from the ${pool} pool, which holds ${balance ?? 'too few credits'}; nothing was taken for it.${renewal}`;
    },
    'equal-search-uncertain': ({ job, createdAt, by, isCharged }) => {
      const where = by === 'account' ? ' under another token' : '';
      const charge = isCharged ? 'was charged, but its id never arrived' : 'may or may not have been charged';
      return `An equal search (${job}, ${createdAt}) was sent${where} and ${charge}. This call sent nothing.`;
    },
    'equal-search-paid-in-vain': ({ job, createdAt }) =>
      `An equal search (${job}, ${createdAt}) was charged and ended in error, and nothing shows that its credits were refunded. This call sent nothing.`,
    'older-store': ({ file, credits, job, at }) =>
      job === undefined
        ? `jobs.sqlite may be older than what was paid here: ${file} cannot be read.`
        : `jobs.sqlite is older than what was paid here: by ${file}, it lacks jobs up to ${job} (${at}), with ${counted(credits, 'credit')} charged or held. The same searches would be paid again.`,
    'nothing-sent': () => 'This call sent nothing.',
    'parts-reused': ({ jobs, of }) =>
      `${jobs.length} of ${of} searches had been made before (${jobs.join(', ')}): their stored papers are used, for 0 credits.`,
    'parts-begun': ({ jobs, of, canResume }) =>
      `Of its ${of} parts the call had ${jobs.join(', ')}, which stay and can be read for 0 credits; it sent no later part.${canResume ? ' The same call takes them up again for 0 credits.' : ''}`,
    'strategy-not-taken': () =>
      'The hosted service does not say that it accepts Boolean strategies: it documents only keywords and text.',
    'given-up-before-sent': ({ job }) => `${job} was delayed for so long that it was given up before it was sent.`,
    'too-many-requests': ({ perMinute, pauseSeconds }) =>
      pauseSeconds !== undefined
        ? `Nothing was sent: the service asked for a pause, which holds for another ${pauseSeconds.toLocaleString('en')} seconds.`
        : `Too many requests in the last minute${perMinute === undefined ? '' : ` (limit ${perMinute})`}. Nothing was sent.`,
    'charge-unknown': ({ because }) => `It is unknown whether the search was charged: ${describeDoubt(because)}.`,
    'recorded-as': ({ job }) => `It is recorded as ${job}.`,
    'names-job': ({ jobId }) => `Its answer nevertheless has the id ${jobId}, perhaps of a job.`,
    'named-job-exists': ({ jobId }) =>
      `The service has the job ${jobId}, which it named in an answer that reported an error: it counts as charged.`,
    'credits-taken': () => 'Its credits were taken when it was created.',
    'charged-without-id': () => 'Its credits were taken, but its id never arrived: its papers cannot be fetched.',
    'created-once': () => 'The service has the job: it was created and charged once.',
    'no-job-under-key': () =>
      'Reconciled as not charged: the service has no job under its key, and will not create one.',
    'field-not-taken': ({ field }) =>
      `The service does not take ${field === 'enrich' ? 'enrichment' : 'a scraper key'} for this kind of search: the search was made, and charged, without it.`,
    reconciled: ({ charged, reason }) =>
      `Reconciled as ${charged === 'yes' ? 'charged' : 'not charged'}: ${describeReason(reason)}.`,
    'not-reconciled': ({ reason }) => `Not reconciled: ${describeReason(reason)}.`,
    refund: describeRefund,
  },
  advice: {
    'see-cost': () =>
      'Ask for cost, pool and balance; then ask for fewer results, or have credits added to the account.',
    'search-without-strategy': () =>
      'No job was created. Search with keywords or a description, or in embedded mode, which takes strategies.',
    'lower-cost': ({ setting, isLeast }) =>
      `${isLeast ? 'Wait' : 'Ask for fewer results or parts, wait'} until earlier searches are 24 hours old, or raise ${setting}.`,
    'compare-balance': () =>
      'Do not simply repeat the search: it may be charged twice. Compare the balance with the one before.',
    'do-not-repeat': ({ job }) =>
      `Do not repeat the search: it may be charged twice. Look at ${job}: balances are compared (free).`,
    'ask-about': ({ job }) => `Look at ${job}: balances are compared (free). To search again is to risk paying twice.`,
    'restore-newest': ({ file }) =>
      `Put the newest copy of jobs.sqlite back. To search now is to risk paying twice. Deleting ${file} ends this notice.`,
    'ask-about-refund': ({ job }) =>
      `Look at ${job}: the balance is compared again (free). To search again is to pay again.`,
    'search-refunded': () => 'Search again; the credits of the failed job were refunded.',
    'pay-again': ({ job }) => `${job} was charged, but its id never arrived. To search again is to pay again.`,
    'ask-elsewhere': ({ job }) => `${describeLastingDoubt(job)} The same search again could be charged twice.`,
    'ask-again-later': ({ job }) =>
      `${job} may or may not have been created and charged. Look at ${job} again later: balances are compared, free. The same search again could be charged twice.`,
  },
};

/** For a search without a balance from before it. */
export function describeLastingDoubt(job: string): string {
  return `No later look can tell whether ${job} was charged: only the account's own record at the service can.`;
}

function describeDoubt(doubt: ChargeDoubt): string {
  if (doubt.kind === 'status') return `the service answered with status ${doubt.status}`;
  return {
    'connection-broke': 'the connection broke after the request went out',
    'no-id': 'the answer holds no job id',
    'error-with-id': 'the answer reports an error',
    'secret-in-id': 'the job id repeats a secret',
  }[doubt.kind];
}

const OTHER_MACHINE = 'unless another machine with the same token spent as much';

/** What the balances show about a creation, as the end of a sentence. */
function describeReason(reason: ChargeReason): string {
  switch (reason.kind) {
    case 'counted-as-spent':
      return `the service counts its cost as spent, ${OTHER_MACHINE}`;
    case 'balance-fell':
      return `the balance fell by its cost, to ${reason.balance}, ${OTHER_MACHINE}`;
    case 'too-little-spent':
      return 'the total that the service counts as spent has grown too little to include its cost';
    case 'too-early':
      return `nothing was spent on it yet, but it is too early to be sure; look again in ${reason.seconds} seconds`;
    case 'unchanged':
      return `${describeUnchanged(reason)}, which proves nothing: a refund or a refill may have brought the credits back`;
    case 'unexplained':
      return `the balance changed by ${reason.change}, which its cost of ${reason.cost} does not explain`;
    default:
      return NO_EVIDENCE[reason.kind];
  }
}

function describeUnchanged({ balance, others }: Extract<ChargeReason, { kind: 'unchanged' }>): string {
  return others === undefined
    ? `the balance is unchanged at ${balance}`
    : `the balance fell by the cost of other searches alone, from ${balance + others} to ${balance}`;
}

const NO_EVIDENCE = {
  blurred: 'another search was created or reconciled around the same time, so the balances cannot be told apart',
  'credits-granted': 'credits were granted in between, so the balances cannot be compared',
  'other-account': 'it belongs to another account than the one that is configured now',
  'not-measured': 'no balance is known from before the search',
  'not-told': 'the service reports no balance',
  'no-answer': 'the service did not report the balance now',
} as const;

function describeRefund({ state, isYet, evidence }: NoteOf<'refund'>): string {
  const yet = isYet ? ' yet' : '';
  const unknown = 'It is not known whether they were refunded';
  if (evidence.by === 'other-account') return `${unknown}: the job belongs to another account than the configured one.`;
  if (evidence.by === 'nothing') return `${unknown}: the service reports no balance now.`;
  if (evidence.by === 'sum') {
    const counts = `the service has refunded ${counted(evidence.refunded, 'credit')} to the ${evidence.pool} pool since`;
    if (state === 'not-back') return `They were not refunded${yet}: ${counts}.`;
    if (state === 'seems-back') return `They seem to have been refunded: ${counts}, which is its cost.`;
    return `${unknown}: ${counts}, perhaps for other jobs.`;
  }
  const holds = `the ${evidence.pool} pool holds ${evidence.balance}`;
  if (state === 'seems-back') return `They seem to have been refunded: ${holds}, as if the job had cost nothing.`;
  if (state === 'seems-not-back')
    return `They do not seem to have been refunded${yet}: ${holds}, which is less than before by its cost.`;
  return evidence.isComparable
    ? `${unknown}: ${holds} now, which its cost alone does not explain.`
    : `${unknown}; ${holds} now.`;
}

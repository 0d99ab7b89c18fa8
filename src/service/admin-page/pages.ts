import { html, raw } from 'hono/html';
import { POOLS, type Pool } from '../../contract/credits.ts';
import { counted } from '../../lib/counted.ts';
import { capitalised } from '../../lib/line.ts';
import { describeFailure } from '../../wording/sentences/sources.ts';
import type { Delivery } from '../store/outbox-port.ts';
import type { JobLine } from '../store/overview-port.ts';
import { type Account, MAX_ATTEMPTS } from '../store/port.ts';
import { STYLE } from './admin-style.ts';
import type { AccountDetails, Overview } from './read-overview.ts';

/** The path of the page. Without a stored token it does not exist; with one, it asks for the token. */
export const ADMIN_PATH = '/admin';

type Html = ReturnType<typeof html>;

/** Links are relative, because a proxy may serve the page under a path of its own. */
const ALL_ACCOUNTS = html`<a href="../../admin">All accounts</a>`;

const POOL_NAMES: Record<Pool, string> = { basic: 'Basic', pro: 'Pro', privateKey: 'Private key' };

/** Accounts, jobs, failures and workers of a service. */
export function overviewPage(overview: Overview): Html {
  const { at, accounts, open, failed, sources, callbacks, workers, counts } = overview;
  const stateCount = (state: string) => counts.jobs.find((row) => row.state === state)?.jobs ?? 0;
  const openAccounts = accounts.filter(({ revokedAt }) => revokedAt === null).length;
  const running = workers.filter(({ isRunning }) => isRunning);
  return layout({
    title: 'Service',
    at,
    body: html`${attention(overview)}
<dl class="glance">${[
      ['Accounts', openAccounts, 'accounts'],
      ['Jobs waiting', stateCount('queued'), 'open'],
      ['Jobs running', stateCount('running'), 'open'],
      ['Jobs done', stateCount('success')],
      ['Jobs failed', stateCount('error'), 'failed'],
      ['Workers', running.length, 'workers'],
    ].map(
      ([name, count, id]) =>
        html`<div><dt>${id === undefined ? name : html`<a href="#${id}">${name}</a>`}</dt><dd>${count}</dd></div>`,
    )}</dl>
${accountsSection(overview)}
<section id="open"><h2>Jobs waiting and running</h2>${jobsTable('Jobs waiting and running, the oldest first', open, 'No job waits or runs.', at)}
${more(open.length, counts.open)}</section>
<section id="failed"><h2>Jobs that failed</h2>${jobsTable('Jobs that failed, the latest first', failed, 'No job has failed.', at)}
${more(failed.length, stateCount('error'))}</section>
<section id="sources"><h2>Sources that failed</h2>${table(
      `Sources that failed in the latest ${counted(sources.of, 'job')}`,
      [{ head: 'Source' }, { head: 'Jobs', isNumber: true }, { head: 'Latest' }, { head: 'Why, the last time' }],
      sources.failing.map(({ title, jobs, lastAt, why }) => [
        title,
        `${jobs} of ${sources.of}`,
        time(lastAt, at),
        capitalised(describeFailure(why)),
      ]),
      sources.of === 0 ? 'No job has ended yet.' : `No source failed in the latest ${counted(sources.of, 'job')}.`,
    )}</section>
<section id="callbacks"><h2>Callbacks not delivered</h2>${callbacksTable(callbacks, 'Every callback was delivered, or is due for the first time.', at)}</section>
<section id="workers"><h2>Workers</h2>${table(
      'Workers',
      [{ head: 'Machine' }, { head: 'Jobs at a time', isNumber: true }, { head: 'Since' }, { head: 'State' }],
      workers.map(({ name, jobs, startedAt, seenAt, isRunning }) => [
        ...[name, jobs, time(startedAt, at)],
        isRunning ? 'runs' : html`<span class="bad">not heard of since</span> ${time(seenAt, at)}`,
      ]),
      'No worker has run for a day.',
    )}</section>`,
  });
}

/** One account: its credits and each change of them, its jobs and its callbacks. */
export function accountPage({ at, account, open, failed, ledger, callbacks }: AccountDetails): Html {
  const { name, createdAt, revokedAt, usedAt, renewsAt } = account;
  const signs = { grant: '+', refund: '+', charge: '−', lapse: '−' };
  const reasons = { grant: 'granted', refund: 'refunded', charge: 'search', lapse: 'lapsed' };
  return layout({
    title: `Account ${name}`,
    at,
    body: html`<p>${ALL_ACCOUNTS}</p>
<p>Made ${time(createdAt, at)}. ${usedAt === null ? 'It never searched.' : html`Last search ${time(usedAt, at)}.`}
${revokedAt !== null && html`<span class="bad">Revoked ${time(revokedAt, at)}.</span>`}</p>
<dl class="glance">${POOLS.map((pool) => html`<div><dt>${POOL_NAMES[pool]}</dt><dd>${describeAmount(account, pool)}</dd></div>`)}</dl>
${renewsAt !== null && html`<p class="says">The next month begins on ${renewsAt.slice(0, 10)} (UTC).</p>`}
<section id="credits"><h2>Changes of credits</h2>${table(
      'Changes of credits, the latest first',
      [
        { head: 'When' },
        { head: 'Pool' },
        { head: 'Credits', isNumber: true },
        { head: 'Why' },
        { head: 'Job', isId: true },
      ],
      ledger.map(({ at: moment, pool, credits, kind, job }) => [
        ...[time(moment, at), POOL_NAMES[pool], `${signs[kind]}${credits}`, reasons[kind], job ?? ''],
      ]),
      'It never had credits.',
    )}</section>
<section id="open"><h2>Jobs waiting and running</h2>${jobsTable('Jobs waiting and running, the oldest first', open, 'No job waits or runs.', at, false)}</section>
<section id="failed"><h2>Jobs that failed</h2>${jobsTable('Jobs that failed, the latest first', failed, 'No job has failed.', at, false)}</section>
<section id="callbacks"><h2>Callbacks</h2>${callbacksTable(callbacks, 'It has no callbacks.', at)}</section>`,
  });
}

export function notFoundPage(): Html {
  const body = html`<p>There is no such account. ${ALL_ACCOUNTS}</p>`;
  return layout({ title: 'Not found', at: new Date(), body });
}

type Page = { title: string; at: Date; body: Html };

function layout({ title, at, body }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · paperqueue</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body><main>
<h1>${title}</h1>
<p class="says">As of ${stamp(at)} UTC. <a href="">Reload</a></p>
${body}
</main></body>
</html>
`;
}

/** What the administrator should look at first. */
function attention({ accounts, workers, counts, open, sources, at }: Overview): Html {
  const isRunning = workers.some((worker) => worker.isRunning);
  const [oldest] = open;
  const waited = oldest ? at.getTime() - Date.parse(oldest.createdAt) : 0;
  const dead = counts.deliveries.find(({ state }) => state === 'dead')?.deliveries ?? 0;
  const poor = accounts.filter(
    ({ revokedAt, balances }) => revokedAt === null && POOLS.every((pool) => balances[pool] === 0),
  );
  const usual = sources.failing
    .filter(({ jobs }) => sources.of >= 4 && jobs * 2 > sources.of)
    .map(({ title }) => title);
  const items = [
    !isRunning &&
      (counts.open > 0 ? `No worker runs, and ${counted(counts.open, 'job waits', 'jobs wait')}.` : 'No worker runs.'),
    isRunning && waited > MAX_WAIT_MS && `The oldest job has been open for ${span(waited)}.`,
    dead > 0 &&
      `${counted(dead, 'callback was', 'callbacks were')} given up; paperqueue callbacks resend sends one again.`,
    usual.length > 0 && `Most of the latest searches had no answer from ${usual.join(', ')}.`,
    poor.length > 0 && `Without any credit: ${named(poor.map(({ name }) => name))}.`,
  ].filter((item) => item !== false);
  if (items.length === 0) return html`<p class="fine">Nothing needs attention.</p>`;
  return html`<section class="attention"><h2>Needs attention</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`;
}

/** Workers take a job within seconds, but may work on it for minutes. */
const MAX_WAIT_MS = 10 * 60_000;
const MAX_NAMED = 8;

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function accountsSection({ accounts, jobCounts, at }: Overview): Html {
  const perState = new Map(jobCounts.map(({ account, state, jobs }) => [`${state} ${account}`, jobs]));
  const jobs = (account: string, state: string) => perState.get(`${state} ${account}`) ?? '';
  const lastUse = ({ revokedAt, usedAt }: Account) => `${revokedAt === null ? 1 : 0}${usedAt ?? ''}`;
  const sorted = [...accounts].sort((a, b) => (lastUse(a) < lastUse(b) ? 1 : lastUse(a) > lastUse(b) ? -1 : 0));
  return html`<section id="accounts"><h2>Accounts</h2>${table(
    'Accounts, those that searched last first',
    [
      { head: 'Name' },
      ...POOLS.map((pool) => ({ head: POOL_NAMES[pool], isNumber: true })),
      { head: 'Last search' },
      ...['Waiting', 'Running', 'Done', 'Failed'].map((head) => ({ head, isNumber: true })),
      { head: 'State' },
    ],
    sorted.map((account) => [
      html`<a href="admin/accounts/${encodeURIComponent(account.name)}">${account.name}</a>`,
      ...POOLS.map((pool) => describeAmount(account, pool)),
      account.usedAt === null ? 'never' : time(account.usedAt, at),
      ...['queued', 'running', 'success', 'error'].map((state) => jobs(account.name, state)),
      account.revokedAt === null ? '' : html`revoked ${time(account.revokedAt, at)}`,
    ]),
    html`No accounts yet. Make one on the machine of the service:
<code>paperqueue account create NAME --monthly 100</code>`,
  )}</section>`;
}

function describeAmount({ balances, monthly }: Account, pool: Pool): string {
  const [balance, month] = [balances[pool], monthly[pool]];
  if (balance === null) return 'no limit';
  return month === null ? String(balance) : `${balance} (${month}/month)`;
}

function jobsTable(caption: string, jobs: readonly JobLine[], emptyText: string, at: Date, withAccount = true): Html {
  return table(
    caption,
    [
      { head: 'Job', isId: true },
      ...(withAccount ? [{ head: 'Account' }] : []),
      ...[
        { head: 'State' },
        { head: 'Credits' },
        { head: 'Tries', isNumber: true },
        { head: 'Created' },
        { head: 'Why' },
      ],
    ],
    jobs.map((job) => [
      ...[job.id, ...(withAccount ? [job.account] : []), STATES[job.state] ?? job.state],
      `${job.credits} ${job.pool === null ? '' : POOL_NAMES[job.pool]}${job.isRefunded ? ', refunded' : ''}`,
      ...[job.attempts, time(job.createdAt, at), describeReason(job)],
    ]),
    emptyText,
  );
}

const STATES: Record<string, string> = { queued: 'waits', running: 'runs', error: 'failed', success: 'done' };

/** Why a job failed or is not finished: derived from its sources' reports, never from its query. */
function describeReason({ state, failures, attempts }: JobLine): string {
  if (failures.length > 0) return failures.map(({ title, why }) => `${title} ${describeFailure(why)}`).join('; ');
  if (state === 'error')
    return attempts >= MAX_ATTEMPTS
      ? `${attempts} tries ended without an answer; see the log`
      : 'An error of the service; see the log';
  return state === 'queued' && attempts > 0 ? 'An earlier try failed' : '';
}

function callbacksTable(callbacks: readonly Delivery[], emptyText: string, at: Date): Html {
  return table(
    'Callbacks',
    [
      { head: 'Job', isId: true },
      { head: 'Account' },
      { head: 'To' },
      { head: 'State' },
      { head: 'Tries', isNumber: true },
      { head: 'Last answer' },
      { head: 'Next try' },
    ],
    callbacks.map(({ job, account, url, state, attempts, lastOutcome, nextAt }) => [
      ...[job, account, url, state === 'dead' ? html`<span class="bad">given up</span>` : state, attempts],
      ...[lastOutcome ?? '', nextAt === null ? '' : time(nextAt, at)],
    ]),
    emptyText,
  );
}

type Column = { head: string; isNumber?: boolean; isId?: boolean };

/** A table without its empty columns. A narrow screen shows cards; ARIA roles keep it a table for screen readers. */
function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly unknown[][],
  emptyText: string | Html,
): Html {
  if (rows.length === 0) return html`<p class="says">${emptyText}</p>`;
  const cssClass = ({ isNumber, isId }: Column) => (isNumber ? 'num' : isId ? 'id' : '');
  const shown = columns
    .map((column, nth) => ({ column, nth }))
    .filter(({ nth }) => rows.some((cells) => cells[nth] !== ''));
  return html`<table role="table" aria-label="${caption}">
<thead role="rowgroup"><tr role="row">${shown.map(({ column }) => html`<th role="columnheader" scope="col" class="${cssClass(column)}">${column.head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (cells) =>
      html`<tr role="row">${shown.map(({ column, nth }) =>
        nth === 0
          ? html`<th role="rowheader" scope="row" class="${cssClass(column)}">${cells[nth]}</th>`
          : html`<td role="cell" class="${cssClass(column)}" data-label="${column.head}">${cells[nth]}</td>`,
      )}</tr>`,
  )}</tbody></table>`;
}

function more(shown: number, all: number): Html | false {
  return all > shown && html`<p class="says">${shown} of ${all} are shown.</p>`;
}

/** A time, with how long ago it was or how soon it will be. */
function time(moment: string, at: Date): Html {
  const ms = at.getTime() - Date.parse(moment);
  const words = ms >= 0 ? `${span(ms)} ago` : `in ${span(-ms)}`;
  return html`<time class="nowrap" datetime="${moment}" title="${stamp(new Date(moment))} UTC">${words}</time>`;
}

/** `40 s`, `5 min`, `3 h`, `12 days`. */
function span(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 2) return `${Math.round(ms / 1000)} s`;
  if (minutes < 120) return `${Math.round(minutes)} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 60 / 24)} days`;
}

function stamp(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}

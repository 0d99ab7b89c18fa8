import type { Pool } from '../../src/contract/credits.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import type { SearchOutcome } from '../../src/jobs/ports/search-engine.ts';
import type { Database } from '../../src/platform/sqlite/database.ts';
import * as accounts from '../../src/service/store/core/accounts.ts';
import * as keys from '../../src/service/store/core/creation-keys.ts';
import * as queue from '../../src/service/store/core/job-queue.ts';
import * as outbox from '../../src/service/store/core/outbox.ts';
import { readCounts } from '../../src/service/store/core/overview.ts';
import { openExpiry } from '../../src/service/store/core/retention.ts';
import * as secrets from '../../src/service/store/core/secrets.ts';
import type { Steps } from '../../src/service/store/core/steps.ts';
import type { LeasedDelivery, Listing } from '../../src/service/store/outbox-port.ts';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { GRANTS } from '../../src/service/store/sqlite/accounts.ts';
import { JOBS, KEYS } from '../../src/service/store/sqlite/job-queue.ts';
import { runSteps } from '../../src/service/store/sqlite/run-steps.ts';
import { zippedAnswer } from '../../src/service/store/zipped-answer.ts';

/** The store in a file, synchronous and at a time that the test chooses. */

function change<T>(database: Database, steps: Steps<T>, now?: number): T {
  return database.transaction(() => runSteps(database, steps, now));
}

export function createAccount(database: Database, name: string, credits: Record<Pool, number>): number | undefined {
  return change(database, accounts.createAccount(GRANTS, name, credits));
}

export function findAccount(database: Database, name: string) {
  return runSteps(database, accounts.listAccounts(name))[0];
}

export function createToken(database: Database, account: number) {
  return change(database, accounts.createToken(account));
}

export function revokeTokens(database: Database, account: number): void {
  change(database, accounts.revokeTokens(account));
}

export function accountOfToken(database: Database, token: string): number | undefined {
  return runSteps(database, accounts.accountOfToken(token));
}

export function closeKey(database: Database, account: number, key: string, maxClosed?: number): string | undefined {
  return change(database, keys.closeKey(KEYS.close, account, key, maxClosed));
}

export function countOpenJobs(database: Database): number {
  return runSteps(database, queue.countOpenJobs());
}

/** Milliseconds since the epoch; undefined if no job is open. */
export function nextDue(database: Database): number | undefined {
  return runSteps(database, queue.nextDueInMs(), 0);
}

/** False if the lease is no longer the job's, here and below. */
export function finishJob(
  database: Database,
  job: LeasedJob,
  outcome: SearchOutcome,
  answer: Uint8Array = zippedAnswer(outcome),
): boolean {
  return change(database, queue.finishJob(JOBS, job, outcome, answer));
}

export function failJob(database: Database, job: LeasedJob, report?: Pick<SearchOutcome, 'notes' | 'sources'>) {
  return change(database, queue.failJob(JOBS, job, report));
}

export function refundJob(database: Database, job: string): void {
  change(database, queue.refundJob(JOBS, job));
}

/** `notBefore`: milliseconds since the epoch. */
export function postponeJob(database: Database, job: LeasedJob, notBefore: number): void {
  change(database, queue.postponeJob(job, 0), notBefore);
}

export function failExhaustedJobs(database: Database): void {
  for (const id of runSteps(database, queue.listExhausted())) change(database, queue.endExhausted(JOBS, id));
}

/** By a retention time that begins now. */
export function expireResults(database: Database, olderThanMs: number): void {
  change(database, openExpiry(JOBS.expired)(olderThanMs));
}

export function ensureCallbackSecret(database: Database, account: number, now?: number) {
  return runSteps(database, secrets.ensureSecret(account), now);
}

export function rotateCallbackSecret(database: Database, account: number, overlapMs?: number, now?: number) {
  return change(database, secrets.rotateSecret(account, overlapMs), now);
}

export function activeSecrets(database: Database, account: number, now?: number) {
  return runSteps(database, secrets.activeSecrets(account), now);
}

type NewDelivery = { job: string; account: number; url: string; papers: readonly WirePaper[]; createdAt: number };

/** In a transaction of the caller's. */
export function addDelivery(database: Database, { job, account, url, papers, createdAt }: NewDelivery): string {
  return runSteps(database, outbox.addDelivery({ id: job, account }, url, papers), createdAt);
}

export function leaseDelivery(database: Database, now: number, without: readonly number[] = []) {
  return change(database, outbox.leaseDelivery(without), now);
}

/** Milliseconds since the epoch; undefined if nothing is pending. */
export function nextDeliveryAt(database: Database, without: readonly number[] = []): number | undefined {
  return runSteps(database, outbox.nextDeliveryInMs(without), 0);
}

export function recordDelivered(database: Database, lease: LeasedDelivery, outcome: string, now: number): boolean {
  return change(database, outbox.recordDelivered(lease, outcome), now);
}

export function recordRetry(database: Database, lease: LeasedDelivery, outcome: string, nextAt: number): boolean {
  return change(database, outbox.recordRetry(lease, outcome, 0), nextAt);
}

export function recordDead(database: Database, lease: LeasedDelivery, outcome: string, now: number): boolean {
  return change(database, outbox.recordDead(lease, outcome), now);
}

export function releaseDelivery(database: Database, lease: LeasedDelivery): boolean {
  return change(database, outbox.releaseDelivery(lease));
}

export function endRevokedDeliveries(database: Database, now: number): void {
  change(database, outbox.endRevokedDeliveries(), now);
}

export function giveUpDeadBodies(database: Database): void {
  change(database, outbox.giveUpDeadBodies());
}

export function listDeliveries(database: Database, listing: Listing) {
  return runSteps(database, outbox.listDeliveries(listing));
}

/** Why it cannot be sent again; undefined when it will be. */
export function resendDelivery(database: Database, id: string, now?: number): string | undefined {
  return change(database, outbox.resendDelivery(id), now);
}

export function countDeliveries(database: Database) {
  return runSteps(database, readCounts()).deliveries;
}

/**
 * Bugs of order that attacks found, put back one at a time: what the mend of each replaced. `text` stands exactly once
 * in the file, so that an edit survives code that moves, and is missed when the code changes.
 */
export type OrderBug = {
  name: string;
  /** What went wrong, in which order of events. */
  what: string;
  file: string;
  text: string;
  bug: string;
  /** The files of tests of which at least one has to fail. */
  suites: readonly string[];
  /** The suites drive the built server, which is built anew. */
  isBuilt?: true;
};

export const ORDER_BUGS: readonly OrderBug[] = [
  {
    name: 'dial-without-looking',
    what: 'A process sleeps between intent and dial; others give its creation up and pay; it wakes and pays, too.',
    file: 'src/jobs/store/creations.ts',
    text: 'return isOurs && updateDialled(database, number, key, at);',
    bug: 'updateDialled(database, number, key, at);\n  return isOurs || true;',
    suites: ['test/faults/interleavings.test.ts'],
  },
  {
    name: 'stamp-before-dead',
    what: 'A creation was dialled, its process is killed: it is called not charged and paid again.',
    file: 'src/jobs/store/creations.ts',
    text: "creation.status === 'submitting' && creation.dialled_at === null && (isDead || isOld)",
    bug: "creation.status === 'submitting' && (isDead || isOld)",
    suites: ['test/jobs/store/abandoned.slow.test.ts'],
  },
  {
    name: 'old-is-answered',
    what: 'A stamped creation is given up while its process still sends; a sum from before it arrives says not charged.',
    file: 'src/jobs/store/creations.ts',
    text: '      giveUpCreation(database, creation.number);',
    bug: "      settle(database, creation.number, 'unknown', at);",
    suites: ['test/faults/late-news.test.ts', 'test/jobs/store/abandoned.slow.test.ts'],
  },
  {
    name: 'late-news-wins',
    what: 'Two calls judge one creation; the slower one, which saw less, undoes the certain outcome.',
    file: 'src/jobs/store/job-rows.ts',
    text: "WHERE number = ? AND charged = 'unknown'`,",
    bug: 'WHERE number = ?`,',
    suites: ['test/jobs/store/ledger.test.ts', 'test/jobs/store/job-store.test.ts'],
  },
  {
    name: 'id-told-twice',
    what: 'Two calls ask for the job of a lost creation; the slower sets the finished job back, and its papers are never shown.',
    file: 'src/jobs/store/job-rows.ts',
    text: "status = iif(finished_at IS NULL, 'queued', status), charged = 'yes',",
    bug: "status = 'queued', charged = 'yes',",
    suites: ['test/jobs/store/outcomes.slow.test.ts'],
  },
  {
    name: 'outcome-lost-when-locked',
    what: 'The file is locked when the id of a paid job comes, and the id is gone.',
    file: 'src/jobs/store/outcomes.ts',
    text: '        pending.set(number, outcome);\n',
    bug: '',
    suites: ['test/jobs/store/outcomes.slow.test.ts'],
  },
  {
    name: 'papers-before-id',
    what: 'The id waits in memory while the papers are written; the id then undoes the end of the job.',
    file: 'src/jobs/store/outcomes.ts',
    text: '      if (outcome) write(number, outcome);\n      pending.delete(number);\n      return recordNews();',
    bug: '      return recordNews();',
    suites: ['test/jobs/store/outcomes.slow.test.ts'],
  },
  {
    name: 'file-replaced-in-use',
    what: 'The file is replaced under a running server, which goes on paying into what only it has open.',
    file: 'src/platform/sqlite/database.ts',
    text: '      if (isReplaced()) throw',
    bug: '      if (false) throw',
    suites: ['test/jobs/store/creations.test.ts'],
  },
  {
    name: 'acceptance-sent-again',
    what: 'A host never got the answer of an accepted call and sends it again: it is paid once more.',
    file: 'src/jobs/store/runs.ts',
    text: 'run.isForced ? `accepted = 1 AND ',
    bug: 'run.isForced ? `1 = 0 AND ',
    suites: ['test/jobs/store/runs.test.ts'],
  },
  {
    name: 'two-watches-pay',
    what: 'Two timers run two watches of one search at once: each pays.',
    file: 'src/jobs/store/runs.ts',
    text: ' AND created_at BETWEEN ? AND ? AND ',
    bug: ' AND 1 = 0 AND created_at BETWEEN ? AND ? AND ',
    suites: ['test/jobs/store/runs.test.ts'],
  },
  {
    name: 'clock-set-back-unseen',
    what: 'The clock is set back between two balances, and the charge of another job is called that of this one.',
    file: 'src/jobs/store/clock.ts',
    text: 'const isSetBack = wall < last.wall;',
    bug: 'const isSetBack = false;',
    suites: ['test/jobs/store/evidence.test.ts'],
  },
  {
    name: 'clock-set-forward-unseen',
    what: 'The clock is set forward, and a creation still in a slow proxy is judged not charged and paid again.',
    file: 'src/jobs/store/clock.ts',
    text: 'if (isAhead && !isSetBack) {',
    bug: 'if (isAhead && isSetBack) {',
    suites: ['test/jobs/store/evidence.test.ts'],
  },
  {
    name: 'paid-in-vain-again',
    what: 'A charged search ends in error, and an assistant in a loop pays for each failure.',
    file: 'src/jobs/spending/submit.ts',
    text: 'if (failed && failed.number !== refunded?.number) throw paidForNothing(failed);',
    bug: 'if (failed && failed.number === refunded?.number) throw paidForNothing(failed);',
    suites: ['test/jobs/spending/failed-search.test.ts'],
  },
  {
    name: 'spare-number-told',
    what: 'A list shows a creation under way; it is refused, and its number names another search.',
    file: 'src/jobs/store/recorded-jobs.ts',
    text: "    if (job.status === 'submitting') whereItCanBeWritten(() => rows.updateTold(database, job.number));\n",
    bug: '',
    suites: ['test/jobs/store/spare-numbers.test.ts'],
  },
  {
    name: 'late-dial-of-spare',
    what: 'The dial of a refused creation comes late and stamps the new creation of its number.',
    file: 'src/jobs/store/creations.ts',
    text: "AND status = 'submitting' AND coalesce(idempotency_key = ?, 1)`",
    bug: "AND status = 'submitting' AND (?3 IS NULL OR 1)`",
    suites: ['test/jobs/store/spare-numbers.test.ts'],
  },
  {
    name: 'id-of-cut-answer',
    what: 'The answer breaks off after whole JSON with the id of a paid job, and the id is thrown away.',
    file: 'src/jobs/upstream/exchanges.ts',
    text: 'const isPaid = kind ===',
    bug: 'const isPaid = kind !==',
    suites: ['test/jobs/upstream/broken-connections.slow.test.ts'],
  },
  {
    name: 'header-after-stamp',
    what: 'A header that cannot be sent fails after the dial was recorded: what was never sent counts as perhaps charged.',
    file: 'src/platform/net/post-once.ts',
    text: '    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);\n',
    bug: '    void validateHeaderValue;\n    void headers;\n',
    suites: ['test/platform/net/post-once.test.ts'],
  },
  {
    name: 'store-older-than-paid',
    what: 'An older copy of the store is put back, and the same search is paid again, silently.',
    file: 'src/jobs/spending/submit.ts',
    text: '      if (older) throw unknownEarlierCharges(older);\n',
    bug: '      if (older) void unknownEarlierCharges;\n',
    suites: ['test/e2e/older-store.slow.test.ts'],
  },
  {
    name: 'older-store-unseen',
    what: 'An older copy of the store takes its place between two servers, and nobody looks at what was reached.',
    file: 'src/jobs/store/reached.ts',
    text: '      if (lines.length === 0) return undefined;\n',
    bug: '      if (lines.length >= 0) return undefined;\n',
    suites: ['test/crash/kills.slow.test.ts'],
    isBuilt: true,
  },
  {
    name: 'dial-without-stamp',
    what: 'The disk is full when the dial should be stamped; it is dialled all the same, and a kill makes it free.',
    file: 'src/jobs/spending/submit.ts',
    text: 'whenStoreIsFree(() => store.stampDial(intent.number, idempotencyKey, charge))',
    bug: 'whenStoreIsFree(() => store.stampDial(intent.number, idempotencyKey, charge)).catch(() => true)',
    suites: ['test/faults/full-disk.slow.test.ts'],
  },
  {
    name: 'reached-after-dial',
    what: 'What was reached is not written before a creation is sent: a kill, and an older copy looks like the newest.',
    file: 'src/jobs/store/recorded-jobs.ts',
    text: '        reached.record();\n',
    bug: '',
    suites: ['test/jobs/store/reached.test.ts'],
  },
];

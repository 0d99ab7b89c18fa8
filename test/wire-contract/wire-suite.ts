import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAnswers } from './wire-answers.ts';
import { BODY_CASES } from './wire-bodies.ts';
import { CALLBACK_CASES } from './wire-callbacks.ts';
import type { Expected, PeerName, WireCase } from './wire-case.ts';
import { FILTER_CASES } from './wire-filters.ts';
import { balancesOf, type Peer } from './wire-peers.ts';

/** The service contract as it is on the wire: one suite for everything that implements it. */

const WIRE_CASES: Record<string, readonly WireCase[]> = {
  'part A, body': BODY_CASES,
  'part A, query string': FILTER_CASES,
  'part A, callbackUrl': CALLBACK_CASES,
};

/** The fields that a 400 names, entries of a list counted for the list, each once. */
function namedIn(error: unknown): string[] {
  const entries = error as { path: string; message: string }[];
  for (const entry of entries)
    expect(entry).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
  return [...new Set(entries.map(({ path }) => path.replace(/\[\d+\]$/, '')))];
}

async function check(
  peer: Peer,
  { operation, query, body, who = 'rich' }: WireCase,
  expected: Expected,
): Promise<void> {
  const payer = who === 'poor' ? 'poor' : 'rich';
  const before = await balancesOf(peer, payer);
  const isRaw = typeof body === 'object' && body !== null && 'raw' in body;
  const answer = await peer.send({
    method: 'POST',
    path: `/v1/job/${operation}${query === undefined ? '' : `?${query}`}`,
    who,
    headers: { 'Content-Type': 'application/json' },
    body: isRaw ? String(body.raw) : JSON.stringify(body),
  });
  expect(answer.contentType).toMatch(/^application\/json/);
  const { error } = answer.json as { error: unknown };
  if ('takes' in expected) {
    expect([answer.status, answer.json]).toEqual([200, { jobId: expect.stringMatching(/^[0-9a-f]{24}$/) }]);
    before[expected.from] -= expected.takes;
  } else if ('wrong' in expected) {
    expect([answer.status, answer.json]).toEqual([400, { error: expect.any(Array) }]);
    expect(namedIn(error).sort()).toEqual([...expected.wrong].sort());
  } else {
    expect([answer.status, answer.json]).toEqual([expected.status, { error: expect.any(String) }]);
    expect(error).toMatch(expected.text);
  }
  expect(await balancesOf(peer, payer)).toEqual(before);
}

/**
 * Runs cases against one peer: all, or those that `choose` takes. Where a peer differs, what it does instead is
 * checked.
 */
export function describeWire(
  name: PeerName,
  open: () => Promise<Peer>,
  choose: (cases: readonly WireCase[]) => readonly WireCase[] = (cases) => cases,
): void {
  describe(`the contract on the wire: ${name}`, () => {
    let peer: Peer;
    beforeAll(async () => {
      peer = await open();
    });
    afterAll(() => peer?.close());

    describeAnswers(name, () => peer);

    for (const [part, cases] of Object.entries(WIRE_CASES)) {
      describe(part, () => {
        for (const entry of choose(cases)) {
          const other = entry.except?.[name];
          const title = `${entry.operation}: ${entry.rule}`;
          it(other ? `${title} (not here: ${other.because})` : title, () =>
            check(peer, entry, other?.expected ?? entry.expected),
          );
        }
      });
    }
  });
}

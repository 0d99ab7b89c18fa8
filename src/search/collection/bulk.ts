import { asFields, asList, asNumber } from '../../lib/json.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import type { Paper } from '../../papers/paper.ts';
import { retry } from '../../platform/net/retry.ts';
import { CollectionError, isRateLimited } from './collection-error.ts';
import { createDocumentWriter } from './documents.ts';
import type { EngineClient } from './engine-client.ts';
import { fetchBody } from './indexes.ts';

const MAX_PAPERS = 500;
const MAX_CHARACTERS = 5 * 1024 * 1024;
/** While the engine writes one bulk, the next is built and sent. More would only wait there and fill its memory. */
const MAX_AT_ONCE = 2;
const BULK_MS = 180_000;
/** First pause before papers that the engine had no capacity for are sent again; doubled each time. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const MAX_TRIES = 10;

export type BulkOutcome = {
  created: number;
  replaced: number;
  /** Papers that the engine rejected permanently. */
  refused: number;
};

/** One for all bulks, because it keeps the stems of words. */
const toDocument = createDocumentWriter();

type Action = { id: string; lines: string };

/**
 * Writes papers into an index, replacing those with the same key. Papers that the engine had no capacity for are sent
 * again, separately, after growing pauses. Rejects with a CollectionError if it stops answering.
 */
export async function writePapers(
  client: EngineClient,
  index: string,
  papers: readonly Paper[],
  timers: Timers = REAL_TIMERS,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { created: 0, replaced: 0, refused: 0 };
  const queue = bulks(papers);
  const writeNext = async () => {
    for (const actions of queue) await writeBulk(client, index, actions, outcome, timers);
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, writeNext));
  return outcome;
}

function* bulks(papers: readonly Paper[]): Generator<Action[]> {
  let bulk: Action[] = [];
  let characters = 0;
  for (const paper of papers) {
    const { id, document } = toDocument(paper);
    const lines = `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(document)}\n`;
    if (bulk.length >= MAX_PAPERS || (bulk.length > 0 && characters + lines.length > MAX_CHARACTERS)) {
      yield bulk;
      bulk = [];
      characters = 0;
    }
    bulk.push({ id, lines });
    characters += lines.length;
  }
  if (bulk.length > 0) yield bulk;
}

async function writeBulk(
  client: EngineClient,
  index: string,
  actions: readonly Action[],
  outcome: BulkOutcome,
  timers: Timers,
): Promise<void> {
  let rest = actions;
  const sendRest = async () => {
    rest = await sendBulk(client, index, rest, outcome);
    if (rest.length > 0) throw new CollectionError('rate limited');
  };
  const pauseMs = (error: Error, tries: number) =>
    isRateLimited(error) ? Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS) : undefined;
  await retry(sendRest, { tries: MAX_TRIES, pauseMs, timers });
}

/** Sends actions and counts the outcomes; returns those that the engine had no capacity for. */
async function sendBulk(
  client: EngineClient,
  index: string,
  actions: readonly Action[],
  outcome: BulkOutcome,
): Promise<readonly Action[]> {
  const lines = actions.map((action) => action.lines).join('');
  const body = await fetchBody(client, { method: 'POST', path: `/${index}/_bulk`, lines, ms: BULK_MS });
  const results = asList(asFields(body).items).map((item) => asFields(asFields(item).index));
  const isOfThese = results.every(({ _id }, at) => _id === undefined || _id === actions[at]?.id);
  if (results.length !== actions.length || !isOfThese) throw new CollectionError('unreadable');
  const items = results.map(({ status }) => asNumber(status) ?? 0);
  for (const status of items) {
    if (status === 201) outcome.created += 1;
    else if (status === 200) outcome.replaced += 1;
    else if (status >= 500 || status === 0) throw new CollectionError('server error');
    else if (status !== 429) outcome.refused += 1;
  }
  return actions.filter((_, at) => items[at] === 429);
}

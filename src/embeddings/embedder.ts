/** Why an endpoint gave no vectors. */
export type EmbeddingFailure = {
  why: 'ended' | 'unreachable' | 'too slow' | 'key refused' | 'too many requests' | 'refused' | 'unreadable';
  /** The status it answered with, if it answered. */
  status?: number;
};

type EmbedLimits = {
  /** For the whole request. */
  timeoutMs: number;
  /** Ends the request. */
  signal: AbortSignal;
};

/** What turns texts into vectors, such that texts of similar meaning have similar directions. */
export type Embedder = {
  /** Host of the endpoint, for messages. */
  host: string;
  /** Name of the model as the user configured it. */
  model: string;
  /** Endpoint and model: vectors of different identities cannot be compared. */
  identity: string;
  /** One vector per text, in their order, all of one length. Never throws. */
  embed(texts: readonly string[], limits: EmbedLimits): Promise<Float32Array[] | EmbeddingFailure>;
};

const WORDS: Record<EmbeddingFailure['why'], string> = {
  ended: 'was asked when the time of the job was over',
  unreachable: 'could not be reached',
  'too slow': 'did not answer in time',
  'key refused': 'does not accept the key',
  'too many requests': 'allows no more requests for now',
  refused: 'refused the request',
  unreadable: 'gave an answer that could not be used',
};

/** A failure as the end of a sentence, without any text of the endpoint. */
export function embeddingFailureInWords({ why, status }: EmbeddingFailure): string {
  return why === 'refused' && status !== undefined ? `${WORDS[why]} with status ${status}` : WORDS[why];
}

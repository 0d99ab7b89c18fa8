/** Longer than any attempt may take: see ATTEMPT_MS of the deliverer. */
export const DELIVERY_LEASE_MS = 30_000;
/** Longer than any pause between two attempts of a callback. */
export const MAX_PAUSE_MS = 24 * 60 * 60 * 1000;

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An attempt that this process owns. `attempts` counts earlier attempts. */
export type LeasedDelivery = {
  id: string;
  token: string;
  job: string;
  account: number;
  url: string;
  attempts: number;
  zippedBody: Uint8Array | null;
};

/** A delivery as an operator sees it. Times are ISO 8601. */
export type Delivery = {
  id: string;
  job: string;
  /** The account's name. */
  account: string;
  /** Scheme and host only: path and query may contain the receiver's key. */
  url: string;
  state: DeliveryState;
  attempts: number;
  /** When the next attempt is due; null if there is none. */
  nextAt: string | null;
  lastOutcome: string | null;
  createdAt: string;
  endedAt: string | null;
  canBeResent: boolean;
};

/** Filters a list of deliveries by state and account. Default: all. */
export type Listing = {
  state?: DeliveryState | undefined;
  account?: number | undefined;
  offset: number;
  count: number;
};

/**
 * Callbacks to send: pending -> delivered | dead; resending a dead one makes it pending again. An attempt belongs to
 * the holder of a lease (a random token that expires). Every outcome names the token, so that a process that slept past
 * its lease cannot change what another process has taken over. An attempt counts once its outcome is known. If its
 * process was killed, the attempt is repeated under the same webhook-id.
 */
export type OutboxStore = {
  /**
   * Leases the delivery that has been due the longest, except those of the accounts `without` and of revoked accounts.
   */
  lease(without: readonly number[]): Promise<LeasedDelivery | undefined>;
  /** Milliseconds until the next delivery of accounts other than `without` is due, if one is pending. */
  dueInMs(without: readonly number[]): Promise<number | undefined>;
  /**
   * Records a delivery and deletes its body. Here and below, false means that the lease no longer belongs to this
   * process.
   */
  delivered(lease: LeasedDelivery, outcome: string): Promise<boolean>;
  /** The attempt failed; the next one is due in `delayMs`. */
  retry(lease: LeasedDelivery, outcome: string, delayMs: number): Promise<boolean>;
  /** Records that the last attempt failed. The body stays as long as the job's results, so that it can be resent. */
  dead(lease: LeasedDelivery, outcome: string): Promise<boolean>;
  /** Ends the lease of an interrupted attempt. The delivery is due at once. */
  release(lease: LeasedDelivery): Promise<boolean>;
  /** Ends the pending deliveries of revoked accounts, except running attempts. */
  endRevoked(): Promise<void>;
  /** Newest first. */
  list(listing: Listing): Promise<Delivery[]>;
  /**
   * Makes an ended delivery due again, with all its attempts and the same webhook-id; or returns why that is
   * impossible.
   */
  resend(id: string): Promise<string | undefined>;
};

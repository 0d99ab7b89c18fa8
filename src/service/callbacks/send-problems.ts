/** Why a report did not reach its address. */
export type SendProblem = 'address_not_allowed' | 'name_not_found' | 'tls_failed' | 'timed_out' | 'connection_broken';

export const SENDING: Record<SendProblem, string> = {
  address_not_allowed: 'the address is not allowed',
  name_not_found: 'the name was not found',
  tls_failed: 'TLS failed',
  timed_out: 'timed out',
  connection_broken: 'the connection could not be made or broke',
};

import { ONE_BASIC, OPERATIONS, scriptedAccepts, scriptedNames, VALID, type WireCase } from './wire-case.ts';

/**
 * Part A: "callbackUrl: a valid HTTPS URL; localhost addresses are rejected". Names under `.invalid` never resolve (RFC
 * 6761), so that no test sends anything to anybody.
 */

const wrong = { wrong: ['callbackUrl'] } as const;
const PLAIN_ONLY = 'it knows localhost and 127. in their plain spellings only';
const accepts = scriptedAccepts;

const ACCEPTED = [
  'https://receiver.invalid',
  'https://receiver.invalid/done',
  'https://receiver.invalid/done?for=owls&n=1#top',
  'https://receiver.invalid:443/done',
  'https://localhost.receiver.invalid/done',
  'https://notlocalhost.invalid/done',
];

const REFUSED: [url: unknown, what: string, except?: WireCase['except']][] = [
  ['http://receiver.invalid/done', 'not HTTPS'],
  ['ftp://receiver.invalid/done', 'not HTTPS'],
  ['HTTP://receiver.invalid/done', 'not HTTPS'],
  ['wss://receiver.invalid/done', 'not HTTPS'],
  ['javascript:alert(1)', 'not HTTPS'],
  ['file:///etc/passwd', 'not HTTPS'],
  ['', 'no URL'],
  ['receiver.invalid/done', 'no URL'],
  ['//receiver.invalid/done', 'no URL'],
  ['https://', 'no URL', accepts(PLAIN_ONLY)],
  ['https://re ceiver.invalid/', 'no URL', accepts(PLAIN_ONLY)],
  ['https:receiver.invalid/done', 'no URL'],
  [' https://receiver.invalid/done', 'no URL'],
  [null, 'no text'],
  [443, 'no text'],
  [['https://receiver.invalid/done'], 'no text'],
  ['https://localhost/', 'localhost'],
  ['https://localhost:8443/done', 'localhost'],
  ['https://127.0.0.1/', 'localhost'],
  ['https://127.255.255.254/', 'localhost'],
  ['https://127.1/', 'localhost'],
  ['https://LOCALHOST/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://localhost./', 'localhost'],
  ['https://receiver.localhost/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://0x7f.1/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://0177.0.0.1/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://2130706433/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://017700000001/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://0.0.0.0/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://[::1]/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://[0:0:0:0:0:0:0:1]/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://[::ffff:127.0.0.1]/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://[::ffff:7f00:1]/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://[64:ff9b::7f00:1]/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://\uff11\uff12\uff17.0.0.1/', 'localhost', accepts(PLAIN_ONLY)],
  ['https://l\u24deca\u24dbhost/', 'localhost', accepts(PLAIN_ONLY)],
];

/**
 * Addresses that the embedded service refuses beyond the contract. A service that never calls back need not.
 */
const NO_SENDER = 'it sends no callbacks';
const POLICY: [url: string, what: string][] = [
  ['https://user:secret@receiver.invalid/', 'credentials in the URL'],
  ['https://receiver.invalid:8443/', 'a port that is not allowed'],
  ['https://10.0.0.1/', 'a private address'],
  ['https://192.168.1.1/', 'a private address'],
  ['https://169.254.169.254/', 'a link-local address'],
  ['https://[fe80::1]/', 'a link-local address'],
  ['https://[fc00::1]/', 'a private address'],
];

export const CALLBACK_CASES: readonly WireCase[] = [
  ...OPERATIONS.flatMap((operation): WireCase[] => [
    {
      rule: 'callbackUrl: every operation takes it',
      operation,
      body: { ...VALID[operation], callbackUrl: 'https://receiver.invalid/done' },
      expected: ONE_BASIC,
    },
    {
      rule: 'callbackUrl: every operation refuses one that is not HTTPS',
      operation,
      body: { ...VALID[operation], callbackUrl: 'http://receiver.invalid/done' },
      expected: wrong,
    },
  ]),
  ...ACCEPTED.map(
    (callbackUrl): WireCase => ({
      rule: `callbackUrl: a valid HTTPS URL: ${callbackUrl}`,
      operation: 'querySearch',
      body: { ...VALID.querySearch, callbackUrl },
      expected: ONE_BASIC,
      ...(callbackUrl.includes('//localhost.')
        ? { except: scriptedNames('it refuses whatever begins with localhost', 'callbackUrl') }
        : {}),
    }),
  ),
  ...REFUSED.map(
    ([callbackUrl, what, except]): WireCase => ({
      rule: `callbackUrl: ${what} is invalid: ${JSON.stringify(callbackUrl)}`,
      operation: 'querySearch',
      body: { ...VALID.querySearch, callbackUrl },
      expected: wrong,
      ...(except ? { except } : {}),
    }),
  ),
  ...POLICY.map(
    ([callbackUrl, what]): WireCase => ({
      rule: `callbackUrl: ${what} is certainly not allowed: ${callbackUrl}`,
      operation: 'querySearch',
      body: { ...VALID.querySearch, callbackUrl },
      expected: wrong,
      except: scriptedAccepts(NO_SENDER),
    }),
  ),
];

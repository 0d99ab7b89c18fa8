import * as z from 'zod';
import { shown } from '../lib/shown.ts';
import { parseUrl } from '../lib/url.ts';

const RULE = 'a valid https:// address that is not on localhost';

/**
 * Why the contract refuses an address as callbackUrl, or undefined when it accepts it. Looks at the spelling only: the
 * URL parser normalises short, octal, hexadecimal and full-width forms of an IPv4 address before the check. The sender
 * checks for private addresses at each delivery.
 */
export function callbackUrlProblem(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url) return 'no valid address';
  if (url.protocol !== 'https:') return `the scheme is ${url.protocol.slice(0, -1)}`;
  // The parser repairs blanks, line breaks and missing slashes; the service would get the text unrepaired.
  if (!/^https:\/\/\S+$/i.test(text)) return 'no valid address';
  if (url.username !== '' || url.password !== '') return 'it holds a user name or password';
  if (isLocalhost(url.hostname)) return 'it points at localhost';
  return undefined;
}

function isLocalhost(hostname: string): boolean {
  const host = hostname.replace(/(?<!\.)\.+$/, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === 'localhost.localdomain') return true;
  if (/^127\.\d+\.\d+\.\d+$/.test(host) || host === '0.0.0.0') return true;
  if (!host.startsWith('[')) return false;
  const address = host.slice(1, -1);
  if (address === '::' || address === '::1') return true;
  // IPv4 inside IPv6 (mapped, compatible, NAT64), which the URL parser writes as two hexadecimal groups.
  const embedded = /^(?:64:ff9b)?::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (!embedded?.[1] || !embedded[2]) return false;
  const high = Number.parseInt(embedded[1], 16);
  return high >> 8 === 127 || (high === 0 && Number.parseInt(embedded[2], 16) === 0);
}

export const callbackUrlSchema = z
  .string({ error: (issue) => `${RULE}, got ${shown(issue.input)}` })
  .superRefine((text, context) => {
    const problem = callbackUrlProblem(text);
    if (!problem) return;
    // A message must not repeat an address with a password.
    const quoted = text.includes('@') ? 'an address' : shown(text);
    context.addIssue({ code: 'custom', message: `${RULE}, got ${quoted} (${problem})` });
  })
  // The part of the rule that a pattern can express.
  .meta({ pattern: '^https://' });

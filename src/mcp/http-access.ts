import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/node';
import {
  bearerAuthChallengeResponse,
  localhostAllowedHostnames,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
  verifyBearerToken,
} from '@modelcontextprotocol/server';
import type { Secret } from '../contract/secret.ts';
import { isLoopback } from '../lib/loopback.ts';

export type AccessRules = {
  /** Address to listen on: a name or an IP address. Any but loopback needs a token. */
  host: string;
  /** Bearer token that every request must carry; undefined: none is needed, which only loopback allows. */
  token: Secret | undefined;
  /** Host names, without port, that requests may use. Default: loopback names on loopback, elsewhere any name. */
  allowedHosts: readonly string[] | undefined;
};

/** Whether a request may go on; if not, it has been answered. Reads the headers only, never the body. */
export type AccessCheck = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Refuses foreign Host names (DNS rebinding), foreign Origins (web pages) and requests without the token. */
export function createAccessCheck({ host, token, allowedHosts }: AccessRules): AccessCheck {
  const names = allowedHosts ?? (isLoopback(host) ? [...localhostAllowedHostnames(), host] : undefined);
  const isHostAllowed = names ? hostHeaderValidation([...names]) : () => true;
  // Without names no web page is allowed.
  const isOriginAllowed = originValidation([...(names ?? [])]);
  const hasToken = token ? tokenCheck(token) : async () => true;
  return async (request, response) =>
    isHostAllowed(request, response) && isOriginAllowed(request, response) && hasToken(request, response);
}

/** The SDK demands that a token expires; ours is checked anew at each request, so any time in the future does. */
const EXPIRES_IN_SECONDS = 3_600;

function tokenCheck(token: Secret): AccessCheck {
  const expected = digest(token.reveal());
  const verifier: OAuthTokenVerifier = {
    async verifyAccessToken(received) {
      // Digests have one length, and comparing them takes the same time wherever they differ.
      if (!timingSafeEqual(digest(received), expected))
        throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not the one of this server');
      const expiresAt = Math.floor(Date.now() / 1000) + EXPIRES_IN_SECONDS;
      return { token: '', clientId: 'holder', scopes: [], expiresAt };
    },
  };
  return async ({ headers }, response) => {
    try {
      // The SDK ignores whatever follows the token.
      const { authorization = '' } = headers;
      await verifyBearerToken(/^Bearer [\x21-\x7e]+$/i.test(authorization) ? authorization : undefined, { verifier });
      return true;
    } catch (error) {
      const challenge = bearerAuthChallengeResponse(error);
      response.writeHead(challenge.status, Object.fromEntries(challenge.headers)).end(await challenge.text());
      return false;
    }
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

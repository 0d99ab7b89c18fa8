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
  /** The address that is listened on. */
  host: string;
  /** Asked of every request when there is one. */
  token: Secret | undefined;
  /** Names, without port, under which the server may be asked; unsaid: those of loopback there, any elsewhere. */
  allowedHosts: readonly string[] | undefined;
};

/** Answers a request that must not go on, and says whether it may. Looks at the head alone: no body is read before. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Keeps out web pages that reach for a server on the reader's own machine (a foreign name in Host, as DNS rebinding has
 * it, or a foreign Origin) and everybody without the token.
 */
export function createGate({ host, token, allowedHosts }: AccessRules): Gate {
  const names = allowedHosts ?? (isLoopback(host) ? [...localhostAllowedHostnames(), host] : undefined);
  const hasGoodName = names ? hostHeaderValidation([...names]) : () => true;
  // Off loopback no page has business here, unless it is served under one of our own names.
  const hasGoodOrigin = originValidation([...(names ?? [])]);
  const holdsToken = token ? tokenGate(token) : async () => true;
  return async (request, response) =>
    hasGoodName(request, response) && hasGoodOrigin(request, response) && holdsToken(request, response);
}

/** An hour: the SDK takes no token without an end, and each request is looked at anew anyway. */
const GOOD_FOR_SECONDS = 3_600;

function tokenGate(token: Secret): Gate {
  const expected = digest(token.reveal());
  const verifier: OAuthTokenVerifier = {
    async verifyAccessToken(given) {
      // Of digests, which are of one length: how long it takes tells nothing of where the two differ.
      if (!timingSafeEqual(digest(given), expected))
        throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not the one of this server');
      return { token: '', clientId: 'holder', scopes: [], expiresAt: Math.floor(Date.now() / 1000) + GOOD_FOR_SECONDS };
    },
  };
  return async ({ headers }, response) => {
    try {
      // The SDK would pass over whatever stands behind the token.
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

import type { MiddlewareHandler } from 'hono';
import type { ServiceEnvironment } from './deps.ts';
import type { RateLimiter } from './rate-limit.ts';

/**
 * Counts requests per account and refuses those over the limit. The answers carry the RateLimit fields of the IETF
 * draft (draft-ietf-httpapi-ratelimit-headers) and, for a refusal, Retry-After.
 */
export function rateLimitMiddleware(limiter: RateLimiter): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const { allowed, limit, remaining, resetSeconds } = limiter.take(context.get('account'));
    if (allowed) await next();
    else context.res = context.json({ error: 'Too many requests' }, 429, { 'Retry-After': String(resetSeconds) });
    context.header('RateLimit-Policy', `"requests";q=${limit};w=60`);
    context.header('RateLimit', `"requests";r=${remaining};t=${resetSeconds}`);
  };
}

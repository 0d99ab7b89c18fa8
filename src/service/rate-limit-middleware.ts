import type { MiddlewareHandler } from 'hono';
import type { ServiceEnvironment } from './deps.ts';
import type { ServiceStore } from './store/port.ts';

/**
 * Counts requests per account and refuses those over the limit. The answers carry the RateLimit fields of the IETF
 * draft (draft-ietf-httpapi-ratelimit-headers) and, for a refusal, Retry-After.
 */
export function rateLimitMiddleware(store: ServiceStore, perMinute: number): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const { allowed, limit, remaining, resetSeconds } = await store.takeRequest(context.get('account'), perMinute);
    context.header('RateLimit-Policy', `"requests";q=${limit};w=60`);
    context.header('RateLimit', `"requests";r=${remaining};t=${resetSeconds}`);
    if (allowed) return next();
    return context.json({ error: 'Too many requests' }, 429, { 'Retry-After': String(resetSeconds) });
  };
}

import type { MiddlewareHandler } from 'hono';
import type { ServiceEnvironment } from './deps.ts';

/** Requires `Authorization: Bearer <token>` and puts the account behind the token into the context. */
export function authenticated(
  accountOfToken: (token: string) => number | undefined | Promise<number | undefined>,
): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (token === undefined) return context.json({ error: 'API key is required' }, 401);
    const account = await accountOfToken(token);
    if (account === undefined) return context.json({ error: 'Invalid API key' }, 401);
    context.set('account', account);
    return next();
  };
}

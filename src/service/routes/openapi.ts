import type { Handler } from 'hono';
import type { ServiceEnvironment } from '../deps.ts';
import { openApiDocument } from '../openapi.ts';

/** `GET /openapi.json`: the interface, for other programs. */
export function openApiRoute(version: string): Handler<ServiceEnvironment> {
  let document: Record<string, unknown> | undefined;
  return (context) => {
    document ??= openApiDocument(version);
    return context.json(document);
  };
}

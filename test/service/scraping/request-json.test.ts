import { describe, expect, it } from 'vitest';
import { createEraser } from '../../../src/contract/eraser.ts';
import { requestJson } from '../../../src/service/scraping/scraping-service.ts';
import { answers, errorOf, type Handler, httpServers, PATIENT } from './http-servers.ts';

const start = httpServers();

async function ask(handler: Handler, maxBytes = 1_000) {
  const { url } = await start(handler);
  return requestJson(url, {}, { fetch, eraser: createEraser([]), timeoutMs: 2_000, maxBytes, signal: PATIENT });
}

describe('an answer', () => {
  it('may be as long as allowed, in bytes after decoding', async () => {
    expect((await ask(answers(200, `"${'é'.repeat(499)}"`))).json).toBe('é'.repeat(499));
    expect((await errorOf(ask(answers(200, `"${'é'.repeat(499)}x"`)))).reason).toBe('too large');
  });

  it('is not looked for at another address', async () => {
    const { url, asked } = await start((received, answer, nth) => {
      answers(nth === 1 ? 302 : 200, '{}', { Location: '/elsewhere' })(received, answer, nth);
    });
    const options = { fetch, eraser: createEraser([]), timeoutMs: 2_000, maxBytes: 100, signal: PATIENT };
    expect((await requestJson(url, {}, options)).status).toBe(302);
    expect(asked).toHaveLength(1);
  });
});

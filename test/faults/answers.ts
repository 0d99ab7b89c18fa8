import type { HttpAnswer } from '../../src/jobs/upstream/transport.ts';

/** Possible answers to a creation, and to a request for the credits. */

export const BODIES = [
  'of the contract',
  'in wrappers',
  'with numbers',
  'other JSON',
  'page',
  'text',
  'empty',
  'cut',
] as const;
export type BodyKind = (typeof BODIES)[number];
/** Those that name the job, or say in the service's words why there is none. */
export const TELLING: readonly BodyKind[] = ['of the contract', 'in wrappers', 'with numbers'];

export const CREDITS_ANSWERS = ['good', '404', 'page', '500', 'lost'] as const;
export type CreditsAnswer = (typeof CREDITS_ANSWERS)[number];

const PAGE = '<!doctype html><title>One moment, please</title>';

/** An answer to a creation; `jobId` is the service's id, even if nobody gets to see it. */
export function answerToCreation(status: number, kind: BodyKind, jobId: string): HttpAnswer {
  const text = textOf(status, kind, jobId);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (text !== '') controller.enqueue(new TextEncoder().encode(text));
      if (kind === 'cut') controller.error(new TypeError('the connection broke'));
      else controller.close();
    },
  });
  return { status, headers: new Headers(), body };
}

function textOf(status: number, kind: BodyKind, jobId: string): string {
  const contract = status < 300 ? { jobId } : { error: 'What the service says of it' };
  const wrapped = status < 300 ? { data: { job: { id: jobId } } } : { errors: [{ detail: 'What it says' }] };
  const numbered =
    status < 300 ? { id: 4711, status: 1 } : { code: 17, detail: [{ loc: ['body', 0], msg: 'What it says' }] };
  if (kind === 'in wrappers') return JSON.stringify(wrapped);
  if (kind === 'with numbers') return JSON.stringify(numbered);
  if (kind === 'page') return PAGE;
  if (kind === 'text') return 'Not now.';
  if (kind === 'empty') return '';
  if (kind === 'other JSON') return '{"message":"What another program says of it"}';
  return kind === 'cut' ? JSON.stringify(contract).slice(0, -4) : JSON.stringify(contract);
}

/** An answer to a request for the credits; rejects if it is lost. */
export async function answerToCredits(kind: CreditsAnswer, credits: object): Promise<Response> {
  if (kind === 'lost') throw new TypeError('the connection broke');
  if (kind === 'page') return new Response(PAGE);
  if (kind === 'good') return Response.json(credits);
  return Response.json({ error: 'No' }, { status: Number(kind) });
}

import { type Context, Hono } from 'hono';
import { PaperqueueError } from '../contract/errors.ts';
import type { RouteDeps } from './environment.ts';
import { homePage } from './pages/home.ts';
import { messagePage, type Offer } from './pages/message.ts';
import { reviewPage } from './pages/review.ts';
import type { Consent } from './reviews.ts';
import { type FormValues, formOfRequest, readForm, requestOfForm } from './search-form.ts';

/** From the form over the cost to the job. A GET never spends anything. */
export function searchRoutes({ root, useCases, reviews, drainSignal }: RouteDeps): Hono {
  const app = new Hono();
  const home = async (
    context: Context,
    more: { values?: FormValues; invalid?: { field: string; message: string }[] },
  ) => {
    const offset = Number(/^\d{1,9}$/.exec(context.req.query('offset') ?? '')?.[0] ?? 0);
    return homePage({ root, jobs: (await useCases()).listJobs({ offset }), ...more });
  };

  app.get('/', async (context) => {
    const change = context.req.query('change');
    const values = change === undefined ? {} : formOfRequest(reviews.request(change));
    return context.html(await home(context, { values }));
  });

  app.post('/searches', async (context) => {
    const values = readForm(await readBody(context));
    try {
      return context.redirect(`${root}/searches/${reviews.add(requestOfForm(values))}`, 303);
    } catch (error) {
      const { fields: invalid } = error instanceof PaperqueueError ? error.details : {};
      if (!invalid) throw error;
      return context.html(await home(context, { values, invalid }), 400);
    }
  });

  app.get('/searches/:key', async (context) => {
    const key = context.req.param('key');
    const request = reviews.request(key);
    const { limit } = request.filters;
    const estimate = await (await useCases()).estimate({ limit, enrich: request.body.enrich }, drainSignal);
    return context.html(reviewPage({ root, key, request, estimate }));
  });

  app.post('/searches/:key', async (context) => {
    const key = context.req.param('key');
    const consent = readConsent(await readBody(context));
    try {
      const { ref, reused } = await reviews.submit(key, consent);
      return context.redirect(`${root}/jobs/${ref}${reused ? '?reused' : ''}`, 303);
    } catch (error) {
      if (!(error instanceof PaperqueueError)) throw error;
      const offer = offerFor(error, `${root}/searches/${key}`, consent);
      return context.html(
        messagePage({ root, title: titleOf(error), details: error.details, ...(offer && { offer }) }),
        error.details.code === 'INVALID_INPUT' ? 400 : 409,
      );
    }
  });

  return app;
}

async function readBody(context: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await context.req.text());
}

const CONSENTS = ['fresh', 'overCap', 'acceptPossibleDoubleCharge'] as const;

function readConsent(form: URLSearchParams): Consent {
  return Object.fromEntries(CONSENTS.filter((name) => form.get(name) === 'true').map((name) => [name, true]));
}

function titleOf({ details }: PaperqueueError): string {
  if (details.code === 'JOB_FAILED') return 'The search failed';
  return details.charged === 'unknown' ? 'It is unknown what became of the search' : 'The search was not made';
}

/** What only a person may decide: to go over the cap, or to search again although it may be charged twice. */
function offerFor({ details }: PaperqueueError, action: string, consent: Consent): Offer | undefined {
  if (details.charged !== 'no') return undefined;
  if (details.code === 'CREDIT_CAP')
    return { action, consent: { ...consent, overCap: true }, text: 'Go over the cap this once' };
  if (details.code === 'CHARGE_UNKNOWN')
    return { action, consent: { ...consent, acceptPossibleDoubleCharge: true }, text: 'Search, and risk paying twice' };
  return undefined;
}

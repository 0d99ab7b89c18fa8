import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { PaperqueueError } from '../contract/errors.ts';
import { FILTERS, type FilterName } from '../contract/filter-table.ts';
import { toQueryString } from '../contract/filters.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { EstimateView } from '../jobs/spending/estimate.ts';
import { counted } from '../lib/counted.ts';
import type { RouteDeps } from './environment.ts';
import { homePage } from './pages/home.ts';
import { type Html, layout } from './pages/layout.ts';
import { messagePage, type Offer } from './pages/message.ts';
import type { Consent } from './reviews.ts';
import { type FormValues, formOfRequest, readForm, requestOfForm } from './search-form.ts';
import { UI_WORDING } from './wording.ts';

/** From the form through the cost to the job. A GET never spends anything. */
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

/** A decision for a person only: to exceed the cap, or to search again despite a possible double charge. */
function offerFor({ details }: PaperqueueError, action: string, consent: Consent): Offer | undefined {
  if (details.charged !== 'no') return undefined;
  if (details.code === 'CREDIT_CAP')
    return { action, consent: { ...consent, overCap: true }, text: 'Go over the cap this once' };
  if (details.code === 'CHARGE_UNKNOWN')
    return { action, consent: { ...consent, acceptPossibleDoubleCharge: true }, text: 'Search, and risk paying twice' };
  return undefined;
}

type Review = { root: string; key: string; request: JobRequest; estimate: EstimateView };

/** What will be searched and its cost, before anything is sent. */
function reviewPage({ root, key, request, estimate }: Review): Html {
  return layout({
    root,
    title: 'Check the search',
    body: html`<main class="page"><h1>Check the search</h1>
${askedList(request)}
<h2>Cost</h2><p class="cost">${costInWords(estimate)}</p>
<ul class="notes">${notesOf(estimate).map((note) => html`<li>${note}</li>`)}</ul>
<form method="post" action="${root}/searches/${key}">
<p><label class="choice"><input type="checkbox" name="fresh" value="true">
Search again, even if this machine has the papers of the same search</label></p>
<p><button class="main" type="submit" autofocus>${buttonText(estimate)}</button>
<a href="${root}?change=${key}">Change the search</a></p></form></main>`,
  });
}

function isFree({ mode, credits }: EstimateView): boolean {
  return mode === 'embedded' && credits.balance === undefined;
}

/** If nothing costs anything, credits are not mentioned. */
function notesOf(estimate: EstimateView): string[] {
  const notes = estimate.notes.filter(({ kind }) => !isFree(estimate) || kind === 'nothing-to-enrich');
  return UI_WORDING.notes(notes);
}

function buttonText(estimate: EstimateView): string {
  return isFree(estimate) ? 'Search' : `Search for ${counted(estimate.credits.cost, 'credit')}`;
}

function costInWords(estimate: EstimateView): string {
  if (isFree(estimate)) return 'Free (embedded mode).';
  const { credits, dailyCap } = estimate;
  const { cost, pool, balance } = credits;
  const holds = balance === undefined ? '' : `, which holds ${balance}`;
  const cap = dailyCap ? ` The daily cap of ${dailyCap.credits} leaves ${dailyCap.left}.` : '';
  return `${counted(cost, 'credit')} of the pool ${pool}${holds}.${cap}`;
}

/** The request as names and values. */
function askedList({ body, filters }: JobRequest): Html {
  const { keywords, query, strategy } = body;
  const named = new URLSearchParams(toQueryString(filters));
  const rows: [string, string | undefined][] = [
    ['Keywords', keywords?.join(', ')],
    ['Description', query],
    ['Boolean strategy', strategy],
    ...[...named].map(([name, value]): [string, string] => [FILTERS[name as FilterName].label, value]),
    ['Fill in missing fields', body.enrich === undefined ? undefined : body.enrich ? 'yes' : 'no'],
  ];
  return html`<dl class="asked">${rows.map(
    ([name, value]) => value !== undefined && html`<dt>${name}</dt><dd dir="auto">${value}</dd>`,
  )}</dl>`;
}

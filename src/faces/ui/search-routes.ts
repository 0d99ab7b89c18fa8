import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { PaperqueueError } from '../../contract/errors.ts';
import { FILTERS, type FilterName } from '../../contract/filter-table.ts';
import { toQueryString } from '../../contract/filters.ts';
import { searchesOfParts } from '../../jobs/parts-of-question.ts';
import type { EstimateView } from '../../jobs/spending/estimate.ts';
import { counted } from '../../lib/counted.ts';
import { beginSearch, isFree, sendSearch } from './begin-search.ts';
import type { RouteDeps } from './environment.ts';
import type { Html } from './pages/html.ts';
import type { Page } from './pages/layout.ts';
import type { Consent } from './prepared-searches.ts';
import { type FormSearch, formOfSearch, readForm, searchOfForm } from './search-form.ts';
import { UI_WORDING } from './wording.ts';

/** The steps from the form to the cost to the job. A GET never spends anything. */
export function searchRoutes(deps: RouteDeps): Hono {
  const { root, features, searches, show, showDesk, drainSignal } = deps;
  const app = new Hono();
  app.get('/', async (context) => {
    const { change, of } = context.req.query();
    const search = change === undefined ? await findSearch(of) : searches.find(change);
    return context.html(await showDesk(context, { values: search ? formOfSearch(search) : undefined }));
  });

  /** The search of a job. */
  const findSearch = async (ref: string | undefined): Promise<FormSearch | undefined> => {
    const request = ref === undefined ? undefined : (await features.jobs()).jobStatus(ref)?.request;
    return request ? { request } : undefined;
  };

  app.post('/searches', async (context) => {
    const values = readForm(await readBody(context));
    try {
      return await beginSearch(deps, context, searchOfForm(values));
    } catch (error) {
      const { fields: invalid } = error instanceof PaperqueueError ? error.details : {};
      if (!invalid) throw error;
      return context.html(await showDesk(context, { values, invalid }), 400);
    }
  });

  app.get('/searches/:key', async (context) => {
    const key = context.req.param('key');
    const { request, parts, consent } = searches.find(key);
    const { limit } = request.filters;
    const count = parts ? searchesOfParts(request, parts).length : 1;
    const estimate = await (await features.jobs()).estimate(
      { limit, enrich: request.body.enrich, operation: request.operation, searches: count },
      drainSignal,
    );
    return context.html(await show(costPage({ root, key, request, parts, consent, estimate })));
  });

  app.post('/searches/:key', async (context) =>
    sendSearch(deps, context, context.req.param('key'), readConsent(await readBody(context))),
  );

  /** Repeats the search of a job, although its papers are stored. */
  app.post('/jobs/:ref{J[1-9][0-9]*}/again', async (context) => {
    const search = await findSearch(context.req.param('ref'));
    return search ? beginSearch(deps, context, search, { fresh: true }) : context.notFound();
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

type CostPageData = FormSearch & { root: string; key: string; consent: Consent; estimate: EstimateView };

function costPage({ root, key, request, parts, consent, estimate }: CostPageData): Page {
  const lack = lackInWords(estimate);
  return {
    title: 'Check the search',
    hasForm: true,
    body: html`<main class="page"><h1>Check the search</h1>
${askedList({ request, parts })}
<h2>Cost</h2><p class="cost">${costInWords(estimate)}</p>
<ul class="notes">${listNotes(estimate).map((note) => html`<li>${note}</li>`)}</ul>
<form method="post" action="${root}/searches/${key}">
<p><label class="choice"><input type="checkbox" name="fresh" value="true" ${consent.fresh ? 'checked' : ''}>
Search again, even if this machine has the papers of the same search</label></p>
${lack && html`<p class="problem" id="lack">${lack}</p>`}
<p><button class="main" type="submit" ${lack ? html`disabled aria-describedby="lack"` : 'autofocus'}>${buttonText(estimate)}</button>
<a href="${root}?change=${key}">Change the search</a></p></form></main>`,
  };
}

/** Why the search cannot be paid; undefined if it can, or if the balance is unknown. */
function lackInWords({ credits: { cost, pool, balance } }: EstimateView): string | undefined {
  if (balance === undefined || balance >= cost) return undefined;
  return `It costs ${counted(cost, 'credit')}, and the pool ${pool} holds ${balance}: change the search, or get more credits. If the same search was made before, its papers are among your searches, free.`;
}

/** If nothing costs anything, credits are not mentioned. */
function listNotes(estimate: EstimateView): string[] {
  const notes = estimate.notes.filter(
    ({ kind }) => kind !== 'balance-too-low' && (!isFree(estimate) || kind === 'nothing-to-enrich'),
  );
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

function askedList({ request: { body, filters }, parts }: FormSearch): Html {
  const { keywords, query, strategy } = body;
  const named = new URLSearchParams(toQueryString(filters));
  const rows: [string, string | undefined][] = [
    ['Keywords', keywords?.join(', ')],
    ['Description', query],
    ...(parts ?? []).map((part, index): [string, string] => [`Part ${index + 1}`, part]),
    ['Boolean strategy', strategy],
    ...[...named].map(([name, value]): [string, string] => [FILTERS[name as FilterName].label, value]),
    ['Fill in missing fields', body.enrich === undefined ? undefined : body.enrich ? 'yes' : 'no'],
  ];
  return html`<dl class="asked">${rows.map(
    ([name, value]) => value !== undefined && html`<dt>${name}</dt><dd dir="auto">${value}</dd>`,
  )}</dl>`;
}

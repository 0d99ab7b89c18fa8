import type { Context } from 'hono';
import { PaperqueueError } from '../../contract/errors.ts';
import type { EstimateView } from '../../jobs/spending/estimate.ts';
import type { RouteDeps } from './environment.ts';
import { messagePage, type Offer } from './pages/message.ts';
import type { Consent } from './prepared-searches.ts';
import type { FormSearch } from './search-form.ts';

type Deps = Pick<RouteDeps, 'root' | 'features' | 'searches' | 'show' | 'drainSignal'>;

/** Sends a search that costs nothing at once; for any other, shows the cost first. */
export async function beginSearch(
  deps: Deps,
  context: Context,
  search: FormSearch,
  consent: Consent = {},
): Promise<Response> {
  const { root, features, searches, drainSignal } = deps;
  const key = searches.add(search, consent);
  const { limit } = search.request.filters;
  const estimate = await (await features.jobs()).estimate({ limit, enrich: search.request.body.enrich }, drainSignal);
  return isFree(estimate) ? sendSearch(deps, context, key, consent) : context.redirect(`${root}/searches/${key}`, 303);
}

/** Nothing is counted: there are no credits, no ceiling and no cap. */
export function isFree({ mode, credits }: EstimateView): boolean {
  return mode === 'embedded' && credits.balance === undefined;
}

/**
 * Sends the request of a prepared search, once, and redirects to its job; on failure shows the reason and how to return
 * to the form.
 */
export async function sendSearch(
  { root, searches, show }: Deps,
  context: Context,
  key: string,
  consent: Consent,
): Promise<Response> {
  try {
    const { ref, reused } = await searches.submit(key, consent);
    return context.redirect(`${root}/jobs/${ref}${reused ? '?reused' : ''}`, 303);
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    const { details } = error;
    const message = {
      root,
      title: problemTitle(error),
      details,
      offer: offerFor(error, `${root}/searches/${key}`, consent),
      ...(details.charged === 'no' && { change: `${root}?change=${key}` }),
    };
    return context.html(await show(messagePage(message)), details.code === 'INVALID_INPUT' ? 400 : 409);
  }
}

function problemTitle({ details }: PaperqueueError): string {
  if (details.code === 'JOB_FAILED') return 'The search failed';
  return details.charged === 'unknown' ? 'It is unknown what became of the search' : 'The search was not made';
}

/** What the person may consent to: exceeding the cap, risking a double charge, or repeating a free failure. */
function offerFor({ details }: PaperqueueError, action: string, consent: Consent): Offer | undefined {
  if (details.charged !== 'no') return undefined;
  if (details.code === 'CREDIT_CAP')
    return { action, consent: { ...consent, overCap: true }, text: 'Go over the cap this once' };
  if (details.code === 'CHARGE_UNKNOWN')
    return { action, consent: { ...consent, acceptPossibleDoubleCharge: true }, text: 'Search, and risk paying twice' };
  return details.code === 'INVALID_INPUT' ? undefined : { action, consent, text: 'Try again' };
}

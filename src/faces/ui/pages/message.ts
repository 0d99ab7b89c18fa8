import { html } from 'hono/html';
import type { ErrorDetails } from '../../../contract/errors.ts';
import type { Consent } from '../prepared-searches.ts';
import type { Html } from './html.ts';
import type { Page } from './layout.ts';

/** An action offered to a person: the form's target, and the consent that it implies. */
export type Offer = { action: string; consent: Consent; text: string };

export type Message = {
  root: string;
  title: string;
  details: Pick<ErrorDetails, 'message' | 'charged' | 'code'>;
  offer?: Offer | undefined;
  /** The URL of the filled form, or of the search that failed. */
  change?: string | undefined;
  /** Additional content, such as which sources failed. */
  more?: Html | undefined;
};

/** Advice for this page, because the errors' own advice mentions tools and commands. */
const NEXT: Partial<Record<ErrorDetails['code'], string>> = {
  NOT_CONFIGURED: 'Set what is missing, then run paperqueue ui again.',
  UNAUTHORIZED: 'Check PAPERQUEUE_TOKEN, then run paperqueue ui again.',
  CHARGE_UNKNOWN: 'The page of the job compares balances again, free.',
  RATE_LIMITED: 'Try again in a minute.',
  UPSTREAM_UNAVAILABLE: 'Check the network, then try again.',
  STORE_UNAVAILABLE: 'Check that the data folder can be written, then try again.',
};

/** States what went wrong, whether it cost anything, and what to do. */
export function messagePage({ root, title, details, offer, change, more }: Message): Page {
  const { message, charged, code } = details;
  const cost = { no: 'Nothing was spent.', yes: 'It was charged.', unknown: 'It is unknown whether it was charged.' };
  return {
    title,
    body: html`<main class="page"><h1>${title}</h1><div class="problem" role="alert"><p>${message}</p></div>
<p>${cost[charged]} ${NEXT[code]}</p>
${more}
${
  offer &&
  html`<form method="post" action="${offer.action}">
${Object.keys(offer.consent).map((name) => html`<input type="hidden" name="${name}" value="true">`)}
<p><button class="main" type="submit">${offer.text}</button></p></form>`
}
<p>${change && html`<a href="${change}">Change the search</a> · `}<a href="${root}">Back to the start</a></p></main>`,
  };
}

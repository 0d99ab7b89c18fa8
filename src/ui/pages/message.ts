import { html } from 'hono/html';
import type { ErrorDetails } from '../../contract/errors.ts';
import type { Consent } from '../reviews.ts';
import { type Html, layout } from './layout.ts';

/** A choice offered to a person: the form's target, and everything agreed to by it. */
export type Offer = { action: string; consent: Consent; text: string };

export type Message = {
  root: string;
  title: string;
  details: Pick<ErrorDetails, 'message' | 'charged' | 'code'>;
  offer?: Offer;
};

/** Advice for this page: the errors themselves mention tools and commands. */
const NEXT: Partial<Record<ErrorDetails['code'], string>> = {
  NOT_CONFIGURED: 'Set what is missing, then run paperqueue ui again.',
  UNAUTHORIZED: 'Check PAPERQUEUE_TOKEN, then run paperqueue ui again.',
  CHARGE_UNKNOWN: 'The page of the job compares balances again, free.',
  RATE_LIMITED: 'Go back in a minute and try again.',
  UPSTREAM_UNAVAILABLE: 'Check the network, then go back and try again.',
  STORE_UNAVAILABLE: 'Check that the data folder can be written, then go back and try again.',
};

/** Says what went wrong, whether it cost anything, and what to do. */
export function messagePage({ root, title, details, offer }: Message): Html {
  const { message, charged, code } = details;
  const cost = { no: 'Nothing was spent.', yes: 'It was charged.', unknown: 'It is unknown whether it was charged.' };
  return layout({
    root,
    title,
    body: html`<main class="page"><h1>${title}</h1><div class="problem" role="alert"><p>${message}</p></div>
<p>${cost[charged]} ${NEXT[code]}</p>
${
  offer &&
  html`<form method="post" action="${offer.action}">
${Object.keys(offer.consent).map((name) => html`<input type="hidden" name="${name}" value="true">`)}
<p><button class="main" type="submit">${offer.text}</button></p></form>`
}
<p><a href="${root}">Back to the search</a></p></main>`,
  });
}

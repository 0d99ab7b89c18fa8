import type { Context } from 'hono';
import { html } from 'hono/html';
import type { RouteDeps } from '../../../faces/ui/environment.ts';
import type { Html } from '../../../faces/ui/pages/html.ts';
import { requestCall } from '../../../faces/ui/request-deadline.ts';
import { readerOf } from '../../../review/pages/screening-routes.ts';
import { makeDesk } from './desk.ts';
import { goOnCard } from './go-on-card.ts';
import { newsCard } from './news-card.ts';
import { searchesList } from './searches-list.ts';

/** Recent reviews, news, and the searches from the offset in the query. */
export async function drawDesk(deps: RouteDeps, context: Context): Promise<Html> {
  const { root, features, removals, facts } = deps;
  const offset = Number(/^\d{1,9}$/.exec(context.req.query('offset') ?? '')?.[0] ?? 0);
  const [who, call, factsOf] = [readerOf(context, deps), requestCall(context), facts.known];
  const desk = await makeDesk({ features, removals, factsOf, who, call, offset });
  const isFirst = desk.page.total === 0 && desk.reviews.length === 0;
  return html`${!isFirst && html`<div class="cards">${goOnCard(root, desk)}${newsCard(root, desk)}</div>`}
${searchesList(root, desk)}`;
}

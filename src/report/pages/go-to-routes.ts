import { Hono } from 'hono';
import { html } from 'hono/html';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import type { Page } from '../../faces/ui/pages/layout.ts';
import { messagePage } from '../../faces/ui/pages/message.ts';
import { requestCall } from '../../faces/ui/request-deadline.ts';
import { readLibraryRef } from '../../papers/identifiers.ts';
import type { Paper } from '../../papers/paper.ts';
import { describeMark } from '../../papers/retraction/sentences.ts';
import { retractionMark } from '../../papers/retraction/status.ts';
import type { GoToItem } from '../data/page-answers.ts';

const MAX_SEARCHES = 2_000;

/** The targets of Ctrl-K (searches, reviews and actions), and the pages of library papers by their reference. */
export function goToRoutes({ root, features, removals, show }: RouteDeps): Hono {
  const app = new Hono();

  app.get('/go-to.json', async (context) => {
    const { jobs } = (await features.jobs()).listJobs({ count: MAX_SEARCHES });
    // Without reviews the searches can still be reached.
    const reviews = await features
      .reviews(requestCall(context))
      .then((all) => all.list())
      .then(({ reviews }) => reviews.reverse())
      .catch(() => []);
    const items: GoToItem[] = [
      { text: 'New search', about: 'action', path: '' },
      { text: 'Begin a review', about: 'action', path: '/review/new' },
      ...reviews.map(({ ref, question }) => ({ ref, text: question, about: 'review', path: `/review/${ref}` })),
      ...jobs
        .filter(({ ref }) => !removals.isGone(ref))
        .map(({ ref, name, about }) => ({
          ref,
          text: name === undefined ? about || ref : `${name}: ${about}`,
          about: 'search',
          path: `/jobs/${ref}`,
        })),
    ];
    return context.json(items);
  });

  app.get('/library/:ref{L[1-9][0-9]*}', async (context) => {
    const ref = context.req.param('ref');
    const library = await features.library();
    const [found] = library.read([readLibraryRef(ref) ?? 0]);
    if (found) return context.html(await show(paperPage(root, ref, found.record)));
    const details = { code: 'JOB_NOT_FOUND', charged: 'no', message: `The library has no paper ${ref}.` } as const;
    return context.html(await show(messagePage({ root, title: 'No such paper', details })), 404);
  });

  return app;
}

/** A paper of the library, with the look-up that makes it a result with a text, citations and notes. */
function paperPage(root: string, ref: string, paper: Paper): Page {
  const { title, authors, year, venue, doi, abstract, keywords, notes } = paper;
  const mark = retractionMark(paper);
  const facts: [string, string | undefined][] = [
    ['Authors', authors.join(', ') || undefined],
    ['Published', [year, venue].filter(Boolean).join(', ') || undefined],
    ['DOI', doi],
    ['Keywords and tags', keywords?.join(', ')],
    ['Notes', notes?.join('\n')],
  ];
  return {
    title: ref,
    body: html`<main class="page"><p class="says">${ref}, in your library</p><h1 dir="auto">${title}</h1>
${mark && html`<p class="problem">${describeMark(mark)}</p>`}
<dl class="asked">${facts.map(([name, value]) => value !== undefined && html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)}</dl>
${abstract && html`<p class="abstract" dir="auto">${abstract}</p>`}
<form method="post" action="${root}/find" enctype="multipart/form-data"><input type="hidden" name="as" value="look-up"><input type="hidden" name="text" value="${doi ?? title}">
<p><button class="main" type="submit">Look it up</button> <span class="says">Its text, what it cites, and who cites it.</span></p></form></main>`,
  };
}

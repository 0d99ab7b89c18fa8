import { html } from 'hono/html';
import type { SourceReport } from '../../contract/answers.ts';
import type { Html } from '../../faces/ui/pages/html.ts';
import type { Page } from '../../faces/ui/pages/layout.ts';
import { UI_WORDING } from '../../faces/ui/wording.ts';
import { EXPORT_KINDS } from '../../formats/export-kinds.ts';
import type { Feature } from '../../jobs/features.ts';
import type { Credits } from '../../jobs/spending/charges.ts';
import { counted } from '../../lib/counted.ts';
import { nameEntry } from '../../papers/references/entry-name.ts';
import { renderReports } from '../../wording/sentences/sources.ts';

/** The look-up that a job records. */
export type LookUpView = NonNullable<Awaited<ReturnType<Feature<'lookups'>['lookedUp']>>>;
type LookUpItem = LookUpView['items'][number];

/** Actions available for a job. */
export type JobActions = {
  /** Whether the job is a search, which can be changed, repeated and watched. */
  isSearch: boolean;
  isStarred: boolean;
  name: string | undefined;
  /** The watch that repeats it, if any. */
  watch: string | undefined;
  hasZotero: boolean;
  /** The query text, if it may be a title. */
  title: string | undefined;
};

export type Result = {
  root: string;
  /** References of jobs, as in the URL: `J1` or `J1,J3`. */
  jobs: string;
  /** Absent for several jobs. */
  credits?: Credits | undefined;
  mode: string;
  notes: readonly string[];
  /** Absent for several jobs. */
  actions?: JobActions | undefined;
  /** The items of look-ups and their results. */
  lookUps: readonly LookUpView[];
  /** Show only papers that a watch's run found first. */
  onlyNew?: string | undefined;
  /** Where decisions go, and this page's name and key. */
  deciding: { turn: string; page: string; key: string };
};

/** The papers of one or several jobs; the script draws the same view as in the report. */
export function resultPage(result: Result): Page {
  const { root, jobs, credits, mode, notes, actions, lookUps, onlyNew, deciding } = result;
  const cost = credits && costInWords(credits, mode);
  return {
    title: jobs,
    actions: actionBar(root, jobs, actions),
    body: html`${
      (notes.length > 0 || cost) &&
      html`<section class="job" aria-label="About this search">${notes.map((note) => html`<p>${note}</p>`)}
${cost && html`<p>${jobs}: ${cost}</p>`}</section>`
    }
${lookUps.map((lookUp) => lookUpSection(lookUp))}
<div id="view" data-jobs="${jobs}" data-turn="${deciding.turn}" data-page="${deciding.page}" data-key="${deciding.key}" ${onlyNew && html`data-new="${onlyNew}"`}><main><h1>${jobs}</h1>
<p class="state" role="status">Reading the papers …</p>
<noscript><p>This page draws the papers by a script. Without one, download them, or the report.</p></noscript>
</main></div>`,
  };
}

/** The usual next steps, and a menu of the others, so that the papers begin near the top. */
function actionBar(root: string, jobs: string, actions: JobActions | undefined): Html {
  const { isSearch, isStarred, name, watch, hasZotero, title } = actions ?? {};
  const at = `${root}/jobs/${jobs}`;
  const watching = watch ? post(`${root}/watches/${watch}/remove`, 'Stop watching') : post(`${at}/watch`, 'Watch');
  return html`<div class="job-actions">
<a class="act" href="${root}/review/new?jobs=${jobs}">Begin a review</a>
${isSearch && watching}
${actions && html`<form method="post" action="${at}/star"><button class="icon ${isStarred && 'on'}" type="submit" name="starred" value="${isStarred ? '' : 'true'}" aria-pressed="${isStarred ? 'true' : 'false'}" aria-label="Star ${jobs}" title="Stays on top of the desk">${isStarred ? '★' : '☆'}</button></form>`}
<details class="menu"><summary>More</summary><div>
${isSearch && html`<a href="${root}?of=${jobs}">Change this search</a>`}
${isSearch && post(`${at}/again`, 'Search again')}
${hasZotero && post(`${at}/zotero`, 'To Zotero')}
${title && lookUpTitle(root, title)}
${
  actions &&
  html`<form class="naming" method="post" action="${at}/name"><label for="name">Name</label>
<input class="name-here" type="text" id="name" name="name" value="${name}" maxlength="120"> <button type="submit">Save</button></form>`
}
<p class="downloads"><b>Download all papers, or the receipt</b> ${Object.entries(EXPORT_KINDS).map(
    ([kind, { title }]) => html`<a href="${at}/export/${kind}" download>${title}</a> `,
  )}</p>
${actions && post(`${at}/remove`, 'Remove this search')}
</div></details></div>`;
}

function lookUpTitle(root: string, title: string): Html {
  return html`<form method="post" action="${root}/find" enctype="multipart/form-data"><input type="hidden" name="as" value="look-up">
<input type="hidden" name="text" value="${title}"><button type="submit">Look it up as a title</button></form>`;
}

function post(action: string, text: string, fields: Record<string, string> = {}): Html {
  return html`<form method="post" action="${action}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button type="submit">${text}</button></form>`;
}

const VERDICTS = {
  exact: 'found',
  likely: 'likely',
  none: 'not found',
  unchecked: 'not checked',
  'not-a-reference': 'no reference',
};

/** The items of a look-up, those that need attention first: retracted, not found, different. */
function lookUpSection({ items, notes, job }: LookUpView): Html {
  const marked = items.map((item) => ({ item, isRed: item.papers.some(({ retracted }) => retracted === true) }));
  const urgent = ({ item, isRed }: (typeof marked)[number]) =>
    isRed ? 0 : item.found === 'none' ? 1 : item.found === 'unchecked' ? 2 : item.found === 'likely' ? 3 : 4;
  const sorted = [...marked].sort((a, b) => urgent(a) - urgent(b));
  const remarks = UI_WORDING.notes(notes);
  return html`<section class="page looked-up" aria-label="Looked up, ${job.ref}"><h2>${counted(items.length, 'item')} looked up</h2>
${remarks.map((note) => html`<p class="says">${note}</p>`)}
<ul>${sorted.map(({ item, isRed }) => lookUpItem(item, isRed))}</ul></section>`;
}

function lookUpItem({ item, found, mayBeInvented, class: wrong, papers, note }: LookUpItem, isRed: boolean): Html {
  const verdict = isRed ? 'retracted' : found === undefined ? 'a topic' : VERDICTS[found];
  const differs = papers.flatMap((paper) => paper.differs ?? []);
  return html`<li class="${isRed ? 'red' : (found ?? 'topic')}"><b class="verdict">${verdict}</b> <span dir="auto">${nameEntry(item)}</span>
${papers.map(({ ref, title, year }) => html`<span class="says" dir="auto">${ref}: ${title}${year && `, ${year}`}</span>`)}
${mayBeInvented && html`<span class="says">Sources that cover its field and year have no such title: it may be invented.</span>`}
${differs.map((difference) => html`<span class="says">differs: ${difference}</span>`)}
${wrong && html`<span class="says">class: ${wrong}</span>`}
${note && html`<span class="says">${UI_WORDING.note(note)}</span>`}</li>`;
}

/** The sources that answered a failed search, and their outcome. */
export function sourcesOf(sources: readonly SourceReport[]): Html | undefined {
  if (sources.length === 0) return undefined;
  return html`<ul class="asked-sources">${renderReports(sources).map(
    ({ title, source, gave, failed }) =>
      html`<li class="${failed ? 'failed' : 'answered'}">${title ?? source}: ${failed ?? counted(gave ?? 0, 'record')}</li>`,
  )}</ul>`;
}

/** A running job: the script shows which sources have answered, and papers as they arrive. */
export function runningPage({ root, ref, about }: { root: string; ref: string; about: string }): Page {
  return {
    title: `${ref} is searching`,
    refreshSeconds: 5,
    body: html`<main class="page"><h1>Searching</h1><p dir="auto">${ref}: ${about}</p>
<div id="progress" data-job="${ref}"><p class="state" role="status">The search runs …</p></div>
<p class="says">You can close this page: the job continues, and <a href="${root}#searches">the list of jobs</a> has it.</p></main>`,
  };
}

function costInWords({ cost, pool, charged }: Credits, mode: string): string | undefined {
  if (mode === 'embedded' || cost === 0) return undefined;
  const price = `${counted(cost, 'credit')} of the pool ${pool}`;
  if (charged === 'no') return `${price}, not charged`;
  if (charged === 'unknown') return `${price}; it is unknown whether they were charged`;
  return `${price}, charged`;
}

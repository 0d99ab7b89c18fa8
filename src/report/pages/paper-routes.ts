import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { PaperqueueError } from '../../contract/errors.ts';
import { attachFile } from '../../faces/ui/attach-file.ts';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import { UI_WORDING } from '../../faces/ui/wording.ts';
import type { Feature } from '../../jobs/features.ts';
import { changeNotes, readNotes } from '../../library/editing/paper-notes.ts';
import { toRecord } from '../../papers/found-paper.ts';
import type { Paper } from '../../papers/paper.ts';
import type { CitedPapers, PaperNotes, PaperText } from '../data/page-answers.ts';

type TextView = Extract<Awaited<ReturnType<Feature<'texts'>['readPaper']>>, { paper: object }>;

const PAPER = ':ref{J[1-9][0-9]*-[1-9][0-9]*}';
/** Maximum citing or cited papers that the pane shows. */
const MAX_CITED = 100;

const citedRequest = z.object({
  relation: z.enum(['references', 'citations']),
  /** The jobs that the page shows. */
  notIn: z.array(z.string().regex(/^J[1-9]\d*$/)).max(50),
});
const notesChange = z.object({
  tags: z.array(z.string().max(200)).max(20).default([]),
  untags: z.array(z.string().max(200)).max(20).default([]),
  notes: z.array(z.string().max(10_000)).max(5).default([]),
});

/** One paper, for the pane beside the list: its text, citations and the person's notes. All of it is free. */
export function paperRoutes({ features, drainSignal }: RouteDeps): Hono {
  const app = new Hono();

  app.get(`/papers/${PAPER}/text.json`, (context) =>
    answerJson<PaperText>(context, NO_TEXT, async () => {
      const { section, find, quote } = context.req.query();
      const part = quote ? { quote } : find ? { find } : section ? { section } : {};
      const view = await (await features.texts()).readPaper({ ref: refOf(context), ...part }, { signal: drainSignal });
      return textOf(view, quote);
    }),
  );

  app.post(`/papers/${PAPER}/text`, async (context) => {
    const file = (await context.req.formData()).get('file');
    if (!(file instanceof File)) return context.notFound();
    const upload = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    const { says, paper } = await attachFile(features, upload, refOf(context), drainSignal);
    return context.json({ says, isKept: paper !== undefined });
  });

  app.post(`/papers/${PAPER}/cited.json`, (context) =>
    answerJson<CitedPapers>(context, NO_PAPERS, async () => {
      const { relation, notIn } = citedRequest.parse(await context.req.json());
      const request = { ref: refOf(context), relation, limit: MAX_CITED };
      const page = { where: { notIn }, count: MAX_CITED, facets: false, limitSize: false };
      const answer = await (await features.citations()).relatedPapers(request, page, { signal: drainSignal });
      const { job, page: shown, papers = [], notes = [] } = answer;
      const all = (await features.jobs())
        .listJobs({ count: Number.MAX_SAFE_INTEGER })
        .jobs.find(({ ref }) => ref === job.ref);
      return {
        job: job.ref,
        papers: papers.map(({ ref, title, authors, year, venue, retracted }) => ({
          ref,
          title: `${retracted ? 'Retracted: ' : ''}${title}`,
          about: [authors, year, venue].filter(Boolean).join(' · '),
        })),
        known: Math.max((all?.papers ?? 0) - (shown?.total ?? 0), 0),
        remarks: UI_WORDING.notes(notes.filter(({ kind }) => kind !== 'not-in' && kind !== 'reading-is-free')),
      };
    }),
  );

  app.get(`/papers/${PAPER}/notes.json`, (context) =>
    answerJson<PaperNotes>(context, NO_NOTES, async () => ({
      ...readNotes(await features.library(), await recordOf(refOf(context))),
      remarks: [],
    })),
  );

  app.post(`/papers/${PAPER}/notes.json`, (context) =>
    answerJson<PaperNotes>(context, NO_NOTES, async () => {
      const change = notesChange.parse(await context.req.json());
      const today = new Date().toISOString().slice(0, 10);
      return {
        ...(await changeNotes(await features.library(), await recordOf(refOf(context)), change, today)),
        remarks: [],
      };
    }),
  );

  const recordOf = async (ref: string): Promise<Paper> => {
    const [job = ''] = ref.split('-');
    const [exported] = await (await features.exports()).exportedPapers({ jobId: job, refs: [ref] });
    return toRecord((exported as NonNullable<typeof exported>).paper);
  };

  return app;
}

const NO_TEXT: PaperText = { outline: [], sections: [], passages: [], remarks: [] };
const NO_PAPERS: CitedPapers = { papers: [], known: 0, remarks: [] };
const NO_NOTES: PaperNotes = { inLibrary: false, tags: [], notes: [], remarks: [] };

function refOf(context: Context): string {
  return context.req.param('ref') ?? '';
}

/** Answers with `nothing` and an error message on failure, because the pane shows both. */
async function answerJson<T extends object>(context: Context, nothing: T, answer: () => Promise<T>): Promise<Response> {
  try {
    return context.json(await answer());
  } catch (error) {
    if (error instanceof z.ZodError) return context.json({ ...nothing, problem: 'The page asked wrongly.' }, 400);
    if (!(error instanceof PaperqueueError)) throw error;
    return context.json({ ...nothing, problem: error.message }, error.details.code === 'JOB_NOT_FOUND' ? 404 : 200);
  }
}

const VERDICTS: Record<NonNullable<TextView['quote']>['verdict'], string> = {
  exact: 'The text has this sentence.',
  near: 'The text has nearly this sentence.',
  altered: 'The text says something else.',
  loose: 'The text has something like it.',
  absent: 'The text does not have it.',
};

/** Describes a verdict; an altered quotation may have other numbers, other words, or leave words out. */
function verdictOf({ verdict, differences = [], leftOut = [] }: NonNullable<TextView['quote']>): string {
  if (verdict !== 'altered') return VERDICTS[verdict];
  const areNumbers = differences.every(({ quote, document }) => /\d/.test(quote) && /\d/.test(document));
  if (areNumbers && differences.length > 0) return 'The text has another number.';
  if (differences.some(({ quote }) => quote !== '')) return VERDICTS.altered;
  return leftOut.length > 0 || differences.length > 0
    ? 'What the quotation leaves out may change its meaning.'
    : VERDICTS.altered;
}

function textOf(view: TextView | object, asked = ''): PaperText {
  const { source, outline = [], sections = [], passages = [], quote, notes = [] } = view as TextView;
  const about = source && [`${source.copy} copy of ${source.from}`, source.version, source.licence];
  return {
    source: about?.filter(Boolean).join(', '),
    outline: outline.map(({ id, title }) => ({ id, title })),
    sections: sections.map(({ id, title, text }) => ({ id, title, text })),
    passages: passages.map(({ at, section, text }) => ({ at, section, text })),
    quote: quote && {
      says: verdictOf(quote),
      asked,
      at: quote.at,
      text: quote.text,
      differences: quote.differences ?? [],
    },
    remarks: UI_WORDING.notes(notes),
  };
}

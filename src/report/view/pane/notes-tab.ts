import type { PaperNotes } from '../../data/page-answers.ts';
import type { ViewPaper } from '../../data/report-data.ts';
import { button, element } from '../dom.ts';
import { problemOrRemarks, waiting } from './pane-answers.ts';

/** Tags and notes to add to a paper, and tags to remove. */
export type NotesChange = { tags?: string[]; untags?: string[]; notes?: string[] };

type Notes = {
  readNotes(ref: string): Promise<PaperNotes>;
  changeNotes(ref: string, change: NotesChange): Promise<PaperNotes>;
};

/** A person's tags and notes on a paper in the library. */
export function drawNotes({ ref }: ViewPaper, { readNotes, changeNotes }: Notes): HTMLElement {
  const root = element('div', { 'aria-live': 'polite' }, waiting('The library is asked …'));
  const show = async (answer: Promise<PaperNotes>) => {
    const kept = await answer.catch(() => undefined);
    root.replaceChildren(...(kept && kept.problem === undefined ? drawKept(kept, change) : problemOrRemarks(kept)));
  };
  const change = (changes: NotesChange) => void show(changeNotes(ref, changes));
  void show(readNotes(ref));
  return root;
}

function drawKept({ inLibrary, tags, notes }: PaperNotes, change: (changes: NotesChange) => void): HTMLElement[] {
  const chips = tags.map((tag) =>
    button({ class: 'chip', 'aria-label': `Take the tag away: ${tag}` }, () => change({ untags: [tag] }), `${tag} ×`),
  );
  return [
    element('p', { class: 'says' }, inLibrary ? 'In your library.' : 'Not in your library: a tag or note adds it.'),
    element('div', { class: 'chips' }, ...chips),
    adding('Add a tag', element('input', { type: 'text', maxlength: 200 }), (text) => change({ tags: [text] })),
    element('ul', { class: 'pane-list' }, ...notes.map((note) => element('li', { class: 'note', dir: 'auto' }, note))),
    adding('Add a note', element('textarea', { rows: 3, maxlength: 10_000 }), (text) => change({ notes: [text] })),
  ];
}

function adding(name: string, field: HTMLInputElement | HTMLTextAreaElement, add: (text: string) => void): HTMLElement {
  field.setAttribute('aria-label', name);
  const form = element('form', { class: 'pane-find' }, field, element('button', { class: 'tab' }, name));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text !== '') add(text);
  });
  return form;
}

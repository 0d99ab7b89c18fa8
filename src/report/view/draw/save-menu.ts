import { PAGE_FORMATS } from '../../../formats/page-formats.ts';
import type { Actions } from '../actions.ts';
import { drawKeeping } from '../decide/draw-decide.ts';
import { button, closeByEscape, element } from '../dom.ts';
import { count } from '../facts.ts';
import { fileName } from '../file-actions.ts';
import type { Model } from '../model.ts';
import { copyText } from '../pane/copy-citation.ts';

/**
 * The menu that saves: the kept papers, or all shown ones, in each format; and the decisions. `urgent`: a message about
 * storing the decisions that the person must read.
 */
export function drawSaveMenu(model: Model, actions: Actions): { menu: HTMLElement; urgent: HTMLElement } {
  const done = element('p', { class: 'says', role: 'status' });
  const { exportPapers, save } = actions;
  let isOfAll = false;
  const refs = () => {
    const kept = model.kept();
    return (kept.length > 0 && !isOfAll ? kept : model.visible).map((index) => model.paper(index).ref);
  };
  const choice = (all: boolean) =>
    button({ class: 'tab' }, () => {
      isOfAll = all;
      draw();
    });
  const [ofKept, ofShown] = [choice(false), choice(true)];
  const buttons: HTMLButtonElement[] = [];
  const add = (text: string, run: (refs: string[]) => Promise<string>) => {
    const show = async () => {
      done.textContent = await run(refs()).catch(() => 'That did not work.');
    };
    buttons.push(button({ class: 'box-button' }, () => void show(), text));
  };
  if (exportPapers && save)
    for (const format of PAGE_FORMATS)
      add(`Save as ${format.title}`, async (papers) => {
        const text = await exportPapers(format, papers, model.decisions);
        save(`${fileName(model.data)}.${format.ending}`, format.mimeType, (format.mark ?? '') + text);
        return `${count(papers.length, 'paper')} saved as ${format.title}.`;
      });
  const [first] = PAGE_FORMATS;
  if (exportPapers && first)
    add(`Copy ${first.title}`, async (papers) => {
      await copyText(await exportPapers(first, papers, model.decisions));
      return `${count(papers.length, 'paper')} copied as ${first.title}.`;
    });
  const { state, urgent } = drawKeeping(model, actions);
  const which = element('div', { class: 'tabs', role: 'group', 'aria-label': 'Which papers' }, ofKept, ofShown);
  const draw = () => {
    const kept = model.kept().length;
    const isOfKept = kept > 0 && !isOfAll;
    ofKept.textContent = `the ${kept} you kept`;
    ofShown.textContent = `all ${model.visible.length} shown`;
    ofKept.disabled = kept === 0;
    ofKept.setAttribute('aria-pressed', String(isOfKept));
    ofShown.setAttribute('aria-pressed', String(!isOfKept));
    for (const each of buttons) each.disabled = refs().length === 0;
    done.textContent = '';
  };
  const more = actions.drawSaveDecisions?.(model) ?? [];
  const menu = element(
    'details',
    { class: 'menu' },
    element('summary', { class: 'box-button' }, 'Save'),
    element(
      'div',
      {},
      ...(buttons.length > 0 ? [which, element('div', { class: 'actions' }, ...buttons), done] : []),
      element('h2', {}, 'Your decisions'),
      state,
      ...more,
    ),
  );
  closeByEscape(menu);
  model.onShown(draw);
  model.onDecided(draw);
  draw();
  return { menu, urgent };
}

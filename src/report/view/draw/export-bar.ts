import { PAGE_FORMATS } from '../../../formats/page-formats.ts';
import type { Actions } from '../actions.ts';
import { drawSaving } from '../decide/decision-bar.ts';
import { button, element } from '../dom.ts';
import { fileName } from '../file-actions.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';

/** The number of papers shown, actions for the selected ones or else for all shown, and urgent messages. */
export function drawExportBar(model: Model, actions: Actions): Element[] {
  const { papers } = model.data;
  const shown = element('div', { class: 'shown', role: 'status' });
  const which = element('span', { class: 'which' });
  const done = element('span', { class: 'done', role: 'status' });
  const refs = () => {
    const { visible, chosen } = model;
    const indices =
      chosen.size > 0 ? [...new Set([...visible, ...chosen])].filter((index) => chosen.has(index)) : visible;
    return indices.map((index) => model.paper(index).ref);
  };
  const { exportPapers, save, ask } = actions;
  const buttons: HTMLButtonElement[] = [];
  const add = (text: string, label: string, run: () => Promise<string>) => {
    const show = async () => {
      done.textContent = await run().catch(() => 'That did not work.');
    };
    buttons.push(button({ 'aria-label': label }, show, text));
  };
  if (exportPapers && save)
    for (const format of PAGE_FORMATS)
      add(format.title, `Save as ${format.title}`, async () => {
        const text = await exportPapers(format, refs(), model.decisions);
        save(`${fileName(model.data)}.${format.ending}`, format.mimeType, (format.mark ?? '') + text);
        return `${count(refs().length, 'paper')} saved as ${format.title}.`;
      });
  const [first] = PAGE_FORMATS;
  if (exportPapers && first)
    add(`Copy ${first.title}`, `Copy ${first.title}`, async () => {
      await copy(await exportPapers(first, refs(), model.decisions));
      return `${count(refs().length, 'paper')} copied as ${first.title}.`;
    });
  if (ask)
    add('Ask about these', 'Ask about these papers', async () => {
      ask(refs());
      return 'Passed on.';
    });
  const draw = () => {
    const { visible, chosen } = model;
    shown.textContent =
      visible.length === papers.length
        ? count(papers.length, 'paper')
        : `${visible.length} of ${count(papers.length, 'paper')}`;
    which.textContent =
      chosen.size > 0 ? `${chosen.size} chosen:` : visible.length === papers.length ? 'Save all:' : 'Save these:';
    for (const each of buttons) each.disabled = visible.length + chosen.size === 0;
    done.textContent = '';
  };
  model.onChange('shown', draw);
  model.onChange('chosen', () => {
    draw();
    actions.onChosen?.([...model.chosen].map((index) => model.paper(index).ref));
  });
  draw();
  const { menu, urgent } = drawSaving(model, actions);
  const all =
    papers.length > 0 && element('div', { class: 'actions' }, buttons.length > 0 && which, ...buttons, menu, done);
  return [element('div', { class: 'toolbar' }, shown, all), urgent];
}

/** Copies through the clipboard API if the page may use it, else by the older method. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element('textarea', { class: 'unseen' });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    if (!isCopied) throw new Error('not copied');
  }
}

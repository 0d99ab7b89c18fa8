import { partOf } from '../screening/ask-turn.ts';

const LOOK_MS = 1_000;

/** Fills the lines of searches that run, or whose papers were not counted yet, one after another until all are full. */
export async function fillLines(): Promise<void> {
  for (;;) {
    const lines = [...document.querySelectorAll<HTMLElement>('[data-line]')];
    if (lines.length === 0) return;
    for (const line of lines) await fillLine(line);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function fillLine(line: HTMLElement): Promise<void> {
  const response = await fetch(line.dataset.line ?? '').catch(() => undefined);
  if (!response?.ok) return;
  const part = partOf(await response.text());
  // Nobody loses the line that they are on.
  if (part.outerHTML === line.outerHTML || line.contains(document.activeElement)) return;
  const [own, pick] = [line, part].map((each) => each.querySelector<HTMLInputElement>('.pick'));
  if (own && pick) pick.checked = own.checked;
  line.replaceWith(part);
}

import { partOf } from '../screening/ask-turn.ts';

const LOOK_MS = 1_000;

/** Updates the lines of running searches, and of searches whose papers are not counted yet, until all are complete. */
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
  // A line with the focus stays.
  if (part.outerHTML === line.outerHTML || line.contains(document.activeElement)) return;
  const [former, pick] = [line, part].map((each) => each.querySelector<HTMLInputElement>('.pick'));
  if (former && pick) pick.checked = former.checked;
  line.replaceWith(part);
}

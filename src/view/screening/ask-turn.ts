/** The server's answer: records and what follows from the decisions, drawn. */
export type Turn = {
  refused: { ref: string; code: string; why: string }[];
  undone?: { ref: string; title: string; decision: string } | null;
  cards: { ref: string; html: string }[];
  panel: string;
  flow: string;
};

export type Ask = (body: object, stage?: string) => Promise<Turn>;

/** Asks the server at an address. Throws with its reason if it refuses, with an empty one without an answer. */
export function createAsk(address: string, usual: { stage: string; order: string }): Ask {
  return async (body, stage = usual.stage) => {
    const headers = { 'content-type': 'application/json' };
    const sent = JSON.stringify({ ...usual, stage, ...body });
    const response = await fetch(address, { method: 'POST', headers, body: sent }).catch(() => {
      throw new Error('');
    });
    if (response.ok) return response.json() as Promise<Turn>;
    const { problem } = (await response.json().catch(() => ({}))) as { problem?: string };
    throw new Error(problem ?? '');
  };
}

/** A part of the page, which the server draws and in which it escapes all texts. */
export function partOf(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return document.adoptNode(body.firstElementChild as HTMLElement);
}

/** Puts a part in the place of the former one of its id, keeps open what is open there, and counts at the stage. */
export function replacePart(html: string): void {
  const part = partOf(html);
  const former = document.getElementById(part.id);
  const folds = [...(former?.querySelectorAll('details') ?? [])].map(({ open }) => open);
  for (const [index, fold] of part.querySelectorAll('details').entries()) fold.open = folds[index] ?? false;
  former?.replaceWith(part);
  const here = document.querySelector('.stages [aria-current] .says');
  if (here && part.dataset.read) here.textContent = part.dataset.read;
}

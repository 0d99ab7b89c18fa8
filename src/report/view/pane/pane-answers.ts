import { element } from '../dom.ts';

/** Shown until an answer arrives. */
export function waiting(text: string): HTMLElement {
  return element('p', { class: 'says', role: 'status' }, text);
}

/** The error of an answer, or its remarks. */
export function problemOrRemarks(
  answer: { problem?: string | undefined; remarks: readonly string[] } | undefined,
): HTMLElement[] {
  if (!answer) return [element('p', { class: 'warn' }, 'No answer. Is paperqueue ui still running?')];
  if (answer.problem !== undefined) return [element('p', { class: 'warn' }, answer.problem)];
  return answer.remarks.map((text) => element('p', { class: 'says' }, text));
}

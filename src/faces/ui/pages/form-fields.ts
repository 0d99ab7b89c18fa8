import { html } from 'hono/html';
import type { InvalidField } from '../../../contract/invalid.ts';
import type { Html } from './html.ts';

/** The problem of a form field, by its name. A range of years has two fields, of which the first is marked. */
export type Wrong = (name: string) => string | undefined;

/** The problem of each invalid field. */
export function wrongFields(invalid: readonly InvalidField[]): Wrong {
  return (name) => {
    const fieldName = name === 'yearFrom' ? 'year' : name;
    const messages = invalid.filter(({ field }) => splitNames(field).includes(fieldName)).map(({ message }) => message);
    return messages.length > 0 ? messages.join(' ') : undefined;
  };
}

/** The attributes of a field that may be invalid, and its problem. */
export function markField(name: string, wrong: Wrong, hint = ''): { attributes: Html; says: Html | '' } {
  const message = wrong(name);
  const described = [hint, message !== undefined && `${name}-wrong`].filter(Boolean).join(' ');
  return {
    attributes: html`${described && html`aria-describedby="${described}"`} ${message !== undefined && 'aria-invalid=true'}`,
    says: message === undefined ? '' : html`<p class="wrong" id="${name}-wrong">${message}</p>`,
  };
}

/** The problems to correct, each with a link to its field. */
export function problemList(invalid: readonly InvalidField[]): Html | undefined {
  if (invalid.length === 0) return undefined;
  const toFieldName = (field: string) => (field === 'year' ? 'yearFrom' : (splitNames(field)[0] ?? field));
  return html`<div class="problem" role="alert"><p>Nothing was sent. Please correct:</p>
<ul>${invalid.map(({ field, message }) => html`<li><a href="#${toFieldName(field)}">${message}</a></li>`)}</ul></div>`;
}

/** The names of a field as errors have it: `keywords or query`, `parts[1]`. */
function splitNames(field: string): string[] {
  return field.split(' ').map((name) => name.replace(/\[\d+\]$/, ''));
}

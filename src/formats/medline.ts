import { asText } from '../lib/json.ts';

/** A title as MEDLINE writes it, without its full stop and, where it is a translation, without its brackets. */
export function medlineTitle(title: unknown): string | undefined {
  return asText(title)
    ?.trim()
    .replace(/^\[(.+)\](\.?)$/s, '$1$2')
    .replace(/(?<![.…]|\.\p{Lu})\.$/u, '');
}

import { withoutHeading } from '../../papers/formats/read/parsed-entry.ts';
import { cleanText } from '../../papers/text.ts';

/** An abstract cleaned as all texts of strangers, without the heading that repeats what it is. */
export function cleanAbstract(raw: string): string {
  return withoutHeading(cleanText(raw));
}

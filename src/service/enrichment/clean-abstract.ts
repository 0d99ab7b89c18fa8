import { cleanText } from '../../papers/text.ts';

/** Only as a heading: `Abstract interpretation is a theory` keeps its first word. */
const HEADING = /^(?:[Aa]bstract|ABSTRACT|[Ss]ummary|SUMMARY)(?:\s*[:.]\s+|\s*[–—]\s*|\s+-\s+|\s*\n\s*|\s+(?=\p{Lu}))/u;

/** An abstract cleaned as all texts of strangers, without the heading that repeats what it is. */
export function cleanAbstract(raw: string): string {
  return cleanText(raw).replace(HEADING, '');
}

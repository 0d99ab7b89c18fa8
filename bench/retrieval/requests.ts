import type { Topic } from './collection.ts';

/** What a topic is asked by. Of those with keywords: the keywords, the text, and both. */
export const KINDS = {
  keywords: ({ keywords }: Topic) => (keywords.length > 0 ? { keywords } : undefined),
  text: ({ query }: Topic) => (query.trim() === '' ? undefined : { query }),
  both: ({ keywords, query }: Topic) => (keywords.length > 0 && query.trim() !== '' ? { keywords, query } : undefined),
};

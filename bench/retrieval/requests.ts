import type { Topic } from './collection.ts';

/** The kinds of request for a topic. Topics with keywords have three: the keywords, the text, and both. */
export const KINDS = {
  keywords: ({ keywords }: Topic) => (keywords.length > 0 ? { keywords } : undefined),
  text: ({ query }: Topic) => (query.trim() === '' ? undefined : { query }),
  both: ({ keywords, query }: Topic) => (keywords.length > 0 && query.trim() !== '' ? { keywords, query } : undefined),
};

import type { PoolPaper, Topic } from './collection.ts';
import { randomNumbers } from './random-numbers.ts';

/** The question: a whole paper, or its title, which is as short as questions of agents. By the name in tables. */
const FORMS = {
  similar: ({ title, abstract }: PoolPaper) => {
    const text = [title, abstract].filter((part) => part !== '').join('. ');
    return text.length < MIN_TEXT_CHARACTERS ? undefined : text;
  },
  titles: ({ title }: PoolPaper) => {
    const words = title.split(/\s+/).length;
    return words < MIN_TITLE_WORDS || words > MAX_TITLE_WORDS ? undefined : title;
  },
};
type Form = keyof typeof FORMS;

/** Topics from one collection, so that none outweighs the others. */
const MAX_PER_COLLECTION = 60;
/** Questions from one topic: screening sets have few topics with many papers each. */
const MAX_PER_TOPIC = 4;
/** A topic needs this many relevant papers besides the question. */
const MIN_RELEVANT = 3;
/** Shorter texts are titles or notices. */
const MIN_TEXT_CHARACTERS = 300;
const MIN_TITLE_WORDS = 4;
const MAX_TITLE_WORDS = 14;

/**
 * Topics for "find papers like this one": the title, or title and abstract, of one relevant paper of a topic as the
 * question, its other relevant papers as the answer. The question's own paper stays in the pool, as in a user's
 * library, but does not count. The same seed gives the same topics.
 */
export function similarTopics(
  topics: readonly Topic[],
  papers: readonly PoolPaper[],
  seed: number,
  form: Form = 'similar',
): Topic[] {
  const paperOf = new Map(papers.map((paper) => [paper.id, paper]));
  const next = randomNumbers(seed);
  const byCollection = new Map<string, Topic[]>();
  for (const topic of topics) {
    const members = byCollection.get(topic.collection) ?? [];
    byCollection.set(topic.collection, [...members, ...toQuestions(topic, paperOf, next, form)]);
  }
  return [...byCollection.values()].flatMap((members) => draw(members, MAX_PER_COLLECTION, next));
}

function toQuestions(topic: Topic, paperOf: ReadonlyMap<string, PoolPaper>, next: () => number, form: Form): Topic[] {
  if (topic.relevant.size <= MIN_RELEVANT) return [];
  const texts = [...topic.relevant].flatMap((id) => {
    const paper = paperOf.get(id);
    const text = paper && FORMS[form](paper);
    return text === undefined ? [] : [{ id, text }];
  });
  return draw(texts, MAX_PER_TOPIC, next).map(({ id, text }) => ({
    id: `${topic.id} like ${id}`,
    collection: form,
    query: text,
    keywords: [],
    questionPaper: id,
    relevant: new Set([...topic.relevant].filter((other) => other !== id)),
  }));
}

/** Draws `count` elements of a list without replacement, in the order drawn. */
function draw<T>(list: readonly T[], count: number, next: () => number): T[] {
  const rest = [...list];
  const drawn: T[] = [];
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(Math.floor(next() * rest.length), 1));
  return drawn;
}

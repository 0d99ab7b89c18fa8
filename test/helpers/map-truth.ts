/** Words with their weights by tf-idf, counted here and not by the code that draws the map. */
type Bag = Map<string, number>;
type Text = { title: string; abstract?: string | undefined };
type Place = { x?: number | undefined; y?: number | undefined; topic?: number | undefined };

const wordsOf = ({ title, abstract = '' }: Text) => `${title} ${abstract}`.toLowerCase().match(/[a-z]{4,}/g) ?? [];
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * How true a map of topics is: the rank correlation (Spearman's) between the likeness of the words of two topics and
 * their nearness on it, over all pairs; undefined for fewer than three topics.
 */
export function mapTruth(papers: readonly Text[], places: readonly Place[]): number | undefined {
  const topics = Math.max(-1, ...places.map(({ topic = -1 }) => topic)) + 1;
  const membersOf = Array.from({ length: topics }, (_, topic) =>
    [...places.keys()].filter((index) => places[index]?.topic === topic),
  );
  const bags = membersOf.map((members) =>
    bagOfWords(
      members.map((index) => papers[index] as Text),
      papers,
    ),
  );
  const middles = membersOf.map((members) => ({
    x: mean(members.map((index) => places[index]?.x ?? 0)),
    y: mean(members.map((index) => places[index]?.y ?? 0)),
  }));
  const pairs = membersOf.flatMap((_, a) => membersOf.slice(0, a).map((__, b) => [a, b] as const));
  if (pairs.length < 3) return undefined;
  const likeness = pairs.map(([a, b]) => cosine(bags[a] as Bag, bags[b] as Bag));
  const nearness = pairs.map(([a, b]) => {
    const [one, other] = [middles[a] as (typeof middles)[0], middles[b] as (typeof middles)[0]];
    return -Math.hypot(one.x - other.x, one.y - other.y);
  });
  return rankCorrelation(likeness, nearness);
}

function bagOfWords(members: readonly Text[], all: readonly Text[]): Bag {
  const having = new Map<string, number>();
  for (const text of all) for (const word of new Set(wordsOf(text))) having.set(word, (having.get(word) ?? 0) + 1);
  const bag: Bag = new Map();
  for (const member of members)
    for (const word of new Set(wordsOf(member)))
      bag.set(word, (bag.get(word) ?? 0) + Math.log(all.length / (having.get(word) ?? 1)));
  return bag;
}

function cosine(one: Bag, other: Bag): number {
  const length = (bag: Bag) => Math.hypot(...bag.values());
  return (
    [...one].reduce((sum, [word, weight]) => sum + weight * (other.get(word) ?? 0), 0) / (length(one) * length(other))
  );
}

/** Spearman's, for values without ties. */
function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const ranks = (values: readonly number[]) => values.map((value) => values.filter((each) => each < value).length);
  const [a, b] = [ranks(one), ranks(other)];
  const squares = a.reduce((sum, rank, index) => sum + (rank - (b[index] as number)) ** 2, 0);
  return 1 - (6 * squares) / (a.length * (a.length ** 2 - 1));
}

import { firstIndex } from '../../../lib/binary-search.ts';
import { stem } from '../../../papers/analysis/stem.ts';
import { readQueryTokens } from '../../../papers/query/terms.ts';
import type { StrategyNode, Words } from '../../../papers/strategy/strategy-tree.ts';
import type { SegmentReader } from '../index/index-reader.ts';

/** One byte per docId, 1 for a candidate; undefined: every paper is one. */
type Candidates = Uint8Array | undefined;

/** Stems may be shorter than a word, but not shorter than this. */
const MIN_STEM = 3;

/**
 * The papers of a segment that may meet the strategy, with false positives: the index stores stems and no positions, so
 * candidates must be tested on their texts. Undefined if the index cannot narrow them down.
 */
export function strategyCandidates(node: StrategyNode, segment: SegmentReader): Candidates {
  switch (node.kind) {
    case 'and':
      return node.parts.map((part) => strategyCandidates(part, segment)).reduce(both);
    case 'or':
      return anyOf(node.parts.map((part) => strategyCandidates(part, segment)));
    case 'not':
      return strategyCandidates(node.base, segment);
    case 'term':
      return withAll(node.words, segment);
    case 'near': {
      const [left, right] = [node.left, node.right].map((side) => anyOf(side.map((words) => withAll(words, segment))));
      return both(left, right);
    }
    case 'heading':
      return withAll(node.text.split(/\s+/), segment);
    default:
      return undefined;
  }
}

function both(one: Candidates, other: Candidates): Candidates {
  return one && other ? one.map((flag, docId) => flag & (other[docId] as number)) : (one ?? other);
}

function anyOf(lists: readonly Candidates[]): Candidates {
  const [first, ...others] = lists;
  if (!first) return undefined;
  const union = first.slice();
  for (const list of others) {
    if (!list) return undefined;
    for (let docId = 0; docId < union.length; docId += 1)
      union[docId] = (union[docId] as number) | (list[docId] as number);
  }
  return union;
}

function withAll(words: Words, segment: SegmentReader): Candidates {
  return words
    .map((word) => (/[*?]/.test(word) ? withPrefix(word, segment) : withWord(word, segment)))
    .reduce(both, undefined);
}

/** Single characters and numbers may be parts of longer terms in the index. */
function withWord(word: string, segment: SegmentReader): Candidates {
  return readQueryTokens(word)
    .filter((token) => !token.isJoined && token.word.length > 1 && /\p{L}/u.test(token.word))
    .map(({ term }) => having([segment.findTerm(term)], segment))
    .reduce<Candidates>(both, undefined);
}

/** Papers with a term that starts with the part of the word before its first `*` or `?`, or whose stem is shorter. */
function withPrefix(word: string, segment: SegmentReader): Candidates {
  const prefix = word.slice(0, word.search(/[*?]/));
  // The index keeps punctuation in numbers, and splits scripts without spaces into pairs of characters.
  if (!/^[a-z]{2,}$/.test(prefix)) return undefined;
  const terms: number[] = [segment.findTerm(stem(prefix))];
  const first = firstIndex(segment.terms, (term) => segment.termAt(term) >= prefix);
  for (let term = first; term < segment.terms && segment.termAt(term).startsWith(prefix); term += 1) terms.push(term);
  for (let length = MIN_STEM; length < prefix.length; length += 1) {
    const start = prefix.slice(0, length);
    // The stemmer changes a last letter to one of these, and also between -ise and -ize, -yse and -yze.
    for (const end of ['', 'i', 'e', 'y', 's', 'z']) terms.push(segment.findTerm(start + end));
  }
  return having(terms, segment);
}

function having(terms: readonly number[], segment: SegmentReader): Uint8Array {
  const candidates = new Uint8Array(segment.maxDoc);
  for (const term of new Set(terms)) {
    if (term < 0) continue;
    const { count, docIds } = segment.postings(term);
    for (let at = 0; at < count; at += 1) candidates[docIds[at] as number] = 1;
  }
  return candidates;
}

import type { SparseRows } from './sparse-rows.ts';

/** Terms in more than this share of the texts are ignored. */
const MAX_DOCUMENT_SHARE = 0.95;

/** Runs of two or more letters, digits and underscores, as matched by Python's `\b\w\w+\b`. */
const WORD = /[\p{L}\p{N}_]{2,}/gu;

/**
 * TF-IDF of texts over their words and pairs of adjacent words, as scikit-learn's TfidfVectorizer computes it with
 * `ngram_range=(1, 2), sublinear_tf=True, min_df=1, max_df=.95` (ASReview's ELAS u4): 1 + ln tf, times ln((1 + n) / (1
 * + df)) + 1, each row of length 1. The most frequent terms have the first columns, so that the parts of a vector that
 * each row needs are close together.
 */
export function termRows(texts: readonly string[]): SparseRows {
  const { starts, terms, counts, documents } = countTerms(texts);
  const most = MAX_DOCUMENT_SHARE * texts.length;
  const { columnOf, width } = placeColumns(documents, most);
  const rows: SparseRows = {
    starts: new Int32Array(texts.length + 1),
    columns: new Int32Array(terms.length),
    values: new Float32Array(terms.length),
    width,
    alone: new Float64Array(texts.length),
  };
  let end = 0;
  for (let text = 0; text < texts.length; text++) {
    const begin = end;
    let square = 0;
    let alone = 0;
    for (let at = starts[text] as number; at < (starts[text + 1] as number); at++) {
      const term = terms[at] as number;
      const frequency = documents[term] as number;
      if (frequency > most) continue;
      const value = (1 + Math.log(counts[at] as number)) * (Math.log((1 + texts.length) / (1 + frequency)) + 1);
      square += value ** 2;
      const column = columnOf[term] as number;
      if (column < 0) alone += value ** 2;
      else {
        rows.columns[end] = column;
        rows.values[end++] = value;
      }
    }
    const length = Math.sqrt(square) || 1;
    for (let at = begin; at < end; at++) rows.values[at] = (rows.values[at] as number) / length;
    rows.alone[text] = alone / length ** 2;
    rows.starts[text + 1] = end;
  }
  return { ...rows, columns: rows.columns.slice(0, end), values: rows.values.slice(0, end) };
}

/** A column for each term in at least two and at most `most` texts; -1 for the others. By descending frequency. */
function placeColumns(documents: Int32Array, most: number): { columnOf: Int32Array; width: number } {
  const hasColumn = (frequency: number) => frequency > 1 && frequency <= most;
  const highest = documents.reduce((max, frequency) => Math.max(max, frequency), 0);
  // First the number of terms with each document frequency, then the next column for such a term.
  const next = new Int32Array(highest + 1);
  for (const frequency of documents) if (hasColumn(frequency)) next[frequency] = (next[frequency] as number) + 1;
  let width = 0;
  for (let frequency = highest; frequency > 0; frequency--) {
    const terms = next[frequency] as number;
    next[frequency] = width;
    width += terms;
  }
  const columnOf = new Int32Array(documents.length).fill(-1);
  for (const [term, frequency] of documents.entries()) {
    if (!hasColumn(frequency)) continue;
    columnOf[term] = next[frequency] as number;
    next[frequency] = (next[frequency] as number) + 1;
  }
  return { columnOf, width };
}

/** The terms of each text with their counts, and the document frequency of each term. */
function countTerms(texts: readonly string[]) {
  const words = new Map<string, number>();
  const pairs = new PairTable();
  const starts = new Int32Array(texts.length + 1);
  const terms = new NumberList();
  const counts = new NumberList();
  const documents = new NumberList();
  const lastText = new NumberList();
  const lastIndex = new NumberList();
  const add = (term: number, text: number) => {
    if (lastText.at(term) === text) return counts.increase(lastIndex.at(term));
    lastText.set(term, text);
    lastIndex.set(term, terms.length);
    documents.increase(term);
    terms.push(term);
    counts.push(1);
  };
  const newTerm = () => {
    lastText.push(-1);
    lastIndex.push(0);
    documents.push(0);
    return documents.length - 1;
  };
  for (const [text, content] of texts.entries()) {
    let before = -1;
    for (const [word] of content.toLowerCase().matchAll(WORD)) {
      const term = words.get(word) ?? newTerm();
      words.set(word, term);
      add(term, text);
      if (before >= 0) add(pairs.find(before, term, newTerm), text);
      before = term;
    }
    starts[text + 1] = terms.length;
  }
  return { starts, terms: terms.toArray(), counts: counts.toArray(), documents: documents.toArray() };
}

/** A growing list of integers. */
class NumberList {
  #numbers = new Int32Array(1024);
  length = 0;

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length++] = number;
  }

  at(index: number): number {
    return this.#numbers[index] as number;
  }

  set(index: number, number: number): void {
    this.#numbers[index] = number;
  }

  increase(index: number): void {
    this.#numbers[index] = (this.#numbers[index] as number) + 1;
  }

  toArray(): Int32Array {
    return this.#numbers.slice(0, this.length);
  }
}

/** Maps pairs of terms to terms, by open addressing: millions of pairs would be slow as strings in a Map. */
class PairTable {
  #keys = new Float64Array(1 << 16).fill(-1);
  #terms = new Int32Array(1 << 16);
  #size = 0;

  find(first: number, second: number, newTerm: () => number): number {
    const key = first * 2 ** 26 + second;
    let slot = this.#slotOf(first, second, key);
    if (this.#keys[slot] === key) return this.#terms[slot] as number;
    if (2 * this.#size >= this.#keys.length) {
      this.#grow();
      slot = this.#slotOf(first, second, key);
    }
    this.#size++;
    this.#keys[slot] = key;
    const term = newTerm();
    this.#terms[slot] = term;
    return term;
  }

  /** The slot of the key, or the free slot where it belongs. */
  #slotOf(first: number, second: number, key: number): number {
    const mask = this.#keys.length - 1;
    const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#keys[slot] !== key && this.#keys[slot] !== -1) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    const terms = this.#terms;
    this.#keys = new Float64Array(2 * keys.length).fill(-1);
    this.#terms = new Int32Array(2 * keys.length);
    for (const [at, key] of keys.entries()) {
      if (key < 0) continue;
      const slot = this.#slotOf(Math.floor(key / 2 ** 26), key % 2 ** 26, key);
      this.#keys[slot] = key;
      this.#terms[slot] = terms[at] as number;
    }
  }
}

/** Every word of the papers of a segment while it is made: which term, where, one after the other. */
export type Occurrences = {
  readonly size: number;
  readonly terms: Int32Array;
  readonly places: Uint16Array;
  push(term: number, place: number): void;
  clear(): void;
};

export function createOccurrences(capacity = 1 << 16): Occurrences {
  let terms = new Int32Array(capacity);
  let places = new Uint16Array(capacity);
  let size = 0;
  return {
    get size() {
      return size;
    },
    get terms() {
      return terms;
    },
    get places() {
      return places;
    },
    push(term, place) {
      if (size === terms.length) {
        const [largerTerms, largerPlaces] = [new Int32Array(size * 2), new Uint16Array(size * 2)];
        largerTerms.set(terms);
        largerPlaces.set(places);
        [terms, places] = [largerTerms, largerPlaces];
      }
      terms[size] = term;
      places[size] = place;
      size += 1;
    },
    clear: () => {
      size = 0;
    },
  };
}

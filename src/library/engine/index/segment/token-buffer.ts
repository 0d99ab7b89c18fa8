/** All tokens of the papers of a segment being built: term number and field of each. */
export type TokenBuffer = {
  readonly size: number;
  readonly terms: Int32Array;
  readonly fields: Uint8Array;
  push(term: number, field: number): void;
  clear(): void;
};

export const Field = { title: 0, abstract: 1, summary: 2, fullText: 3 } as const;

export function createTokenBuffer(capacity = 1 << 16): TokenBuffer {
  let terms = new Int32Array(capacity);
  let fields = new Uint8Array(capacity);
  let size = 0;
  return {
    get size() {
      return size;
    },
    get terms() {
      return terms;
    },
    get fields() {
      return fields;
    },
    push(term, field) {
      if (size === terms.length) {
        const [largerTerms, largerFields] = [new Int32Array(size * 2), new Uint8Array(size * 2)];
        largerTerms.set(terms);
        largerFields.set(fields);
        [terms, fields] = [largerTerms, largerFields];
      }
      terms[size] = term;
      fields[size] = field;
      size += 1;
    },
    clear: () => {
      size = 0;
    },
  };
}

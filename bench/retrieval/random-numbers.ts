/** Marsaglia's 32-bit xorshift, from 0 to 1: equal seeds give equal numbers. */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

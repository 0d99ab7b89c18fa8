/** `metastasis` and `metastases`, `analysis` and `analyses` are one term here, though their stems differ. */
export function foldTerm(stem: string): string {
  return stem.endsWith('si') ? stem.slice(0, -1) : stem;
}

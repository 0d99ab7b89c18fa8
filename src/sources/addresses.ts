/** Addresses, DOIs and arXiv numbers; their letters are ASCII, and scripts without blanks may follow at once. */
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.|(?:doi:?\s*)?10\.\d{4,9}\/|arxiv:\s*(?=\S*\d))[\x21-\x7e]+/gi;

/** The text without addresses and identifiers in it, whose parts (`https`, `org`) say nothing of a topic. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, ' , ');
}

/** URLs, DOIs and arXiv numbers. They are ASCII, and text in a script without spaces may follow directly. */
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|(?:doi:?\s*)?10\.\d{4,9}\/|arxiv:\s*(?=\S{0,60}\d))[\x21-\x7e]+/gi;

/** Removes URLs and identifiers: their parts (`https`, `org`) say nothing about the topic. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, ' , ');
}

/** What is said of full texts: what was read of a file, and why there is no text. */
export type TextNote =
  | { kind: 'pages-not-read'; read: number; of: number }
  | { kind: 'pages-without-text'; pages: number; of: number }
  | { kind: 'order-is-a-guess' }
  | { kind: 'letters-unknown' }
  /** An attached file says that it is another paper than the one that was named. */
  | { kind: 'file-names-other'; other: string }

  // Where no text was found.
  /** One place that was asked, and what came of it, in our own words. */
  | { kind: 'text-attempt'; text: string }
  | { kind: 'no-text-source' }
  | { kind: 'abstract-stored'; isStored: boolean }
  | { kind: 'text-not-fetched'; ref: string }
  | { kind: 'not-read-elsewhere'; title: string; why: string };

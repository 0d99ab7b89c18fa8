/** The person that a text names: by ORCID, by OpenAlex id, or by name. */
export type AuthorQuery = { orcid: string } | { openAlexId: string } | { name: string };

/** A person's identifier. */
export type AuthorId = Exclude<AuthorQuery, { name: string }>;

/** A person in a source who may be the requested one. */
export type AuthorCandidate = {
  /** The source's id, used to request the person's papers. */
  id: string;
  name: string;
  affiliation?: string;
  works?: number;
  citations?: number;
  orcid?: string;
};

/** The order of a person's papers. */
export const AUTHOR_ORDERS = ['newest', 'cited'] as const;
export type AuthorOrder = (typeof AUTHOR_ORDERS)[number];

const ORCID = /^(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/|orcid:?\s*)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dx])\/?$/i;
const OPENALEX_ID = /^(?:(?:https?:\/\/)?(?:api\.)?openalex\.org\/(?:authors\/)?|openalex:\s*)?(A\d{5,12})$/i;

/** An ORCID as `0000-0002-1825-0097`, verified by its last character (ISO 7064); undefined if invalid. */
export function readOrcid(text: string | undefined): string | undefined {
  const [, ...groups] = ORCID.exec(text?.trim() ?? '') ?? [];
  const digits = groups.join('').toUpperCase();
  if (digits.length !== 16) return undefined;
  const sum = [...digits.slice(0, 15)].reduce((total, digit) => (total + Number(digit)) * 2, 0);
  const check = (12 - (sum % 11)) % 11;
  return (check === 10 ? 'X' : String(check)) === digits[15] ? digits.replace(/(.{4})(?=.)/g, '$1-') : undefined;
}

/** A person given only by an identifier; undefined otherwise. */
export function readAuthorId(text: string): AuthorId | undefined {
  const orcid = readOrcid(text);
  if (orcid !== undefined) return { orcid };
  const openAlexId = OPENALEX_ID.exec(text.trim())?.[1]?.toUpperCase();
  return openAlexId === undefined ? undefined : { openAlexId };
}

/** A person given by an identifier, or by `author: NAME`; undefined otherwise. */
export function readAuthorQuery(text: string): AuthorQuery | undefined {
  const behindMark = /^author\s*[:=](.*)$/is.exec(text.trim())?.[1]?.trim() ?? '';
  const marked = /\p{L}/u.test(behindMark) || /^[\d-]{15,19}x?$/i.test(behindMark) ? behindMark : undefined;
  const id = readAuthorId(marked ?? text);
  return id ?? (marked === undefined ? undefined : { name: marked });
}

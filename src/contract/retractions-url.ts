import * as z from 'zod';
import { isAllowedBaseUrl } from './base-url.ts';

/** Where Crossref publishes the table. */
const TABLE_URL = 'https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv';

/** The address of Retraction Watch's table, which may need a query, such as the e-mail address of who fetches it. */
export const retractionsUrl = z
  .string()
  .trim()
  .refine((text) => isAllowedBaseUrl(text.replace(/\?[^#]*$/, '')), {
    error: 'an https:// address (http:// only on loopback) without fragment, user or password, got something else',
  })
  .default(TABLE_URL);

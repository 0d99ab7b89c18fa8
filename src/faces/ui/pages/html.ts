import type { html } from 'hono/html';

/** HTML in which every inserted text is escaped. */
export type Html = ReturnType<typeof html>;

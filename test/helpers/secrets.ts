/** Tokens and keys of the tests. None of them may turn up in an output, a log, an error or a file. */
export const TOKEN = 'tok-6f1d2c9ab83e47f0';
export const SCRAPER_KEY = 'fc-0123456789abcdef';
export const SECRETS = [TOKEN, SCRAPER_KEY];

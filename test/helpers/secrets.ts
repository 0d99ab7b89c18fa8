/** Tokens and keys of the tests. None of them may turn up in an output, a log, an error or a file. */
export const TOKEN = 'tok-6f1d2c9ab83e47f0';
export const SCRAPER_KEY = 'fc-0123456789abcdef';
export const HTTP_TOKEN = 'mcp-91c0b7de5a2f4486';
export const SECRETS = [TOKEN, SCRAPER_KEY, HTTP_TOKEN];

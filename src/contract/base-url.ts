/** Whether a text may be the address of a service: https, or http on loopback; no query, fragment, user or password. */
export function isAllowedBaseUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback);
}

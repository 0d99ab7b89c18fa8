/** The forms in which a service may repeat a secret, all typed in by hand, none made by the product's code. */
export function secretForms(secret: string): string[] {
  const codes = [...secret].map((character) => character.charCodeAt(0));
  const two = (code: number) => code.toString(16).padStart(2, '0');
  const percent = codes.map((code) => `%${two(code)}`).join('');
  const around = [0, 1, 2].flatMap((before) =>
    [0, 1, 2].map((behind) => Buffer.from(`${'x'.repeat(before)}${secret}${'y'.repeat(behind)}`)),
  );
  return [
    secret,
    `Bearer ${secret}`,
    `100%${secret}`,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    codes.map((code) => `\\u00${two(code)}`).join(''),
    codes.map((code) => `\\u00${two(code).toUpperCase()}`).join(''),
    codes.map((code) => `\\\\u00${two(code)}`).join(''),
    codes.map((code) => `\\x${two(code)}`).join(''),
    secret.replace(/[^a-zA-Z0-9%&\s\u0080-\uffff]/g, '\\$&'),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    percent,
    percent.toUpperCase(),
    percent.replaceAll('%', '%25'),
    percent.replaceAll('%', '%2525'),
    codes.map((code, at) => (at % 2 === 0 ? `%${two(code)}` : secret.charAt(at))).join(''),
    codes.map((code) => `&#${code};`).join(''),
    codes.map((code) => `&#x${two(code)};`).join(''),
    codes.map((code) => `&amp;#${code};`).join(''),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ...around.map((bytes) => bytes.toString('base64')),
    ...around.map((bytes) => bytes.toString('base64url')),
    encodeURIComponent(Buffer.from(`user:${secret}`).toString('base64')),
  ];
}

/** The part of any form of a secret that the secret alone decides. */
function secretCores(secret: string): string[] {
  const inner = [1, 2, 3].map((at) =>
    Buffer.from(secret.slice(at % secret.length))
      .toString('base64')
      .slice(0, -4),
  );
  const cores = inner.map((core) => core.slice(4)).filter((core) => core.length >= 8);
  return [...secretForms(secret).slice(0, 21), ...cores];
}

/** By secret: a sweep asks thousands of times. */
const cores = new Map<string, string[]>();

/** The secrets that a text still reveals: plain, or by the part of any form that the secret alone decides. */
export function toldBy(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => {
    const forms = cores.get(secret) ?? secretCores(secret);
    cores.set(secret, forms);
    return forms.some((form) => text.includes(form));
  });
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Characters that XML 1.0 forbids, even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes external text for the content and attributes of XML. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

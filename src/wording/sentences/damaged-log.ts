/** Says that a log of events is damaged, or continues with one of a newer version, from event `n` on. */
export function describeDamage(name: string, n: number, isUnknown = false): string {
  if (isUnknown) {
    const before =
      n === 1 ? 'none of the log can be read.' : 'the events before it are shown, and nothing can be added after it.';
    return `Event ${n} of ${name} is unknown to this version: ${before}`;
  }
  return n === 1
    ? `The log of ${name} is damaged at its first event: none of it can be read.`
    : `The log of ${name} is damaged at event ${n}: the events before it are intact, and nothing can be added after it.`;
}

/** The samples of a text in the Prometheus format, by name and labels as they are written. */
export function readMetrics(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [, name, value] = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? /^(\S+\{.*\}) (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no sample: ${line}`);
    samples.set(name, Number(value));
  }
  return samples;
}

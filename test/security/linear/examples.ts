/** Readers of more than linear time, for the test of the finder; and some that are linear. */

const squared = (text: string) => {
  let count = 0;
  for (let at = 0; at < text.length; at += 256)
    for (let before = 0; before < at; before += 1) count += text.charCodeAt(before) === 0 ? 1 : 0;
  return count;
};

export function quadratic(text: string): number {
  return squared(text);
}

export const ofPaper = ({ title = '' }: { year: number; title?: string }): number => squared(title);

export function ofBytes(bytes: Uint8Array): number {
  return squared(Buffer.from(bytes).toString('latin1'));
}

export async function later(text: string): Promise<number> {
  await Promise.resolve();
  return squared(text);
}

export function* onDemand(texts: readonly string[]): Generator<number> {
  for (const text of texts) yield squared(text);
}

export const format = {
  name: 'example',
  read: {
    split: () => {
      let all = '';
      return {
        push(chunk: string) {
          all += chunk;
        },
        end: () => squared(all),
      };
    },
  },
};

export function endless(text: string): boolean {
  return /^(?:a+)+$/.test(`${text}!`);
}

/** Linear in each half of its texts: from a length on, there is more to do. */
export function inSteps(text: string): number {
  let sum = 0;
  const rounds = text.length > 50_000 ? 40 : 4;
  for (let round = 0; round < rounds; round += 1)
    for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}

export function linear(text: string): string[] {
  return text.split(' ');
}

export async function neverAnswers(text: string): Promise<string> {
  await new Promise(() => {});
  return text;
}

export function readsNoText(count: number, of: { work(): void }): number {
  of.work();
  return count;
}

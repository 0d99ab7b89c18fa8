import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Runs the work while garbage is collected twice a second. */
export async function whileCollecting<T>(work: () => Promise<T>): Promise<T> {
  const collecting = setInterval(collect, 500);
  try {
    return await work();
  } finally {
    clearInterval(collecting);
  }
}

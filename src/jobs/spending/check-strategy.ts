import { invalidInput } from '../../contract/errors.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { strategyProblems } from '../../papers/strategy/request.ts';
import type { Mode } from '../ports/service.ts';

/** Throws INVALID_INPUT for a strategy that cannot be read, or that the service does not take. Nothing was sent. */
export function checkStrategy(mode: Mode, body: RequestBody): void {
  if (body.strategy === undefined) return;
  const problems = strategyProblems(body);
  if (mode === 'hosted') {
    const message = 'strategy: the hosted service takes keywords and query only; embedded mode takes a strategy';
    problems.unshift({ field: 'strategy', message });
  }
  if (problems.length > 0) throw invalidInput(problems);
}

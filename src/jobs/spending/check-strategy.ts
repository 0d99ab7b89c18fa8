import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { RequestBody } from '../../contract/requests.ts';
import { strategyProblems } from '../../papers/strategy/request.ts';
import type { Mode } from '../ports/service.ts';

/** Throws INVALID_INPUT for a strategy that cannot be read, or that the service does not take. Nothing was sent. */
export function checkStrategy(mode: Mode, body: RequestBody): void {
  if (body.strategy === undefined) return;
  const problems = strategyProblems(body);
  if (mode === 'hosted') {
    problems.unshift(
      invalidField('strategy', 'the hosted service takes keywords and a text only; embedded mode takes a strategy'),
    );
  }
  if (problems.length > 0) throw invalidInput(problems, 'request');
}

import type { FailureDetail } from '../../../wording/notes/source-outcomes.ts';

/** Why a local model cannot be used. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';

  constructor(readonly detail: FailureDetail) {
    super(String(detail));
  }
}

import type { FailureDetail } from '../../../wording/notes/source-outcomes.ts';

/** Why a local model cannot be used. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';
  readonly detail: FailureDetail;

  constructor(detail: FailureDetail) {
    super(String(detail));
    this.detail = detail;
  }
}

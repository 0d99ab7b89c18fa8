import { counted } from '../../../lib/counted.ts';
import type { LeftOutOfFile } from '../../notes/answer-notes.ts';

/** What a file with decisions lacks, item by item. */
export function listLeftOut(left: LeftOutOfFile): string[] {
  return (Object.keys(SAID) as (keyof LeftOutOfFile)[]).flatMap((what) => {
    const number = left[what];
    return number ? [SAID[what](number)] : [];
  });
}

const SAID: { [What in keyof LeftOutOfFile]-?: (number: number) => string } = {
  maybe: (records) => `"maybe" on ${counted(records, 'record')}, undecided there`,
  unsettled: (records) => `${counted(records, 'record')} whose decisions do not count yet, undecided there`,
  readers: (readers) => (readers === 1 ? 'who decided' : `which of ${readers} readers decided what`),
  stages: (stages) => `at which of ${stages} stages it was decided`,
  earlier: (decisions) => `${counted(decisions, 'decision')} of an earlier stage`,
  resolutions: (conflicts) => `how ${counted(conflicts, 'conflict')} ${conflicts === 1 ? 'was' : 'were'} settled`,
  quotes: (quotes) => counted(quotes, 'quotation'),
  reasons: (reasons) => counted(reasons, 'reason'),
  notes: (notes) => counted(notes, 'note'),
  tags: (tags) => counted(tags, 'tag'),
  shared: (records) => `whose the reasons and tags of ${counted(records, 'record')} are`,
  times: (decisions) => `the ${decisions === 1 ? 'time' : 'times'} of ${counted(decisions, 'decision')}`,
  priors: (records) => `that ${counted(records, 'record')} ${records === 1 ? 'was' : 'were'} known to be relevant`,
};

import { describe, expect, it } from 'vitest';
import { goOnCard } from '../../../src/report/pages/desk/draw-desk.ts';

const NOTHING = { include: 0, exclude: 0, maybe: 0, conflicts: 0 };

/** What the card says of one review with open records. */
function cardOf(here: Partial<typeof NOTHING>, labels: boolean[], at: string | undefined = '2026-01-01T00:00:00Z') {
  const progress = { stage: 'full-text' as const, records: 37, own: 0, open: 1, ...NOTHING, ...here };
  const review = { ref: 'R1', question: 'Q?', at, here: progress, conflicts: 0, hasWork: true, labels };
  return String(goOnCard('', { reviews: [review], searches: [] }));
}

describe('the review to go on with', () => {
  it('does not say that nothing is decided where others of a blind review have decided', () => {
    const card = cardOf({ include: 27, exclude: 9 }, []);
    expect(card).toContain('36 of 37 read');
    expect(card).not.toContain('No record is decided yet');
    expect(card).toContain('Others have decided; you have not yet.');
  });

  it('says nothing of the last decisions of a review whose log was not read', () => {
    expect(cardOf({ include: 27 }, [], '')).not.toMatch(/decided/);
  });

  it('says what the last decisions were, and that there is none', () => {
    expect(cardOf({}, [])).toContain('No record is decided yet.');
    expect(cardOf({ include: 1, exclude: 1 }, [true, false])).toContain(
      'The last 2 records held 1 relevant one: go on.',
    );
  });
});

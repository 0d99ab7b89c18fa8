import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/papers/analysis/stem.ts';

describe('British and American spelling', () => {
  it.each([
    ['randomised', 'randomized'],
    ['randomisation', 'randomization'],
    ['ionising', 'ionizing'],
    ['organisations', 'organizations'],
    ['organisational', 'organizational'],
    ['stabiliser', 'stabilizer'],
    ['criticise', 'criticize'],
    ['generalisability', 'generalizability'],
    ['synthesised', 'synthesized'],
    ['analysing', 'analyzing'],
    ['analysis', 'analyzed'],
    ['catalysed', 'catalyzed'],
  ])('%s and %s have one stem', (british, american) => {
    expect(stem(american)).toBe(stem(british));
  });

  it.each([
    ['precise', 'precision'],
    ['revised', 'revision'],
    ['supervised', 'supervision'],
    ['advertise', 'advertisement'],
    ['arising', 'arise'],
    ['promising', 'promise'],
    ['surprised', 'surprise'],
  ])('%s and %s keep their common stem', (one, other) => {
    expect(stem(other)).toBe(stem(one));
  });

  it.each([
    ['expertise', 'expert'],
    ['paradise', 'parade'],
    ['pariser', 'parity'],
  ])('%s and %s stay apart', (one, other) => {
    expect(stem(other)).not.toBe(stem(one));
  });
});

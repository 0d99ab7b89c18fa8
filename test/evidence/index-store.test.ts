import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIndexStore } from '../../src/evidence/passages/index-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const DAY_MS = 86_400_000;

it.each([
  ['not within a day', DAY_MS - 1, 1],
  ['a day later', DAY_MS, 0],
  ['after a clock that was years ahead', -3_650 * DAY_MS, 0],
])('texts that could not be read are tried again: %s', (_when, later, left) => {
  const store = openIndexStore(join(temporaryFolder(), 'passages.sqlite'));
  store.removeUnread(NOON);
  store.addTexts([{ n: 1, hash: 'unreadable', length: 0, analysed: undefined }]);
  store.removeUnread(NOON + later);
  expect(store.texts()).toHaveLength(left);
  store.close();
});

/** Loaded into a process before anything else (`node --import`): its calendar is PAPERQUEUE_TEST_DAYS days ahead. */

const aheadMs = Number(process.env.PAPERQUEUE_TEST_DAYS) * 24 * 60 * 60 * 1000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + aheadMs;
  }
};

import {
  FEEDBACK,
  NEIGHBOUR_SMOOTHING,
  QUERY_COPIES,
  QUERY_COVERAGE,
  RANKING,
  SEMANTIC,
} from '../../src/library/engine/rank/constants.ts';

/** Read-only by their types alone. */
const CONSTANTS: Record<string, Record<string, number>> = {
  RANKING,
  FEEDBACK,
  QUERY_COPIES,
  QUERY_COVERAGE,
  NEIGHBOUR_SMOOTHING,
  SEMANTIC,
};

/** Constants of the ranking that differ from the current ones, by the object that has them. */
export type Setting = Record<string, Record<string, number>>;

/** Runs work with other constants. */
export async function withSetting<T>(setting: Setting, run: () => T | Promise<T>): Promise<T> {
  const entries = Object.entries(setting).map(([name, changes]) => {
    const values = CONSTANTS[name] ?? {};
    const unknown = Object.keys(changes).filter((key) => !(key in values));
    if (unknown.length > 0) throw new Error(`${name} has no ${unknown.join(', ')}`);
    return { values, changes, former: { ...values } };
  });
  for (const { values, changes } of entries) Object.assign(values, changes);
  try {
    return await run();
  } finally {
    for (const { values, former } of entries) Object.assign(values, former);
  }
}

/** A setting without the constants that currently have these values. */
export function changesOf(setting: Setting): Setting {
  const different = Object.entries(setting).map(([name, changes]) => {
    const present = CONSTANTS[name] ?? {};
    return [
      name,
      Object.fromEntries(Object.entries(changes).filter(([key, value]) => present[key] !== value)),
    ] as const;
  });
  return Object.fromEntries(different.filter(([, changes]) => Object.keys(changes).length > 0));
}

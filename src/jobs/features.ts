// biome-ignore-start lint/suspicious/noEmptyInterface: each feature extends them
/**
 * What the product can do. Each feature adds itself here, beside its code (declaration merging), and is opened on first
 * use: a server that only lists its tools opens none.
 */
export interface Features {}

/** What the commands of whoever runs the program need beside these. */
export interface OperatorFeatures {}
// biome-ignore-end lint/suspicious/noEmptyInterface: see above

/** A feature, opened: for what takes one without knowing its room. */
export type Feature<Name extends keyof (Features & OperatorFeatures)> = Awaited<
  ReturnType<(Features & OperatorFeatures)[Name]>
>;

// biome-ignore-start lint/suspicious/noEmptyInterface: each feature extends them
/**
 * What the product can do. Each feature adds itself here, beside its code (declaration merging), and is opened on first
 * use: a server that only lists its tools opens none.
 */
export interface Features {}

/** What only operators' commands need, in addition to these. */
export interface OperatorFeatures {}
// biome-ignore-end lint/suspicious/noEmptyInterface: see above

/** An opened feature, for code that may not import the room that defines it. */
export type Feature<Name extends keyof (Features & OperatorFeatures)> = Awaited<
  ReturnType<(Features & OperatorFeatures)[Name]>
>;

import * as z from 'zod';

/**
 * What the tools advertise as their output. Loose on purpose: an answer must never fail its own schema, and the list of
 * tools is paid for in every conversation. The full shapes are JobAnswerView and EstimateView in jobs/.
 */

const facts = z.looseObject({});

export const jobOutput = z.looseObject({ job: facts, credits: facts, papers: z.array(facts).optional() });

export const jobsOutput = z.looseObject({ jobs: z.array(facts) });

export const estimateOutput = z.looseObject({ credits: facts });

import * as z from 'zod';

/**
 * What the tools advertise as their output: the names of what is always there. Loose on purpose: an answer must never
 * fail its own schema, and the list of tools is paid for in every conversation. The full shapes are JobAnswerView,
 * JobsView, EstimateView and ExportView in jobs/.
 */

function having(...names: string[]) {
  return z.looseObject(Object.fromEntries(names.map((name) => [name, z.unknown().optional()])));
}

export const jobOutput = having('job', 'credits');

export const lookUpOutput = having('job', 'items');

export const readOutput = having('paper', 'source');

export const jobsOutput = having('jobs');

export const estimateOutput = having('credits');

export const exportOutput = having('export');

import { Agent } from 'undici';

/** undici's agent. In a file of its own, because a bundle gives an `import()` of a CommonJS package no names. */
export function createAgent(options: Agent.Options): Agent {
  return new Agent(options);
}

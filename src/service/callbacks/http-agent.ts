import { Agent } from 'undici';

/**
 * undici's agent. It has its own file because bundling removes the named exports of a CommonJS package behind
 * `import()`.
 */
export function createAgent(options: Agent.Options): Agent {
  return new Agent(options);
}

import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { PaperqueueError } from '../../src/contract/errors.ts';
import type { Tool } from '../../src/mcp/define-tool.ts';

/** Values of no type that a parameter takes are refused in our own words, whatever they are. */

const VALUES: unknown[] = [
  5.5,
  true,
  {},
  [5],
  [{}],
  [null],
  { toString: null },
  [{ toString: null }],
  'no such value \u0000',
];
const SCHEMA_WORDS = /invalid input|invalid option|expected|received|too (?:small|big)|undefined/i;

function refusalOf(tool: Tool, args: object): Promise<unknown> {
  // No feature is opened for arguments that are wrong; those that are right fail here.
  return tool.call(args, {} as Parameters<Tool['call']>[1]).catch((error) => error);
}

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  const { properties = {} } = tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as {
    properties?: Record<string, object>;
  };
  it.each(Object.keys(properties))('refuses what %s cannot be', async (name) => {
    const refusals = await Promise.all(VALUES.map((value) => refusalOf(tool, { [name]: value })));
    const told = refusals.filter((error) => error instanceof PaperqueueError);
    expect(told.length).toBeGreaterThan(VALUES.length / 2);
    for (const { details } of told) {
      expect(details.code).toBe('INVALID_INPUT');
      expect(details.message).not.toMatch(SCHEMA_WORDS);
    }
  });
});

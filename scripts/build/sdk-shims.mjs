// What the MCP SDK takes from its platform, with the smaller of its two validators.
import process from 'node:process';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator, process };

import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

/**
 * Loaded into a process before anything else (`node --import`): every way in which Node.js reaches a network writes a
 * line into the file PAPERQUEUE_TEST_NETWORK_LOG and fails.
 */

const log = process.env.PAPERQUEUE_TEST_NETWORK_LOG;

function forbid(owner, where, names) {
  for (const name of names) {
    owner[name] = () => {
      appendFileSync(log, `${where}.${name}\n`);
      throw new Error(`no network in this test: ${where}.${name}`);
    };
  }
}

const functionsOf = (owner) => Object.keys(owner).filter((name) => /^(lookup|resolve|reverse)/.test(name));

forbid(net.Socket.prototype, 'net.Socket', ['connect']);
forbid(net.Server.prototype, 'net.Server', ['listen']);
forbid(net, 'net', ['connect', 'createConnection']);
forbid(tls, 'tls', ['connect']);
forbid(dns, 'dns', functionsOf(dns));
forbid(dns.promises, 'dns.promises', functionsOf(dns.promises));
forbid(dns.Resolver.prototype, 'dns.Resolver', functionsOf(dns.Resolver.prototype));
forbid(dgram, 'dgram', ['createSocket']);
forbid(http, 'http', ['request', 'get']);
forbid(https, 'https', ['request', 'get']);
forbid(http2, 'http2', ['connect']);
// The built-in fetch and WebSocket come with a copy of their own of what they are made of, but of no sockets.
forbid(globalThis, 'globalThis', ['fetch']);
syncBuiltinESMExports();
appendFileSync(log, 'loaded\n');

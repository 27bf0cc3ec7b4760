import { Socket } from 'node:net';

// Preloaded by `node --import` into processes that must not use the network: every connection to another
// machine fails and is reported on stderr.

const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '::1', undefined]);

type Connect = (...parameters: unknown[]) => Socket;
interface Target {
  host?: string;
  path?: string;
}

/** `net.connect` passes its parameters on as one array. */
function targetOf([first, second]: unknown[]): Target {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) return first as Target;
  return typeof second === 'string' ? { host: second } : {};
}

const connect = Socket.prototype.connect as Connect;
Socket.prototype.connect = function (this: Socket, ...parameters: unknown[]): Socket {
  const { host, path } = targetOf(parameters);
  if (path !== undefined || OWN_HOSTS.has(host)) return connect.apply(this, parameters);
  process.stderr.write(`A connection to ${host} was blocked\n`);
  return this.destroy(new Error(`The network is blocked: ${host}`));
} as typeof Socket.prototype.connect;

import { Socket } from 'node:net';

// Preloaded by `node --import` into a process that has to do without the network: every connection to
// another machine fails, and is told on stderr.

const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '::1', undefined]);

type Connect = (...parameters: unknown[]) => Socket;
interface Target {
  host?: string;
  path?: string;
}

/** `net.connect` hands its own parameters over as one list. */
function targetOf([first, second]: unknown[]): Target {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) return first as Target;
  return typeof second === 'string' ? { host: second } : {};
}

const connect = Socket.prototype.connect as Connect;
Socket.prototype.connect = function (this: Socket, ...parameters: unknown[]): Socket {
  const { host, path } = targetOf(parameters);
  if (path !== undefined || OWN_HOSTS.has(host)) return connect.apply(this, parameters);
  process.stderr.write(`A connection to ${host} was refused\n`);
  return this.destroy(new Error(`There is no network to reach ${host}`));
} as typeof Socket.prototype.connect;

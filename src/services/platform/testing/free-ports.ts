import { type AddressInfo, createServer } from 'node:net';
import { one } from '#services/platform/database/one.ts';

/** Distinct ports without a listener. */
export async function findFreePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  await Promise.all(
    probes.map((probe) => new Promise<void>((resolve) => probe.listen(0, host, resolve))),
  );
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

export async function findFreePort(host?: string): Promise<number> {
  return one(await findFreePorts(1, host));
}

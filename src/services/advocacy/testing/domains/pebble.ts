import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '#services/platform/testing/free-ports.ts';

/** Whether Debian's pebble, a small ACME authority for tests, is installed. */
export const hasPebble = ['pebble', 'pebble-challtestsrv'].every(
  (command) => spawnSync(command, ['-h']).error === undefined,
);

/** A running ACME authority that resolves every name to 127.0.0.1. */
export interface Pebble {
  directoryUrl: string;
  /** PEM file to trust for the directory's own certificate. */
  caFile: string;
  /** The root certificate in PEM. */
  readRoot(): Promise<string>;
  /** Restarts without accounts, orders and the old root. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts pebble with its own name server.
 * @param httpPort port for http-01 challenges
 */
export async function startPebble({ httpPort }: { httpPort: number }): Promise<Pebble> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-pebble-'));
  const [acme, management, dns, dnsManagement] = await findFreePorts(4);
  const caFile = join(directory, 'certificate.pem');
  const keyFile = join(directory, 'key.pem');
  makeCertificate(keyFile, caFile);
  const config = join(directory, 'config.json');
  const pebble = {
    listenAddress: `127.0.0.1:${acme}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: caFile,
    privateKey: keyFile,
    httpPort,
    tlsPort: httpPort,
  };
  writeFileSync(config, JSON.stringify({ pebble }));

  const names = spawn('pebble-challtestsrv', [
    ...['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`],
    ...['-defaultIPv6', '', '-http01', '', '-https01', '', '-tlsalpn01', ''],
  ]);
  const directoryUrl = `https://localhost:${acme}/dir`;
  const start = async () => {
    const child = spawn('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`], {
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
    });
    await waitUntilReady(directoryUrl, caFile);
    return child;
  };
  let authority = await start();
  return {
    directoryUrl,
    caFile,
    readRoot: () => get(`https://localhost:${management}/roots/0`, caFile),
    async restart() {
      await end(authority);
      authority = await start();
    },
    async stop() {
      await Promise.all([end(authority), end(names)]);
      rmSync(directory, { recursive: true });
    },
  };
}

function makeCertificate(keyFile: string, certificateFile: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...names, ...files], {
    stdio: 'ignore',
  });
}

async function waitUntilReady(url: string, caFile: string): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const directory = await get(url, caFile).catch(() => undefined);
    if (directory !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('pebble does not respond');
}

function get(url: string, caFile: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { ca: readFileSync(caFile), agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve(Buffer.concat(chunks).toString());
    })
      .on('error', reject)
      .end();
  });
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

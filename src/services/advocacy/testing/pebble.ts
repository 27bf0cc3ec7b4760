import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '#services/platform/testing/free-ports.ts';

/** Whether Debian's pebble, a small ACME authority for tests, is installed. In CI it has to be. */
export const hasPebble = ['pebble', 'pebble-challtestsrv'].every(
  (command) => spawnSync(command, ['-h']).error === undefined,
);
if (process.env.CI === 'true' && !hasPebble) {
  throw new Error('pebble: the tests against an ACME authority have to run in CI');
}

/** A running ACME authority to which every name is 127.0.0.1. */
export interface Pebble {
  directoryUrl: string;
  /** PEM file of who vouches for the directory's own certificate. */
  caFile: string;
  /** The root, in PEM, that the certificates are issued under. */
  readRoot(): Promise<string>;
  /** Begins anew: accounts, orders and the root are forgotten. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts pebble with a name server of its own.
 * @param httpPort where it asks for http-01 challenges.
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
  const begin = async () => {
    const started = spawn('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`], {
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
    });
    await untilAnswered(directoryUrl, caFile);
    return started;
  };
  let authority = await begin();
  return {
    directoryUrl,
    caFile,
    readRoot: () => get(`https://localhost:${management}/roots/0`, caFile),
    async restart() {
      await end(authority);
      authority = await begin();
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

async function untilAnswered(url: string, caFile: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await get(url, caFile).catch(() => undefined);
    if (answer !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('pebble does not answer');
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

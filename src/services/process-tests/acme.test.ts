import { X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { acmeChallenges } from '#services/advocacy/domains/certificates/acme/acme-challenges-table.ts';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { hasPebble, startPebble } from '#services/advocacy/testing/pebble.ts';
import { openEmbedded } from '#services/platform/database/embedded.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

/** Port 80 of the domains: lets nobody through until it is told where to. */
async function startEdge() {
  const held: ServerResponse[] = [];
  let target: string | undefined;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = '/' } = incoming;
    request(`${target}${url}`, { method: method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    })
      .on('error', () => outgoing.destroy())
      .end();
  };
  const server = createServer((incoming, outgoing) => {
    if (target === undefined) held.push(outgoing);
    else pass(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    held,
    passTo(url: string) {
      target = url;
      for (const outgoing of held) outgoing.destroy();
    },
  };
}

describe.skipIf(!hasPebble)('certificates by ACME', () => {
  test('a process that is killed in the middle of issuance, and started again, ends in valid', async () => {
    const edge = await startEdge();
    const pebble = await startPebble({ httpPort: edge.port });
    onTestFinished(() => pebble.stop());
    const PATRON_DATA_DIR = await demoDirectory();
    const start = () =>
      startPatronProcess({
        PATRON_DATA_DIR,
        PATRON_ACME_DIRECTORY_URL: pebble.directoryUrl,
        PATRON_ACME_EMAIL: 'admin@example.com',
        NODE_EXTRA_CA_CERTS: pebble.caFile,
      });
    const readCertificates = async () => {
      const storage = await openEmbedded(PATRON_DATA_DIR);
      try {
        const { db } = storage;
        const rows = await db
          .select({ name: domains.name, status: domains.status, chain: domainCertificates.chain })
          .from(domains)
          .innerJoin(domainCertificates, eq(domainCertificates.domainId, domains.id));
        const challenges = await db.$count(acmeChallenges);
        // Nobody waits for the claims of the process that is gone.
        await db.update(domainCertificates).set({ nextAttemptAt: new Date() });
        return { rows, challenges };
      } finally {
        await storage.close();
      }
    };

    const killed = await start();
    await vi.waitFor(() => expect(edge.held.length).toBeGreaterThan(0), { timeout: 30_000 });
    killed.kill('SIGKILL');
    await killed.exited;
    const middle = await readCertificates();
    expect(middle.challenges).toBeGreaterThan(0);
    expect(new Set(middle.rows.map(({ status }) => status))).toEqual(new Set(['pending']));

    const patron = await start();
    edge.passTo(patron.url);
    const issued = () => patron.log().split('a certificate was issued').length - 1;
    await vi.waitFor(() => expect(issued()).toBe(middle.rows.length), { timeout: 60_000 });
    patron.kill('SIGTERM');
    await patron.exited;
    const { rows } = await readCertificates();
    for (const { name, status, chain } of rows) {
      const certificate = new X509Certificate(chain ?? '');
      expect([status, certificate.checkHost(name)]).toEqual(['valid', name]);
      expect(certificate.issuer).toContain('Pebble');
    }
  }, 180_000);
});

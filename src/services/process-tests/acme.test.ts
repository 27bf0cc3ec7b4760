import { X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { acmeChallenges } from '#services/advocacy/domains/certificates/acme/acme-challenges-table.ts';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { hasPebble, startPebble } from '#services/advocacy/testing/domains/pebble.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

/** Port 80 of the domains: holds requests back until it has a target. */
async function startPort80() {
  const waiting: ServerResponse[] = [];
  let target: string | undefined;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = '/' } = incoming;
    request(`${target}${url}`, { method: method ?? 'GET', headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    })
      .on('error', () => outgoing.destroy())
      .end();
  };
  const server = createServer((incoming, outgoing) => {
    if (target === undefined) waiting.push(outgoing);
    else forward(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    waiting,
    forwardTo(url: string) {
      target = url;
      for (const outgoing of waiting) outgoing.destroy();
    },
  };
}

describe.skipIf(!hasPebble)('certificates by ACME', () => {
  test('a process killed during issuance and restarted issues all certificates', async () => {
    const port80 = await startPort80();
    const pebble = await startPebble({ httpPort: port80.port });
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
        // Expire the leases of the killed process.
        await db.update(domainCertificates).set({ nextAttemptAt: new Date() });
        return { rows, challenges };
      } finally {
        await storage.close();
      }
    };

    const killed = await start();
    await vi.waitFor(() => expect(port80.waiting.length).toBeGreaterThan(0), { timeout: 30_000 });
    killed.kill('SIGKILL');
    await killed.exited;
    const afterKill = await readCertificates();
    expect(afterKill.challenges).toBeGreaterThan(0);
    expect(new Set(afterKill.rows.map(({ chain }) => chain))).toEqual(new Set([null]));

    const patron = await start();
    port80.forwardTo(patron.url);
    const issued = () => patron.log().split('a certificate was issued').length - 1;
    await vi.waitFor(() => expect(issued()).toBe(afterKill.rows.length), { timeout: 60_000 });
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

import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  issueDueCertificates,
  privateKeyContext,
} from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { hasPebble, type Pebble, startPebble } from '#services/advocacy/testing/domains/pebble.ts';
import { addPendingDomain } from '#services/advocacy/testing/domains/pending-domain.ts';
import { verifyChain } from '#services/advocacy/testing/domains/verify-chain.ts';
import { createServer } from '#services/platform/http/server.ts';
import { createLog } from '#services/platform/log.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { acmeAccounts } from './acme-accounts-table.ts';
import { acmeChallengeRoute } from './acme-challenge-route.ts';
import { acmeChallenges } from './acme-challenges-table.ts';
import { createAcmeIssuer } from './acme-issuer.ts';

const ISSUE_MS = 120_000;
const encryption = createEncryption(await createKeyring());

describe.skipIf(!hasPebble)('ACME certificates from pebble', () => {
  let pebble: Pebble;
  let httpPort: number;
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    httpPort = await findFreePort();
    pebble = await startPebble({ httpPort });
    setDefaultCACertificates([...trusted, readFileSync(pebble.caFile, 'utf8')]);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await pebble?.stop();
  });

  describeBothStorages('an account', (store) => {
    beforeEach(async () => {
      await store.db.delete(domains);
      await store.db.delete(acmeAccounts);
    });

    /** Serves challenges like another process on the same database. */
    async function serveChallenges(): Promise<void> {
      const server = createServer(silentLog);
      acmeChallengeRoute(server, { db: store.db, clock: createTestClock() });
      await server.listen({ port: httpPort, host: '127.0.0.1' });
      onTestFinished(() => server.close());
    }

    const createIssuer = (clock = createTestClock()) =>
      createAcmeIssuer(
        { db: store.db, clock, encryption },
        { directoryUrl: pebble.directoryUrl, email: 'admin@example.com' },
      );

    async function addDomain() {
      const clock = createTestClock();
      const name = `${randomUUID()}.example.com`;
      const { id, read } = await addPendingDomain(store.db, { name, now: clock.now() });
      const lines: string[] = [];
      const log = createLog('info', { write: (line) => void lines.push(line) });
      const certificateIssuer = createIssuer(clock);
      const work = () =>
        issueDueCertificates({
          db: store.db,
          clock,
          encryption,
          log,
          certificateIssuer,
          requiredRecords: { check: async () => [] },
        });
      return { id, name, clock, work, read, lines };
    }

    test(
      'makes a pending domain valid with a chain that openssl verifies up to the root',
      async () => {
        await serveChallenges();
        const { id, name, work, read } = await addDomain();
        await work();
        const { status, chain, privateKey, issuer, expiresAt, lastError } = await read();
        expect([status, issuer, lastError]).toEqual(['valid', pebble.directoryUrl, null]);
        const own = new X509Certificate(chain ?? '');
        expect(own.checkHost(name)).toBe(name);
        expect(own.validToDate).toEqual(expiresAt);
        const key = encryption.decrypt(privateKey ?? '', privateKeyContext(id));
        expect(own.checkPrivateKey(createPrivateKey(key))).toBe(true);
        verifyChain(chain ?? '', await pebble.readRoot(), name);
        expect(await store.db.$count(acmeChallenges)).toBe(0);
      },
      ISSUE_MS,
    );

    test(
      'logs, stores and retries a failed validation with growing waits',
      async () => {
        const { name, clock, work, read, lines } = await addDomain();
        for (const [attempts, wait] of [
          [1, 30],
          [2, 60],
        ] as const) {
          // Nothing serves the challenge.
          await work();
          const state = await read();
          expect(state).toMatchObject({ status: 'pending', attempts });
          expect(state.lastError).toMatch(/connection refus/i);
          expect(state.nextAttemptAt.getTime() - clock.now().getTime()).toBe(wait * 1000);
          const logged = JSON.parse(lines.at(-1) ?? '') as object;
          expect(logged).toMatchObject({ level: 'warn', domain: name, attempts, wait });
          clock.advance(wait);
        }
        expect(lines.join()).not.toContain('PRIVATE KEY');
        await serveChallenges();
        await work();
        expect(await read()).toMatchObject({ status: 'valid', attempts: 0, lastError: null });
      },
      ISSUE_MS,
    );

    test(
      'is created once by parallel processes, with an encrypted key',
      async () => {
        await serveChallenges();
        const names = Array.from({ length: 4 }, () => `${randomUUID()}.example.com`);
        const issued = await Promise.all(names.map((name) => createIssuer().issue(name)));
        for (const [index, { chain }] of issued.entries()) {
          expect(new X509Certificate(chain).checkHost(names[index] ?? '')).toBe(names[index]);
        }
        const accounts = await store.db.select().from(acmeAccounts);
        expect(accounts).toHaveLength(1);
        expect(accounts[0]?.privateKey).not.toContain('PRIVATE KEY');
      },
      ISSUE_MS,
    );

    test(
      'is registered again if the authority has lost it',
      async () => {
        await serveChallenges();
        const issuer = createIssuer();
        await issuer.issue(`${randomUUID()}.example.com`);
        const accounts = await store.db.select().from(acmeAccounts);
        await pebble.restart();
        const name = `${randomUUID()}.example.com`;
        const { chain } = await issuer.issue(name);
        verifyChain(chain, await pebble.readRoot(), name);
        expect(await store.db.select().from(acmeAccounts)).toEqual(accounts);
      },
      ISSUE_MS,
    );
  });
});

describeBothStorages('ACME directory', (store) => {
  test.each([
    ['that is unreachable', 'https://127.0.0.1:1/dir', /ECONNREFUSED/],
    ['with an unknown host name', 'https://directory.invalid/dir', /ENOTFOUND|EAI_AGAIN/],
  ])('%s: throws the reason', async (_what, directoryUrl, reason) => {
    const issuer = createAcmeIssuer(
      { db: store.db, clock: createTestClock(), encryption },
      { directoryUrl, email: undefined },
    );
    await expect(issuer.issue('www.example.com')).rejects.toThrow(reason);
  });

  test('that is busy: fails immediately, whatever Retry-After it sends', async () => {
    const server = createHttpServer((_request, response) => {
      response.writeHead(503, { 'retry-after': '3600' }).end();
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const issuer = createAcmeIssuer(
      { db: store.db, clock: createTestClock(), encryption },
      { directoryUrl: `http://127.0.0.1:${port}/dir`, email: undefined },
    );
    await expect(issuer.issue('www.example.com')).rejects.toThrow('503');
  });
});

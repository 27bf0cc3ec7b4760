import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { addPendingDomain } from '#services/advocacy/testing/domains/pending-domain.ts';
import { splitPems, verifyChain } from '#services/advocacy/testing/domains/verify-chain.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import type { CertificateIssuer } from './certificate-issuer.ts';
import { domainCertificates, localAuthorities } from './certificates-table.ts';
import {
  issueDueCertificates,
  privateKeyContext,
  renewFromOtherIssuers,
  startCertificatesWorker,
} from './issue-certificates.ts';
import { createLocalAuthority } from './local-authority.ts';

const encryption = createEncryption(await createKeyring());

describeBothStorages('certificates', (store) => {
  beforeEach(async () => {
    await store.db.delete(domains);
    await store.db.delete(localAuthorities);
  });

  /** Adds a pending domain whose certificate is due, with its own clock and worker function. */
  async function setUp(name = `${randomUUID()}.patron.test`, records: DomainRecord[] = []) {
    const clock = createTestClock();
    const { id, read } = await addPendingDomain(store.db, { name, now: clock.now() });
    const localAuthority = createLocalAuthority({ db: store.db, clock, encryption });
    const requiredRecords = { check: async () => records };
    const dependencies = { db: store.db, clock, encryption, log: silentLog, requiredRecords };
    const work = (certificateIssuer: CertificateIssuer = localAuthority) =>
      issueDueCertificates({ ...dependencies, certificateIssuer });
    return { id, name, clock, localAuthority, dependencies, work, read };
  }

  const failing: CertificateIssuer = {
    id: 'local',
    issue: async () => {
      throw new Error('The authority is down');
    },
  };

  test('make a pending domain valid, and are verified by openssl', async () => {
    const { id, name, work, read, clock } = await setUp();
    await work();
    const { status, chain, privateKey, expiresAt, lastError } = await read();
    expect([status, lastError]).toEqual(['valid', null]);
    expect(expiresAt).toEqual(addSeconds(clock.now(), 90 * 86_400));

    const pems = splitPems(chain ?? '');
    expect(pems).toHaveLength(2);
    const [own = '', authority = ''] = pems;
    const certificate = new X509Certificate(own);
    expect(certificate.checkHost(name)).toBe(name);
    const key = createPrivateKey(encryption.decrypt(privateKey ?? '', privateKeyContext(id)));
    expect(certificate.checkPrivateKey(key)).toBe(true);

    verifyChain(chain ?? '', authority, name, ['-x509_strict']);
  });

  test('support names that are too long for a common name', async () => {
    const name = `${'a'.repeat(60)}.${'b'.repeat(60)}.patron.test`;
    const { localAuthority } = await setUp(name);
    const { chain } = await localAuthority.issue(name);
    expect(new X509Certificate(chain).checkHost(name)).toBe(name);
  });

  test('have encrypted keys, and one authority for all processes', async () => {
    const { name, dependencies, localAuthority, work, read } = await setUp();
    const other = createLocalAuthority(dependencies);
    const issued = await Promise.all([localAuthority.issue(name), other.issue(name)]);
    const issuers = issued.map(({ chain }) => chain.split('-----BEGIN CERTIFICATE-----')[2]);
    expect(issuers[0]).toBe(issuers[1]);
    await work();
    const rows = await store.db.select().from(localAuthorities);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.privateKey).not.toContain('PRIVATE KEY');
    expect((await read()).privateKey).not.toContain('PRIVATE KEY');
  });

  test('are not issued before they are due', async () => {
    const { id, clock, work, read } = await setUp();
    const nextAttemptAt = addSeconds(clock.now(), 2);
    await store.db
      .update(domainCertificates)
      .set({ nextAttemptAt })
      .where(eq(domainCertificates.domainId, id));
    await work();
    expect((await read()).status).toBe('pending');
    clock.advance(2);
    await work();
    expect((await read()).status).toBe('valid');
  });

  test('are retried with growing waits after a failure, which is stored', async () => {
    const { clock, work, read } = await setUp();
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 4; attempts++) {
      await work(failing);
      const state = await read();
      expect(state).toMatchObject({
        status: 'pending',
        attempts,
        lastError: 'The authority is down',
      });
      const wait = (state.nextAttemptAt.getTime() - clock.now().getTime()) / 1000;
      waits.push(wait);
      clock.advance(wait - 1);
      await work();
      expect((await read()).status).toBe('pending');
      clock.advance(1);
    }
    expect(waits).toEqual([30, 60, 120, 240]);
    await work();
    expect(await read()).toMatchObject({ status: 'valid', attempts: 0, lastError: null });
  });

  test('wait for DNS records, which are checked at least every five minutes', async () => {
    const record = {
      type: 'CNAME',
      name: 'shop.example.com',
      host: 'shop',
      value: 'edge.example.com',
    };
    const records: DomainRecord[] = [{ ...record, status: 'wrong', found: ['other.example.com'] }];
    const { clock, work, read } = await setUp(undefined, records);
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 6; attempts++) {
      await work();
      const { status, lastError, nextAttemptAt } = await read();
      expect([status, lastError]).toEqual([
        'pending',
        'The CNAME record of shop.example.com is other.example.com.',
      ]);
      const wait = (nextAttemptAt.getTime() - clock.now().getTime()) / 1000;
      waits.push(wait);
      clock.advance(wait);
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
    // A failed lookup doesn't delay it: the issuer decides.
    records[0] = { ...record, status: 'unknown', found: [] };
    await work();
    expect((await read()).status).toBe('valid');
  });

  test('are issued by only one of several processes', async () => {
    const { work, read, localAuthority } = await setUp();
    const names: string[] = [];
    const counting: CertificateIssuer = {
      ...localAuthority,
      issue(name) {
        names.push(name);
        return localAuthority.issue(name);
      },
    };
    await Promise.all(Array.from({ length: 6 }, () => work(counting)));
    expect(names).toHaveLength(1);
    expect((await read()).status).toBe('valid');
  });

  test('are issued after a restart, and a late result is ignored', async () => {
    const { clock, work, read, localAuthority } = await setUp();
    let release = () => {};
    let late: Promise<unknown> | undefined;
    const started = new Promise<void>((resolveStarted) => {
      late = work({
        ...localAuthority,
        async issue(name) {
          resolveStarted();
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return localAuthority.issue(name);
        },
      });
    });
    await started;
    await work();
    expect((await read()).status).toBe('pending');
    clock.advance(120);
    await work();
    const issued = await read();
    expect(issued.status).toBe('valid');
    release();
    await late;
    expect(await read()).toEqual(issued);
  });

  test('are renewed when a third of their lifetime is left, and stay valid if that fails', async () => {
    const { clock, work, read } = await setUp();
    await work();
    const first = await read();
    expect(first.nextAttemptAt).toEqual(addSeconds(clock.now(), 60 * 86_400));
    clock.advance(60 * 86_400);
    await work(failing);
    expect(await read()).toMatchObject({ status: 'valid', chain: first.chain });
    clock.advance(30);
    await work();
    expect((await read()).chain).not.toBe(first.chain);
  });

  test('are renewed after a start with another issuer', async () => {
    const { dependencies, localAuthority, clock, work, read } = await setUp();
    await work();
    const first = await read();
    expect(first.issuer).toBe('local');
    await renewFromOtherIssuers({ ...dependencies, certificateIssuer: localAuthority });
    expect(await read()).toEqual(first);

    const other = { ...localAuthority, id: 'https://acme.example.com/directory' };
    await renewFromOtherIssuers({ ...dependencies, certificateIssuer: other });
    expect(await read()).toMatchObject({ status: 'valid', nextAttemptAt: clock.now() });
    await work(other);
    const second = await read();
    expect(second).toMatchObject({ status: 'valid', issuer: other.id });
    expect(second.chain).not.toBe(first.chain);
  });

  test('are dropped if the domain is deleted during issuance', async () => {
    const { id, work, localAuthority } = await setUp();
    await work({
      ...localAuthority,
      async issue(name) {
        await store.db.delete(domains).where(eq(domains.id, id));
        return localAuthority.issue(name);
      },
    });
    expect(await store.db.select().from(domainCertificates)).toEqual([]);
  });

  test('are issued by the worker when due', async () => {
    const { dependencies, localAuthority, read } = await setUp();
    const worker = startCertificatesWorker({ ...dependencies, certificateIssuer: localAuthority });
    try {
      await expect.poll(async () => (await read()).status, { timeout: 5_000 }).toBe('valid');
    } finally {
      await worker.stop();
    }
  });
});

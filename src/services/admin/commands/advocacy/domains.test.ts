import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startAdmin, type TestAdmin } from '#services/admin/testing/start-admin.ts';
import type { CertificateIssuer } from '#services/advocacy/domains/certificates/certificate-issuer.ts';
import { localAuthorities } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { issueDueCertificates } from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { createLocalAuthority } from '#services/advocacy/domains/certificates/local-authority.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { addPendingDomain } from '#services/advocacy/testing/domains/pending-domain.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

const NAME = 'shop.patron.test';

describeStorages('admin domains', (store) => {
  const clock = createTestClock();
  let admin: TestAdmin;
  beforeEach(async () => {
    await store.db.delete(domains);
    // Encrypted with the keys of the test before.
    await store.db.delete(localAuthorities);
    admin = await startAdmin(store.storage, { clock });
    await addPendingDomain(store.db, { name: NAME, now: clock.now() });
  });

  const failingIssuer = {
    id: 'local',
    issue: () => Promise.reject(new Error('The port 80 is closed')),
  };

  /** Runs the worker once. */
  async function work(certificateIssuer?: CertificateIssuer): Promise<void> {
    const { encryption } = admin.services;
    await issueDueCertificates({
      db: store.db,
      clock,
      encryption,
      log: silentLog,
      requiredRecords: { check: async () => [] },
      certificateIssuer:
        certificateIssuer ?? createLocalAuthority({ db: store.db, clock, encryption }),
    });
  }
  const list = () => admin.runJson(['domains', 'list']);

  test('list shows why a certificate is missing, and retry makes it due', async () => {
    await work(failingIssuer);
    expect(await list()).toEqual([
      expect.objectContaining({
        name: NAME,
        status: 'pending',
        attempts: 1,
        last_error: 'The port 80 is closed',
        expires_at: null,
      }),
    ]);
    expect(await admin.runError(['domains', 'export', NAME])).toMatch(/has no certificate yet/);
    await work();
    expect(await list()).toEqual([expect.objectContaining({ status: 'pending' })]);
    await admin.runOk(['domains', 'retry', NAME]);
    await work();
    expect(await list()).toEqual([
      expect.objectContaining({ status: 'valid', attempts: 0, last_error: null }),
    ]);
  });

  test('retry renews a certificate early, but not during a renewal', async () => {
    await work();
    await admin.runOk(['domains', 'retry', NAME]);
    let error = '';
    await work({
      id: 'local',
      async issue() {
        error = await admin.runError(['domains', 'retry', NAME]);
        throw new Error('The port 80 is closed');
      },
    });
    expect(error).toBe(`The services are trying ${NAME} right now`);
    expect(await list()).toEqual([expect.objectContaining({ status: 'valid', attempts: 1 })]);
  });

  test('export writes the certificate and its key to new files that only their owner can read', async () => {
    await work();
    const directory = temporaryDirectory();
    const command = ['domains', 'export', NAME, '--directory', directory];
    const { stdout } = await admin.runOk(command);
    const [certificate, key] = ['crt', 'key'].map((type) => join(directory, `${NAME}.${type}`));
    for (const path of [certificate ?? '', key ?? '']) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(stdout).toContain(path);
    }
    expect(stdout).not.toContain('PRIVATE KEY');
    const chain = new X509Certificate(readFileSync(certificate ?? ''));
    expect(chain.checkHost(NAME)).toBe(NAME);
    expect(readFileSync(key ?? '', 'utf8')).toContain('PRIVATE KEY');
    expect(await admin.runError(command)).toMatch(/exists already; delete it first$/);
  });

  test('a name that no team has is rejected', async () => {
    for (const command of ['retry', 'export']) {
      expect(await admin.runError(['domains', command, 'none.test'])).toBe(
        'There is no domain none.test',
      );
    }
  });
});

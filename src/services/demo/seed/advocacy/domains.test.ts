import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { issueDueCertificates } from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { createLocalAuthority } from '#services/advocacy/domains/certificates/local-authority.ts';
import { listSharedDomains } from '#services/advocacy/domains/domains.ts';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { NO_RULES } from '#services/advocacy/teams/team-rules-table.ts';
import { createTeam } from '#services/advocacy/testing/sign-in.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { seedDomains } from './domains.ts';

const encryption = createEncryption(await createKeyring());

describeStorages('demo domains', (store) => {
  test('six domains become valid, one of them only for administrators', async () => {
    const clock = createTestClock();
    const { teamId, writerRoleId, readerRoleId } = await createTeam(store.db, 'Demo');
    await seedDomains(store.db, {
      now: clock.now(),
      teamId,
      roleIds: [writerRoleId, readerRoleId],
      experienceIds: [1, 2, 3, 4],
    });
    const dependencies = { db: store.db, clock, encryption };
    const certificateIssuer = createLocalAuthority(dependencies);
    while (
      await issueDueCertificates({
        ...dependencies,
        log: silentLog,
        certificateIssuer,
        requiredRecords: { check: async () => [] },
      })
    );
    const all = await store.db.select().from(domains).where(eq(domains.teamId, teamId));
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill('valid'));
    expect(all.flatMap(({ defaultExperienceId }) => defaultExperienceId ?? [])).toEqual([1, 2, 3]);

    const token = { clientId: '', scopes: new Set<string>(), sessionId: '', tokenDigest: '' };
    const proof = { ways: null, signedInAt: null };
    const caller = {
      userId: 0,
      email: '',
      name: '',
      proof,
      joinedAt: null,
      rules: NO_RULES,
      ...token,
    };
    const role = { kind: 'manager' } as const;
    const seenBy = async (roleId: number) =>
      listSharedDomains(store.db, { ...caller, teamId, roleId, role });
    expect(await seenBy(writerRoleId)).toHaveLength(6);
    expect(await seenBy(readerRoleId)).toHaveLength(5);
  });
});

import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { socialFeeds } from '#services/advocacy/accounts/social-feeds-table.ts';
import { boardSocialFeeds, boards } from '#services/advocacy/boards/boards-table.ts';
import { experiences } from '#services/advocacy/domains/experiences-table.ts';
import { emailTemplates } from '#services/advocacy/email-templates/email-templates-table.ts';
import { createTeam } from '#services/advocacy/testing/sign-in.ts';
import { offeredIdentities } from '#services/demo/provider/demo-identities.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { seedAdvocacy } from './advocacy.ts';
import { seedExperiences } from './experiences.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

describeStorages('demo data of the advocacy service', (store) => {
  beforeAll(async () => {
    await createTeam(store.db, 'Northwind');
    await createTeam(store.db, 'Harbour Coffee');
    const encryption = createEncryption(await createKeyring());
    await seedAdvocacy(store.db, { now: NOW, encryption });
    await seedExperiences(store.db, 1, NOW);
  });

  const accountsOf = (teamId: number) =>
    store.db.select().from(accounts).where(eq(accounts.teamId, teamId));

  test('has the documented counts for team 1', async () => {
    const rows = await accountsOf(1);
    expect(rows).toHaveLength(64);
    expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThanOrEqual(8);
    const count = (table: typeof boards | typeof emailTemplates | typeof experiences) =>
      store.db.$count(table, eq(table.teamId, 1));
    expect(await count(boards)).toBe(7);
    expect(await count(emailTemplates)).toBe(60);
    expect(await count(experiences)).toBe(9);
  });

  test('has some accounts that expire soon and none that have expired', async () => {
    const ends = (await accountsOf(1)).flatMap(({ expiresAt }) => expiresAt ?? []);
    expect(ends.every((end) => end > NOW)).toBe(true);
    const soon = ends.filter((end) => end < addSeconds(NOW, 7 * 86_400));
    expect(soon.length).toBeGreaterThanOrEqual(5);
    expect(soon.length).toBeLessThan(ends.length / 2);
  });

  test('has accounts with and without feeds', async () => {
    const feeds = await store.db.select().from(socialFeeds).where(eq(socialFeeds.teamId, 1));
    const used = new Set(feeds.map(({ accountId }) => accountId));
    const all = (await accountsOf(1)).map(({ id }) => id);
    expect(used.size).toBeGreaterThan(10);
    expect(all.filter((id) => !used.has(id)).length).toBeGreaterThan(30);
    const shown = await store.db.select().from(boardSocialFeeds);
    expect(new Set(shown.map(({ boardId }) => boardId)).size).toBe(8);
  });

  test('has accounts that can be reauthorized at the demo networks', async () => {
    for (const { type, username, externalId } of [
      ...(await accountsOf(1)),
      ...(await accountsOf(2)),
    ]) {
      if (type === 'sftp') continue;
      expect(offeredIdentities(type, username)[0]?.id).toBe(externalId);
    }
  });
});

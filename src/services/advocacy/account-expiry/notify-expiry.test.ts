import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { createAccountsTeam } from '#services/advocacy/testing/accounts-team.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { addMember, createUser } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { notifyOfExpiry } from './notify-expiry.ts';

describeBothStorages('emails about expiring accounts', (store) => {
  let service: TestAdvocacy;
  let team: Awaited<ReturnType<typeof createAccountsTeam>>;
  let administrator: string;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    await store.db.delete(accounts);
    team = await createAccountsTeam(service);
    await store.db.delete(memberships);
    administrator = await createMember(team.writerRoleId);
  });
  afterAll(() => service.close());

  async function createMember(roleId: number): Promise<string> {
    const { userId, email } = await createUser(store.db, `${randomUUID()}@brand.test`);
    await addMember(store.db, userId, team.teamId, roleId);
    return email;
  }
  const addAccount = (name: string, days: number) =>
    team.addAccount({ name, expiresAt: addSeconds(service.clock.now(), days * DAY_SECONDS) });
  const run = async () => {
    while (await notifyOfExpiry(service.dependencies));
  };
  const subjects = async (to = administrator) =>
    (await listReceived(service, to)).map(({ subject }) => subject).reverse();
  const pass = (days: number) => service.clock.advance(days * DAY_SECONDS);

  test('are sent 14 and 3 days before, and when it has expired, once each', async () => {
    await addAccount('Birds', 15);
    await run();
    expect(await subjects()).toEqual([]);
    for (const days of [1, 0, 5, 6, 0, 3, 0, 1]) {
      pass(days);
      await run();
    }
    expect(await subjects()).toEqual([
      '1 Northwind account expires soon',
      '1 Northwind account expires soon',
      '1 Northwind account has expired',
    ]);
  });

  test('name all accounts of a run, with a link to the list', async () => {
    await addAccount('Expired', -1);
    await addAccount('Urgent', 2);
    await addAccount('Soon', 10);
    await addAccount('Later', 15);
    await addAccount('Long ago', -15);
    await team.addAccount({ name: 'Never', expiresAt: null });
    await run();
    const [message, ...others] = await listReceived(service, administrator);
    expect(others).toEqual([]);
    expect(message?.subject).toBe('2 Northwind accounts expire soon');
    expect(message?.text).toMatch(
      /Expired\n• Expired, .+\n\nExpire within 3 days\n• Urgent, .+\n\nExpire within 14 days\n• Soon, /,
    );
    expect(message?.text).toContain(
      `Reauthorize accounts:\n${service.dependencies.publicUrl}/teams/${team.teamId}/accounts?`,
    );
    expect(message?.text).not.toMatch(/Later|Long ago|Never/);
  });

  test('go to administrators of the team who want them', async () => {
    const viewer = await createMember(team.readerRoleId);
    const other = await createMember(team.writerRoleId);
    const isOther = eq(users.email, other);
    await store.db.update(users).set({ accountExpiryEmails: false }).where(isOther);
    await addAccount('Birds', 2);
    await run();
    expect(await subjects()).toHaveLength(1);
    expect([...(await subjects(viewer)), ...(await subjects(other))]).toEqual([]);
  });

  test('are sent once, however many processes run, and again for a new date', async () => {
    const { id } = await addAccount('Birds', 2);
    await Promise.all([run(), run(), run()]);
    expect(await subjects()).toHaveLength(1);
    const expiresAt = addSeconds(service.clock.now(), 10 * DAY_SECONDS);
    await store.db.update(accounts).set({ expiresAt }).where(eq(accounts.id, id));
    await Promise.all([run(), run()]);
    expect(await subjects()).toHaveLength(2);
  });

  test('wait while they fail, and leave out reauthorized accounts', async () => {
    const birds = await addAccount('Birds', 2);
    await addAccount('Bees', 2);
    const failing = { ...service.dependencies.messages };
    failing.enqueue = () => Promise.reject(new Error('no'));
    await notifyOfExpiry({ ...service.dependencies, messages: failing });
    expect(await subjects()).toEqual([]);
    await store.db.update(accounts).set({ expiresAt: null }).where(eq(accounts.id, birds.id));
    service.clock.advance(60);
    await run();
    const [message] = await listReceived(service, administrator);
    expect(message?.subject).toBe('1 Northwind account expires soon');
    expect(message?.text).not.toContain('Birds');
  });
});

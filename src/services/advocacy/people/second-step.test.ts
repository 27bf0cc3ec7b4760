import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeys } from '#services/advocacy/passkeys/passkeys-table.ts';
import { insertIdentity } from '#services/advocacy/single-sign-on/testing/provider-sign-in.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const OIDC: OidcSettings = {
  issuer: 'https://login.acme.test',
  clientId: 'patron',
  clientSecret: undefined,
  name: 'Acme',
  scopes: ['openid'],
  require: {},
  amr: undefined,
  domains: undefined,
  sessionHours: 12,
  groupsClaim: 'groups',
  groupRoles: undefined,
  isOnly: false,
};

describeBothStorages('the second step of people (decisions.md, 67)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { oidc: OIDC });
    team = await createPeopleTeam(service);
  });
  afterAll(() => service.close());

  const createMember = async (name: string) =>
    (await team.createMember(name, team.readerRoleId)).userId;
  const link = (userId: number, issuer = OIDC.issuer) =>
    insertIdentity(service, { url: issuer }, { userId, subject: String(userId) });
  const addPasskey = (userId: number, rpId = 'localhost') =>
    store.db.insert(passkeys).values({
      ...{ userId, rpId, name: 'Laptop', credentialId: `of ${userId}` },
      ...{ publicKey: Buffer.from('key'), counter: 0, synced: true, transports: [] },
      createdAt: service.clock.now(),
    });
  const stepOf = async (userId: number) =>
    (await team.list()).data.find(({ kind, id }) => kind === 'user' && id === String(userId))
      ?.second_step;

  test('is that of the provider for linked people, also with a passkey', async () => {
    const linked = await createMember('lea');
    const withPasskey = await createMember('lou');
    await link(linked);
    await link(withPasskey);
    await addPasskey(withPasskey);
    const change = await team.call(team.ana, 'POST', `/people/${linked}/role`, { role: 'Support' });
    expect(change.body.data.second_step).toBe('sso');
    expect([await stepOf(linked), await stepOf(withPasskey)]).toEqual(['sso', 'sso']);
  });

  test('is that of a password for people who are linked elsewhere, or are for emergencies', async () => {
    const elsewhere = await createMember('eve');
    await link(elsewhere, `${OIDC.issuer}/other`);
    const emergency = await createMember('emil');
    await link(emergency);
    await addPasskey(emergency);
    await store.db.update(users).set({ isBreakGlass: true }).where(eq(users.id, emergency));
    expect([await stepOf(elsewhere), await stepOf(emergency)]).toEqual(['none', 'passkey']);
  });

  test('is a passkey only if the passkey works on this address', async () => {
    const usable = await createMember('pia');
    const moved = await createMember('mo');
    await addPasskey(usable);
    await addPasskey(moved, 'old.test');
    expect([await stepOf(usable), await stepOf(moved)]).toEqual(['passkey', 'none']);
  });

  test('is none of the provider once it is switched off', async () => {
    const linked = await createMember('lin');
    await link(linked);
    const without = await startAdvocacy(store.storage);
    const list = await fetch(`${without.baseUrl}/admin/v1/teams/${team.teamId}/people`, {
      headers: { authorization: `Bearer ${team.ana.token}` },
    });
    const { data } = (await list.json()) as { data: { id: string; second_step: string }[] };
    expect(data.find(({ id }) => id === String(linked))?.second_step).toBe('none');
    await without.close();
  });
});

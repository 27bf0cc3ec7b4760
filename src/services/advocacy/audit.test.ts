import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import {
  ADVOCACY_FOLDERS,
  listWriteEndpoints,
} from '#services/platform/testing/contract-endpoints.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { domainCertificates } from './domains/certificates/certificates-table.ts';
import { authenticate } from './oauth/tokens/bearer.ts';
import { createAccountUser } from './testing/account-user.ts';
import { createAccountsTeam } from './testing/accounts-team.ts';
import {
  ORIGIN,
  returnFromThirdParty,
  startNewConnection,
  startReauthorization,
} from './testing/connect-flow.ts';
import { addExperience } from './testing/domains/add-experience.ts';
import { oneTimePassword, randomNumber } from './testing/factors-user.ts';
import { addMember, createUser, grantAccessToken } from './testing/sign-in.ts';
import { startAdvocacy, TEST_DOMAIN_POLICY, type TestAdvocacy } from './testing/start-advocacy.ts';
import { startConnectService } from './testing/start-connect-service.ts';
import { users } from './users/users-table.ts';

/** Their events are those of the user's security, tested in security-events.test.ts. */
const OAUTH = ['exchangeToken', 'issueIdToken'];
const writes = listWriteEndpoints((folder) => ADVOCACY_FOLDERS.includes(folder)).filter(
  (id) => !OAUTH.includes(id),
);

const LINK_IN_NAME = 'evil.example';

interface Write {
  method: string;
  path: string;
  body?: unknown;
}

describeStorages('audit events of the advocacy service (decisions.md, 47)', (store) => {
  let service: TestAdvocacy;
  let teamPath: string;
  let token: string;
  let idToken: string;
  let user: Awaited<ReturnType<typeof createAccountUser>>;
  let team: Awaited<ReturnType<typeof createAccountsTeam>>;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { domainPolicy: TEST_DOMAIN_POLICY });
    team = await createAccountsTeam(service);
    user = await createAccountUser(service);
    const name = `Open www.${LINK_IN_NAME}\n\nThe Security Team`;
    await store.db.update(users).set({ name }).where(eq(users.id, user.userId));
    await addMember(store.db, user.userId, team.teamId, team.writerRoleId);
    teamPath = `/v2/teams/${team.teamId}`;
    const { userId } = user;
    token = await grantAccessToken(store.db, service.clock, { userId, scopes: SCOPES });
    const caller = await authenticate(store.db, service.clock, `Bearer ${token}`);
    idToken = caller ? await service.dependencies.idTokens.issue(caller) : '';
  });
  afterAll(() => service.close());

  async function send({ method, path, body }: Write) {
    const isStepUp = /factors|\/me|\/people\//.test(path);
    const mediaType = path.startsWith('/v2') ? 'application/vnd.api+json' : 'application/json';
    const response = await fetch(
      `${service.baseUrl}${path}${isStepUp ? `?id_token=${idToken}` : ''}`,
      {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': mediaType }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const post = (path: string, body?: unknown): Write => ({ method: 'POST', path, body });
  const remove = (path: string): Write => ({ method: 'DELETE', path });
  const resource = (type: string, attributes: object, id?: string) => ({
    data: { type, ...(id === undefined ? {} : { id }), attributes },
  });
  const created = async (write: Write) => (await send(write)).data;
  const newDomain = () =>
    post(`${teamPath}/domains`, resource('domain', { name: `${randomUUID()}.brand.test` }));
  const newFactor = (attributes: object) =>
    post('/v2/authentication_factors', resource('authentication_factor', attributes));
  const sms = () => ({ type: 'out_of_band', channel: 'sms', external_id: randomNumber() });
  const adminPath = () => `/admin/v1/teams/${team.teamId}`;
  const invitation = () =>
    post(`${adminPath()}/invitations`, { email: `${randomUUID()}@brand.test`, role: 'Viewer' });
  const viewBody = () => ({ name: randomUUID(), search: '', display: null });
  const newView = () => post(`/account/v1/teams/${team.teamId}/views`, viewBody());
  const view = async () => remove(`${newView().path}/${(await created(newView())).id}`);
  const member = async () => {
    const { userId } = await createUser(store.db, `${randomUUID()}@brand.test`);
    await addMember(store.db, userId, team.teamId, team.readerRoleId);
    return `${adminPath()}/people/${userId}`;
  };

  /** A request that succeeds, for each write endpoint; factors are deleted before the next one. */
  const requests: Record<string, () => Promise<Write>> = {
    createAccount: async () =>
      post(
        `${teamPath}/accounts`,
        resource('account', {
          type: 'sftp',
          access_token: 'ada',
          secret: 'a secret',
          site: 'sftp://files.example.com/feed',
        }),
      ),
    deleteAccount: async () => remove(`${teamPath}/accounts/${(await team.addAccount()).id}`),
    createDomain: async () => newDomain(),
    updateDomain: async () => {
      const { id } = await created(newDomain());
      const experienceId = await addExperience(store.db, team.teamId);
      const body = resource('domain', { default_experience_id: experienceId }, id);
      return { method: 'PATCH', path: `${teamPath}/domains/${id}`, body };
    },
    deleteDomain: async () => remove(`${teamPath}/domains/${(await created(newDomain())).id}`),
    retryDomainCertificate: async () => {
      const { id } = await created(newDomain());
      const failed = { lastError: 'no address', lastAttemptAt: new Date(0) };
      const isOfDomain = eq(domainCertificates.domainId, Number(id));
      await store.db.update(domainCertificates).set(failed).where(isOfDomain);
      return post(`/domain-setup/v1/teams/${team.teamId}/domains/${id}/retry`);
    },
    createAuthenticationFactor: async () => newFactor({ type: 'recovery_code' }),
    deleteAuthenticationFactor: async () => {
      const { id } = await created(newFactor({ type: 'out_of_band', channel: 'email' }));
      return remove(`/v2/authentication_factors/${id}`);
    },
    verifyAuthenticationFactor: async () => {
      const { id, attributes } = await created(newFactor({ type: 'one_time_password' }));
      const code = oneTimePassword(attributes.provisioning_url, service.clock.now());
      const body = resource('authentication_factor', { otp_attempt: code }, id);
      return { method: 'PATCH', path: `/v2/authentication_factors/${id}`, body };
    },
    challengeAuthenticationFactor: async () => {
      const { id } = await created(newFactor(sms()));
      service.clock.advance(30);
      return post(`/v2/authentication_factors/${id}/challenges`);
    },
    updateCurrentUser: async () => {
      const body = resource('user', { email: `new-${user.email}` }, String(user.userId));
      return { method: 'PATCH', path: '/v2/me', body };
    },
    changePassword: async () =>
      post('/account/v1/password', {
        current_password: user.password,
        new_password: 'quiet lantern over water',
      }),
    updateEmailSettings: async () => ({
      method: 'PATCH',
      path: '/account/v1/email-settings',
      body: { account_expiry: false },
    }),
    updateProfile: async () => ({
      method: 'PATCH',
      path: '/account/v1/profile',
      body: { name: `Ada, now at https://${LINK_IN_NAME}/login` },
    }),
    endSession: async () => {
      const { userId } = user;
      await grantAccessToken(store.db, service.clock, { userId, scopes: SCOPES });
      const { data } = await send({ method: 'GET', path: '/account/v1/sessions' });
      const other = data.find((session: { current: boolean }) => !session.current);
      return remove(`/account/v1/sessions/${other.id}`);
    },
    createSavedView: async () => newView(),
    updateSavedView: async () => ({ ...(await view()), method: 'PATCH', body: { name: 'Gold' } }),
    deleteSavedView: view,
    createInvitation: async () => invitation(),
    deleteInvitation: async () =>
      remove(`${adminPath()}/invitations/${(await created(invitation())).id}`),
    changePersonRole: async () => post(`${await member()}/role`, { role: 'Administrator' }),
    removePerson: async () => remove(await member()),
  };

  test('the requests below are those of all write endpoints', () => {
    expect(Object.keys(requests).sort()).toEqual(writes);
  });

  test.each(writes)('%s records one event, with its actor and without secrets', async (id) => {
    const write = await requests[id]?.();
    if (!write) throw new Error(`There is no request of ${id}`);
    const before = await store.db.$count(auditEvents);
    await send(write);
    expect(await store.db.$count(auditEvents)).toBe(before + 1);
    const [event] = await store.db
      .select()
      .from(auditEvents)
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(event).toMatchObject({
      actorKind: 'user',
      actorId: String(user.userId),
      requestId: expect.any(String),
      ip: expect.any(String),
    });
    expect([event?.teamId, event?.userId]).toContainEqual(expect.any(Number));
    expect(JSON.stringify(event)).not.toMatch(/a secret|quiet lantern|argon2|password_hash/);
  });

  test('no email about them has the address in a name', async () => {
    const { encryption } = service.dependencies;
    const emails = await store.db.select().from(messages).where(eq(messages.channel, 'email'));
    const texts = emails.map(({ subject, text }) =>
      [subject, encryption.decrypt(text ?? '', MESSAGE_TEXT_CONTEXT)].join('\n'),
    );
    expect(texts.join('\n')).toContain(
      `"Open www. evil. example The Security Team" (${user.email})`,
    );
    expect(texts.filter((text) => text.includes(LINK_IN_NAME))).toEqual([]);
  });

  test('an account connected or reauthorized at its network records one event', async () => {
    const connecting = await startConnectService(store.storage);
    onTestFinished(() => connecting.close());
    connecting.nextAccount();
    const query = `origin=${ORIGIN}`;
    const recorded = async (page: URL, status = 200) => {
      const before = await store.db.$count(auditEvents);
      expect((await returnFromThirdParty(page)).status).toBe(status);
      const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
      return events.slice(before);
    };
    const connectPage = await startNewConnection(connecting.team, `type=chirp&${query}`);
    const created = await recorded(connectPage);
    expect(created).toEqual([
      expect.objectContaining({ action: 'account.create', actorKind: 'user' }),
    ]);
    const id = Number(created[0]?.subjectId);
    const reauthorized = await recorded(await startReauthorization(connecting.team, id, query));
    expect(reauthorized).toEqual([
      expect.objectContaining({ action: 'account.reauthorize', subjectId: String(id) }),
    ]);
    expect(JSON.stringify([created, reauthorized])).not.toContain('their-token');
    expect(await recorded(connectPage, 400)).toEqual([]);
  });

  test.each(['updateDomain', 'changePersonRole', 'updateEmailSettings', 'updateProfile'])(
    '%s records nothing if it changes nothing',
    async (id) => {
      const write = await requests[id]?.();
      if (!write) throw new Error(`There is no request of ${id}`);
      const first = await send(write);
      const before = await store.db.$count(auditEvents);
      service.clock.advance(1);
      expect(await send(write)).toEqual(first);
      expect(await store.db.$count(auditEvents)).toBe(before);
    },
  );

  test('a rejected change records nothing', async () => {
    const before = await store.db.$count(auditEvents);
    const duplicate = post(`${teamPath}/domains`, resource('domain', { name: 'no domain' }));
    await expect(send(duplicate)).rejects.toThrow('422');
    expect(await store.db.$count(auditEvents)).toBe(before);
  });
});

import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { domainCertificates } from '#services/advocacy/domains/certificates/certificates-table.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { authenticate } from '#services/advocacy/oauth/tokens/bearer.ts';
import { createAccountUser } from './account-user.ts';
import { createAccountsTeam } from './accounts-team.ts';
import { createAuthenticator } from './authenticator.ts';
import { addExperience } from './domains/add-experience.ts';
import { listReceived, oneTimePassword, randomNumber } from './factors-user.ts';
import { createPeopleTeam } from './people-team.ts';
import { addMember, createUser, grantAccessToken } from './sign-in.ts';
import type { TestAdvocacy } from './start-advocacy.ts';

interface Write {
  method: string;
  path: string;
  body?: unknown;
}

/** A user who writes, and a request of theirs that succeeds for each write endpoint of the advocacy service. */
export async function createWriteRequests(service: TestAdvocacy) {
  const { db } = service.dependencies;
  const team = await createAccountsTeam(service);
  const user = await createAccountUser(service);
  const { userId } = user;
  await addMember(db, userId, team.teamId, team.writerRoleId);
  const teamPath = `/v2/teams/${team.teamId}`;
  const token = await grantAccessToken(db, service.clock, { userId, scopes: SCOPES });
  const caller = await authenticate(db, service.clock, `Bearer ${token}`);
  const idToken = caller ? await service.dependencies.idTokens.issue(caller) : '';

  async function send({ method, path, body }: Write) {
    const isInvitation = method === 'POST' && path.startsWith(`${adminPath()}/invitations`);
    const isPasskey = method !== 'PATCH' && path.startsWith('/account/v1/passkeys');
    const isStepUp =
      isInvitation || isPasskey || /factors|\/me|\/people\/|\/rules$|\/export-tokens/.test(path);
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
  const addActiveFactor = async (channel: 'voice' | 'fax'): Promise<string> => {
    const number = randomNumber();
    const { id } = await created(newFactor({ ...sms(), channel, external_id: number }));
    const [sent] = await listReceived(service, number);
    const body = resource(
      'authentication_factor',
      { challenge: /\d{6}/.exec(sent?.text ?? '')?.[0] },
      id,
    );
    await send({ method: 'PATCH', path: `/v2/authentication_factors/${id}`, body });
    return id;
  };
  const adminPath = () => `/admin/v1/teams/${team.teamId}`;
  const invitation = () =>
    post(`${adminPath()}/invitations`, { email: `${randomUUID()}@brand.test`, role: 'Viewer' });
  const newExportToken = () => post(`${adminPath()}/export-tokens`, { name: 'Auditor' });
  const viewBody = () => ({ name: randomUUID(), search: '', display: null });
  const newView = () => post(`/account/v1/teams/${team.teamId}/views`, viewBody());
  const view = async () => remove(`${newView().path}/${(await created(newView())).id}`);
  const member = async () => {
    const { userId: memberId } = await createUser(db, `${randomUUID()}@brand.test`);
    await addMember(db, memberId, team.teamId, team.readerRoleId);
    return `${adminPath()}/people/${memberId}`;
  };

  const passkeysPath = '/account/v1/passkeys';
  const newPasskey = async (): Promise<Write> => {
    const options = await created(post(`${passkeysPath}/options`));
    const origin = service.dependencies.publicUrl;
    const credential = createAuthenticator().create(options, { origin });
    return post(passkeysPath, { name: 'Laptop', credential });
  };
  const passkey = async (): Promise<Write> =>
    remove(`${passkeysPath}/${(await created(await newPasskey())).id}`);

  const changeEmail = (email = `${randomUUID()}@brand.test`) => ({
    method: 'PATCH',
    path: '/v2/me',
    body: resource('user', { email }, String(userId)),
  });

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
      const experienceId = await addExperience(db, team.teamId);
      const body = resource('domain', { default_experience_id: experienceId }, id);
      return { method: 'PATCH', path: `${teamPath}/domains/${id}`, body };
    },
    deleteDomain: async () => remove(`${teamPath}/domains/${(await created(newDomain())).id}`),
    retryDomainCertificate: async () => {
      const { id } = await created(newDomain());
      const failed = { lastError: 'no address', lastAttemptAt: new Date(0) };
      const isOfDomain = eq(domainCertificates.domainId, Number(id));
      await db.update(domainCertificates).set(failed).where(isOfDomain);
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
    setDefaultFactor: async () => {
      // The first one is the default. No other request creates them.
      await addActiveFactor('fax');
      return post(`/account/v1/authentication-factors/${await addActiveFactor('voice')}/default`);
    },
    updateCurrentUser: async () => changeEmail(),
    changePassword: async () =>
      post('/account/v1/password', {
        current_password: user.password,
        new_password: 'quiet lantern over water',
      }),
    sendEmailCode: async () => {
      await send(await changeEmail());
      service.clock.advance(30);
      return post('/account/v1/email/code');
    },
    verifyEmail: async () => {
      const address = `${randomUUID()}@brand.test`;
      await send(await changeEmail(address));
      const [sent] = await listReceived(service, address);
      return post('/account/v1/email/verify', { code: /\d{6}/.exec(sent?.text ?? '')?.[0] });
    },
    updateEmailSettings: async () => ({
      method: 'PATCH',
      path: '/account/v1/email-settings',
      body: { account_expiry: false },
    }),
    updateProfile: async () => ({
      method: 'PATCH',
      path: '/account/v1/profile',
      body: { name: 'Ada, now at https://evil.example/login' },
    }),
    endSession: async () => {
      await grantAccessToken(db, service.clock, { userId, scopes: SCOPES });
      const { data } = await send({ method: 'GET', path: '/account/v1/sessions' });
      const other = data.find((session: { current: boolean }) => !session.current);
      return remove(`/account/v1/sessions/${other.id}`);
    },
    renewSessionScopes: async () => {
      // As if the user's role had not allowed it at the sign-in.
      const rejected = { openid: { scope: 'accounts:write' } };
      await db
        .update(oauthArtifacts)
        .set({ payload: { accountId: String(userId), rejected } })
        .where(
          and(
            eq(oauthArtifacts.kind, 'Grant'),
            eq(oauthArtifacts.idDigest, caller?.sessionId ?? ''),
          ),
        );
      return post('/account/v1/sessions/current/scopes');
    },
    createPasskey: newPasskey,
    updatePasskey: async () => ({ ...(await passkey()), method: 'PATCH', body: { name: 'Phone' } }),
    deletePasskey: passkey,
    createSavedView: async () => newView(),
    updateSavedView: async () => ({ ...(await view()), method: 'PATCH', body: { name: 'Gold' } }),
    deleteSavedView: view,
    createInvitation: async () => invitation(),
    resendInvitation: async () =>
      post(`${adminPath()}/invitations/${(await created(invitation())).id}/resend`),
    acceptInvitation: async () => {
      const other = await createPeopleTeam(service);
      await other.invite(user.email);
      const link = await other.linkTo(user.email);
      return post('/account/v1/invitations/accept', { token: link.searchParams.get('token') });
    },
    deleteInvitation: async () =>
      remove(`${adminPath()}/invitations/${(await created(invitation())).id}`),
    changePersonRole: async () => post(`${await member()}/role`, { role: 'Administrator' }),
    removePerson: async () => remove(await member()),
    resetPersonSignIn: async () => post(`${await member()}/reset`),
    createExportToken: async () => newExportToken(),
    deleteExportToken: async () =>
      remove(`${adminPath()}/export-tokens/${(await created(newExportToken())).id}`),
    updateTeamRules: async () => ({
      method: 'PATCH',
      path: `${adminPath()}/rules`,
      body: { support_points_max: 500 },
    }),
  };

  return { user, teamPath, post, resource, send, requests };
}

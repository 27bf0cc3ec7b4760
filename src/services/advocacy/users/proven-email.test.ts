import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { createLink } from '#services/advocacy/account/one-time-links.ts';
import {
  requestPasswordReset,
  sendPasswordResets,
} from '#services/advocacy/account/password-resets.ts';
import { authenticate } from '#services/advocacy/oauth/tokens/bearer.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import {
  createPeopleTeam,
  newAddress,
  type PeopleTeam,
} from '#services/advocacy/testing/people-team.ts';
import { addMember, grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const OWNERS_PASSWORD = 'quiet lantern over water';

describeStorages('an address that is not proven (decisions.md, 58)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;
  let mallory: AccountUser;
  /** An address whose mailbox someone else reads, who has no account. */
  let victim: string;
  const browser = createPageBrowser();

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    team = await createPeopleTeam(service);
    mallory = await createAccountUser(service);
    victim = newAddress();
  });
  afterAll(() => service.close());

  const tokenOf = ({ userId }: { userId: number }) =>
    grantAccessToken(store.db, service.clock, { userId, scopes: SCOPES });
  const call = async (token: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { response, status: response.status, body: text === '' ? {} : JSON.parse(text) };
  };
  const changeEmail = async ({ userId }: { userId: number }, email: string) => {
    const token = await tokenOf({ userId });
    const caller = await authenticate(store.db, service.clock, `Bearer ${token}`);
    const idToken = caller && (await service.dependencies.idTokens.issue(caller));
    const data = { type: 'user', id: String(userId), attributes: { email } };
    return call(token, 'PATCH', `/v2/me?id_token=${idToken}`, { data });
  };
  const me = async (user: { userId: number }) => {
    const { body } = await call(await tokenOf(user), 'GET', '/v2/me');
    return { email: body.data.attributes.email, isVerified: body.data.meta.email_verified };
  };
  const lastMessage = async (to: string) => (await listReceived(service, to))[0];
  const lastCode = async (to: string) =>
    /\d{6}/.exec((await lastMessage(to))?.text ?? '')?.[0] ?? '';
  const verify = async (user: { userId: number }, code: string) =>
    (await call(await tokenOf(user), 'POST', '/account/v1/email/verify', { code })).status;
  const sendCode = async (user: { userId: number }) =>
    call(await tokenOf(user), 'POST', '/account/v1/email/code');
  const linkIn = async (to: string, path: string) => {
    const texts = (await listReceived(service, to)).map(({ text }) => text).join('\n');
    const found = new RegExp(`https?:\\S+/oauth/${path}\\?token=\\S+`).exec(texts)?.[0];
    return found === undefined ? undefined : new URL(found);
  };
  const submit = (link: URL | undefined, form: Record<string, string> = {}) =>
    browser.post(`${link?.origin}${link?.pathname}`, {
      token: link?.searchParams.get('token') ?? '',
      ...form,
    });
  const requestReset = async (email: string) => {
    await requestPasswordReset(store.db, service.clock, email);
    service.clock.advance(2);
    while (await sendPasswordResets(service.dependencies));
    return linkIn(email, 'reset-password');
  };
  /** The owner of the mailbox accepts an invitation with a new account. */
  const inviteOwner = async () => {
    expect((await team.invite(victim, 'Administrator')).status).toBe(201);
    const link = await team.linkTo(victim);
    expect(await (await browser.get(link)).text()).toContain('Set password and join');
    expect((await submit(link, { password: OWNERS_PASSWORD })).status).toBe(200);
  };
  const canOwnerSignIn = () => mallory.canSignIn(OWNERS_PASSWORD, victim);
  const readPeople = async (user: { userId: number }) =>
    (await call(await tokenOf(user), 'GET', `/admin/v1/teams/${team.teamId}/people`)).status;

  test('is changed immediately, says so, and gets a code', async () => {
    const { status, body } = await changeEmail(mallory, victim);
    expect([status, body.data.attributes.email, body.data.meta]).toEqual([
      200,
      victim,
      { email_verified: false },
    ]);
    expect(await lastCode(victim)).toMatch(/^\d{6}$/);
    expect(await me(mallory)).toEqual({ email: victim, isVerified: false });
    expect(await me(team.ana)).toMatchObject({ isVerified: true });
  });

  test('accepts no invitation, and is taken from its account by the new one of its owner', async () => {
    const before = await tokenOf(mallory);
    await changeEmail(mallory, victim);
    await team.invite(victim, 'Administrator');
    const token = (await team.linkTo(victim)).searchParams.get('token');
    const accepted = await call(before, 'POST', '/account/v1/invitations/accept', { token });
    expect([accepted.status, accepted.body.errors[0].detail]).toEqual([
      422,
      expect.stringContaining('Verify'),
    ]);

    await inviteOwner();
    expect(await canOwnerSignIn()).toBe(true);
    expect((await call(before, 'GET', `/admin/v1/teams/${team.teamId}/people`)).status).toBe(403);
    expect(await me(mallory)).toEqual({ email: mallory.email, isVerified: true });
    expect(await mallory.canSignIn(mallory.password)).toBe(true);
    expect((await lastMessage(mallory.email))?.text).toContain(victim);
    const events = await store.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.userId, mallory.userId));
    expect(events.map(({ action }) => action)).toContain('user.lose_email');
  });

  test('does not stop an invitation by being on the team already', async () => {
    await addMember(store.db, mallory.userId, team.teamId, team.readerRoleId);
    await changeEmail(mallory, victim);
    await inviteOwner();
    const { data } = await team.list();
    const roles = data.map((person) => [person.kind === 'user' && person.email, person.role]);
    expect(roles).toContainEqual([victim, 'Administrator']);
    expect(roles).toContainEqual([mallory.email, 'Viewer']);
  });

  test('gets no link for a new password; the last proven address gets it, and is restored by it', async () => {
    await changeEmail(mallory, victim);
    expect(await requestReset(victim)).toBeUndefined();
    const link = await requestReset(mallory.email);
    expect((await submit(link, { password: OWNERS_PASSWORD })).status).toBe(200);
    expect(await me(mallory)).toEqual({ email: mallory.email, isVerified: true });
    expect(await mallory.canSignIn(OWNERS_PASSWORD)).toBe(true);
  });

  test('does not come back by undo links or resets once its owner has proven it', async () => {
    await changeEmail(mallory, victim);
    // As sent to an address that was not proven before addresses were.
    const planted = { purpose: 'email_undo', userId: mallory.userId, email: victim } as const;
    const undoToVictim = await createLink(store.db, service.clock, planted);
    await inviteOwner();

    const undo = await linkIn(mallory.email, 'undo-email-change');
    expect((await submit(undo)).status).toBe(200);
    const reset = await requestReset(mallory.email);
    expect((await submit(reset, { password: mallory.password })).status).toBe(200);
    const ofVictim = new URL(`${service.baseUrl}/oauth/undo-email-change?token=${undoToVictim}`);
    expect((await submit(ofVictim)).status).not.toBe(200);
    expect((await changeEmail(mallory, victim)).status).toBe(422);

    expect(await me(mallory)).toEqual({ email: mallory.email, isVerified: true });
    expect(await readPeople(mallory)).toBe(403);
    expect(await canOwnerSignIn()).toBe(true);
  });

  test('has no undo link: only the last proven address gets one', async () => {
    await changeEmail(mallory, victim);
    const before = (await listReceived(service, victim)).length;
    await changeEmail(mallory, newAddress());
    expect(await listReceived(service, victim)).toHaveLength(before);
    expect((await submit(await linkIn(mallory.email, 'undo-email-change'))).status).toBe(200);
    expect(await me(mallory)).toEqual({ email: mallory.email, isVerified: true });
  });

  test('does not give up the last proven one, which nobody else can set', async () => {
    const vera = await createAccountUser(service);
    await changeEmail(mallory, victim);
    expect((await changeEmail(vera, mallory.email.toUpperCase())).status).toBe(422);
    expect((await changeEmail(mallory, mallory.email)).status).toBe(200);
    expect(await me(mallory)).toEqual({ email: mallory.email, isVerified: true });
  });

  test('goes to another account after ten minutes, which proves it with a code', async () => {
    const owner = await createAccountUser(service);
    await changeEmail(mallory, victim);
    expect((await changeEmail(owner, victim)).status).toBe(422);
    service.clock.advance(600);
    expect((await changeEmail(owner, victim)).status).toBe(200);
    expect(await me(mallory)).toEqual({ email: mallory.email, isVerified: true });
    expect(await verify(owner, await lastCode(victim))).toBe(200);
    expect(await me(owner)).toEqual({ email: victim, isVerified: true });
    expect(await requestReset(victim)).toBeInstanceOf(URL);
    service.clock.advance(600);
    expect((await changeEmail(mallory, victim)).status).toBe(422);
  });

  test('is proven by its code, once, and not by the code of another address or user', async () => {
    await changeEmail(mallory, newAddress());
    await changeEmail(mallory, victim);
    const other = newAddress();
    const vera = await createAccountUser(service);
    await changeEmail(vera, other);
    const wrong = await lastCode(other);
    const code = await lastCode(victim);
    if (wrong !== code) expect(await verify(mallory, wrong)).toBe(422);
    expect(await verify(vera, code)).toBe(wrong === code ? 200 : 422);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await verify(mallory, spaced)).toBe(200);
    expect(await verify(mallory, code)).toBe(422);
    expect((await sendCode(mallory)).status).toBe(422);
    expect(await me(mallory)).toEqual({ email: victim, isVerified: true });
    // The old address can still undo a change that someone else has verified.
    expect((await submit(await linkIn(mallory.email, 'undo-email-change'))).status).toBe(200);
    expect(await me(mallory)).toEqual({ email: mallory.email, isVerified: true });
  });

  test('voids links for a new password that the former address got', async () => {
    const link = await requestReset(mallory.email);
    await changeEmail(mallory, victim);
    expect(await verify(mallory, await lastCode(victim))).toBe(200);
    expect((await submit(link, { password: OWNERS_PASSWORD })).status).toBe(400);
  });

  test('has a code for ten minutes and five attempts, and another one after 30 seconds', async () => {
    await changeEmail(mallory, victim);
    const code = await lastCode(victim);
    const wrong = code === '000000' ? '000001' : '000000';
    const early = await sendCode(mallory);
    expect([early.status, early.response.headers.get('retry-after')]).toEqual([429, '30']);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await verify(mallory, wrong)).toBe(422);
    expect(await verify(mallory, code)).toBe(422);

    service.clock.advance(30);
    const sent = await sendCode(mallory);
    expect(sent.body.data).toMatchObject({ email: victim, next_code_at: expect.any(String) });
    const second = await lastCode(victim);
    service.clock.advance(600);
    expect(await verify(mallory, second)).toBe(422);
    expect((await sendCode(mallory)).status).toBe(200);
    const events = await store.db.select().from(auditEvents);
    expect(JSON.stringify(events)).not.toContain(await lastCode(victim));
    expect(await verify(mallory, await lastCode(victim))).toBe(200);
  });
});

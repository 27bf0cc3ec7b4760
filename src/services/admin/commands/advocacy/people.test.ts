import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAdvocacyFixture } from '#services/admin/testing/admin-fixture.ts';
import { locationOf } from '#services/advocacy/testing/page-browser.ts';
import {
  openSignIn,
  requestToken,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PASSWORD = 'correct horse battery';
const OTHER_PASSWORD = 'another staple entirely';

describeBothStorages('admin people', (store) => {
  const fixture = createAdvocacyFixture(store);

  const create = (email: string, password = PASSWORD) =>
    fixture.admin.runOk(['people', 'create', email, '--name', 'Ada Marsh'], {
      stdin: `${password}\n`,
    });
  const signIn = (email: string, password = PASSWORD) =>
    signInThroughPages(fixture.service.baseUrl, { email, password });
  const me = ({ access_token }: { access_token: string }) =>
    fetch(`${fixture.service.baseUrl}/v2/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
  const refresh = ({ refresh_token }: { refresh_token: string }) =>
    requestToken(fixture.service.baseUrl, {
      grant_type: 'refresh_token',
      client_id: 'patron-console',
      refresh_token,
    });
  const messagesTo = async (email: string) => {
    const all = await store.db.select().from(messages).orderBy(asc(messages.id));
    return all.filter(({ to }) => to === email).map(({ subject }) => subject);
  };

  test('a created user can sign in, and only a hash of the password is stored', async () => {
    const { stdout, stderr } = await create('ada@example.com');
    expect(stdout + stderr).not.toContain(PASSWORD);
    expect((await me(await signIn('ada@example.com'))).status).toBe(200);
    const [row] = await store.db.select().from(users);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test('a generated password is shown once and works', async () => {
    const args = ['people', 'create', 'gen@example.com', '--name', 'Gen', '--generate-password'];
    const created = (await fixture.admin.runJson(args)) as { password: string };
    expect(created.password.length).toBeGreaterThanOrEqual(20);
    expect((await me(await signIn('gen@example.com', created.password))).status).toBe(200);
    expect((await fixture.admin.runOk(['people', 'show', 'gen@example.com'])).stdout).not.toContain(
      created.password,
    );
  });

  test.each([
    ['nobody', PASSWORD, /^email: Enter an email address/],
    ['short@example.com', 'elevenchars', /^password: Use 12 characters or more$/],
    ['common@example.com', '1Q2W3E4R5T6Y', /^password: This password is too common/],
    ['same@example.com', 'Same@Example.com', /^password: Don't use your email address$/],
    ['long@example.com', 'x'.repeat(1025), /^password: Use 1024 characters or fewer$/],
  ])('create rejects %s', async (email, password, line) => {
    const args = ['people', 'create', email, '--name', 'Ada'];
    expect(await fixture.admin.runError(args, { stdin: password })).toMatch(line);
  });

  test('a missing password is reported in one line', async () => {
    const args = ['people', 'create', 'none@example.com', '--name', 'Nobody'];
    expect(await fixture.admin.runError(args)).toBe('Password: provide it as a line on stdin');
  });

  test('of concurrent users with the same address in any case, one is created', async () => {
    const outcomes = await Promise.all(
      ['race@example.com', 'RACE@example.com', 'Race@Example.com'].map((email) =>
        fixture.admin.run(['people', 'create', email, '--name', 'Racer'], { stdin: PASSWORD }),
      ),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    for (const { code, stderr } of outcomes) {
      if (code === 1) expect(stderr).toMatch(/^error: email: .* is already in use\n$/);
    }
  });

  test('break-glass and unlink say what they did, and the user is notified', async () => {
    const email = 'emma@example.com';
    await create(email);
    const outputOf = async (...args: string[]) =>
      (await fixture.admin.runOk(['people', ...args])).stderr.trim();
    expect(await outputOf('break-glass', email)).toBe(
      `${email} can sign in with a password in an emergency, with a second step.`,
    );
    expect(await outputOf('break-glass', email, '--off')).toBe(
      `${email} signs in like everybody else.`,
    );
    expect(await outputOf('unlink', email)).toBe('Nothing changed.');
    const userId = (await findUserByEmail(store.db, email))?.id ?? 0;
    const createdAt = fixture.admin.services.clock.now();
    const identity = { issuer: 'https://login.example.com', subject: 'emma', createdAt };
    await store.db.insert(userIdentities).values({ userId, ...identity });
    expect(await outputOf('unlink', email)).toBe(`Ended the link of ${email}.`);
    expect(await messagesTo(email)).toEqual([
      'Your Patron account is for emergencies',
      'Your Patron account is no longer for emergencies',
      'Your Patron account is no longer linked',
    ]);
    const unknown = await fixture.admin.runError(['people', 'unlink', 'nobody@example.com']);
    expect(unknown).toContain('nobody@example.com');
  });

  test('list and show include teams and factors, but no secrets', async () => {
    await create('list@example.com');
    await fixture.admin.runOk(['teams', 'create', 'Northwind']);
    await fixture.admin.runOk([
      'roles',
      'grant',
      'list@example.com',
      '--team',
      '1',
      '--role',
      'Viewer',
    ]);
    const [user, ...others] = (await fixture.admin.runJson(['people', 'list'])) as {
      email: string;
    }[];
    expect(others.length).toBeGreaterThan(0);
    expect(user).not.toHaveProperty('password_hash');
    const { stdout } = await fixture.admin.runOk(['people', 'list']);
    expect(stdout).toContain('1 Northwind (Viewer)');
    expect(stdout).not.toContain('argon2id');
    expect(await fixture.admin.runJson(['people', 'show', 'LIST@example.com'])).toMatchObject({
      email: 'list@example.com',
      factors: 0,
      teams: [{ id: 1, name: 'Northwind', role: 'Viewer' }],
    });
    expect(await fixture.admin.runError(['people', 'show', 'gone@example.com'])).toMatch(
      /^There is no user/,
    );
  });

  test('update changes the name and the address, and notifies both addresses', async () => {
    await create('before@example.com');
    await fixture.admin.runOk(['people', 'update', 'before@example.com', '--name', 'Ada Byron']);
    await fixture.admin.runOk([
      'people',
      'update',
      'before@example.com',
      '--email',
      'after@example.com',
    ]);
    expect(await fixture.admin.runJson(['people', 'show', 'after@example.com'])).toMatchObject({
      name: 'Ada Byron',
    });
    expect(await messagesTo('before@example.com')).toHaveLength(1);
    expect(await messagesTo('after@example.com')).toHaveLength(1);
    const taken = ['people', 'update', 'after@example.com', '--email', 'list@example.com'];
    expect(await fixture.admin.runError(taken)).toBe(
      'email: This email address is already in use.',
    );
    expect(
      await fixture.admin.runError(['people', 'update', 'after@example.com', '--email', 'nowhere']),
    ).toMatch(/^email: Enter an email address/);
    expect(await fixture.admin.runError(['people', 'update', 'after@example.com'])).toMatch(
      /^Nothing to change/,
    );
  });

  describe('set-password', () => {
    test('ends all sessions and notifies the user', async () => {
      const email = 'reset@example.com';
      await create(email);
      await create('bystander@example.com');
      const bystander = await signIn('bystander@example.com');
      const sessions = [await signIn(email), await signIn(email)];
      const { stderr } = await fixture.admin.runOk(['people', 'set-password', email], {
        stdin: OTHER_PASSWORD,
      });
      expect(stderr).toContain('ended 2 sessions');
      for (const session of sessions) {
        expect((await me(session)).status).toBe(401);
        const rejected = await refresh(session);
        expect([rejected.status, await rejected.json()]).toEqual([
          400,
          expect.objectContaining({ error: 'invalid_grant' }),
        ]);
      }
      expect(await messagesTo(email)).toEqual([
        'New sign-in to your Patron account',
        'Your Patron password was changed',
      ]);
      await expect(signIn(email)).rejects.toThrow();
      expect((await me(await signIn(email, OTHER_PASSWORD))).status).toBe(200);
      expect((await me(bystander)).status).toBe(200);
    });

    test('ends sign-ins that have passed the old password', async () => {
      const email = 'between@example.com';
      await create(email);
      const { browser, page } = await openSignIn(fixture.service.baseUrl, {
        clientId: 'patron-console',
        redirectUri: `${new URL(fixture.service.baseUrl).origin}/auth/callback`,
      });
      const passed = await browser.post(page, { email, password: PASSWORD });
      await fixture.admin.runOk(['people', 'set-password', email], { stdin: OTHER_PASSWORD });
      const resumed = await browser.get(locationOf(passed));
      expect(resumed.headers.get('location') ?? '').not.toContain('code=');
      expect(resumed.status).toBe(400);
    });
  });

  test('sign-out ends the sessions and keeps the password', async () => {
    const email = 'out@example.com';
    await create(email);
    const session = await signIn(email);
    expect((await fixture.admin.runOk(['people', 'sign-out', email])).stderr).toContain(
      'Ended 1 session of',
    );
    expect((await me(session)).status).toBe(401);
    expect((await me(await signIn(email))).status).toBe(200);
  });

  test('reset-factors removes the factors and notifies the user', async () => {
    const email = 'lost@example.com';
    await create(email);
    const { access_token } = await signIn(email);
    const headers = { authorization: `Bearer ${access_token}` };
    const proof = await fetch(`${fixture.service.baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ password: PASSWORD }),
    });
    const { id_token } = (await proof.json()) as { id_token: string };
    const added = await fetch(
      `${fixture.service.baseUrl}/v2/authentication_factors?${new URLSearchParams({ id_token })}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({
          data: {
            type: 'authentication_factor',
            attributes: { type: 'out_of_band', channel: 'email' },
          },
        }),
      },
    );
    expect(added.status).toBe(201);
    await expect(signIn(email)).rejects.toThrow('A code is required');
    const { stderr } = await fixture.admin.runOk(['people', 'reset-factors', email]);
    expect(stderr).toContain('Removed 1');
    expect((await me(await signIn(email))).status).toBe(200);
    expect(await messagesTo(email)).toContain(
      'A sign-in method was removed from your Patron account',
    );
  });

  test('delete asks for confirmation and ends the sessions', async () => {
    const email = 'leaver@example.com';
    await create(email);
    const session = await signIn(email);
    expect(await fixture.admin.runError(['people', 'delete', email])).toBe(
      'Delete leaver@example.com? Add --yes to confirm',
    );
    expect((await me(session)).status).toBe(200);
    const { stderr } = await fixture.admin.runOk(['people', 'delete', email, '--yes']);
    expect(stderr).toContain('Deleted leaver@example.com; ended 1 session.');
    expect((await me(session)).status).toBe(401);
    expect((await refresh(session)).status).toBe(400);
    await expect(signIn(email)).rejects.toThrow();
    expect(await fixture.admin.runError(['people', 'show', email])).toMatch(/^There is no user/);
  });
});

import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { besideAdvocacy } from '#services/admin/testing/admin-scene.ts';
import { locationOf } from '#services/advocacy/testing/page-browser.ts';
import {
  openSignIn,
  requestToken,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const PASSWORD = 'correct horse battery';
const OTHER_PASSWORD = 'another staple entirely';

describeStorages('admin people', (store) => {
  const scene = besideAdvocacy(store);

  const create = (email: string, password = PASSWORD) =>
    scene.admin.done(['people', 'create', email, '--name', 'Ada Marsh'], {
      stdin: `${password}\n`,
    });
  const signIn = (email: string, password = PASSWORD) =>
    signInThroughPages(scene.service.baseUrl, { email, password });
  const me = ({ access_token }: { access_token: string }) =>
    fetch(`${scene.service.baseUrl}/v2/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
  const refresh = ({ refresh_token }: { refresh_token: string }) =>
    requestToken(scene.service.baseUrl, {
      grant_type: 'refresh_token',
      client_id: 'patron-console',
      refresh_token,
    });
  const messagesTo = async (email: string) => {
    const all = await store.db.select().from(messages).orderBy(asc(messages.id));
    return all.filter(({ to }) => to === email).map(({ subject }) => subject);
  };

  test('whom it creates signs in; the password is nowhere but in its hash', async () => {
    const { output, said } = await create('ada@example.com');
    expect(output + said).not.toContain(PASSWORD);
    expect((await me(await signIn('ada@example.com'))).status).toBe(200);
    const [row] = await store.db.select().from(users);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test('a generated password is shown once, and signs in', async () => {
    const words = ['people', 'create', 'gen@example.com', '--name', 'Gen', '--generate-password'];
    const created = (await scene.admin.json(words)) as { password: string };
    expect(created.password.length).toBeGreaterThanOrEqual(20);
    expect((await me(await signIn('gen@example.com', created.password))).status).toBe(200);
    expect((await scene.admin.done(['people', 'show', 'gen@example.com'])).output).not.toContain(
      created.password,
    );
  });

  test.each([
    ['nobody', PASSWORD, /^email: Enter an email address/],
    ['short@example.com', '1234567', /^password: Use 8 characters or more$/],
    ['long@example.com', 'x'.repeat(1025), /^password: Use 1024 characters or fewer$/],
  ])('%s is refused', async (email, password, line) => {
    const words = ['people', 'create', email, '--name', 'Ada'];
    expect(await scene.admin.refused(words, { stdin: password })).toMatch(line);
  });

  test('a password that nobody gives is asked for, in one line', async () => {
    const words = ['people', 'create', 'none@example.com', '--name', 'Nobody'];
    expect(await scene.admin.refused(words)).toBe('Password: Give it as a line of stdin');
  });

  test('of many who want one address, whatever its case, one gets it', async () => {
    const outcomes = await Promise.all(
      ['race@example.com', 'RACE@example.com', 'Race@Example.com'].map((email) =>
        scene.admin.run(['people', 'create', email, '--name', 'Racer'], { stdin: PASSWORD }),
      ),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    for (const { code, said } of outcomes) {
      if (code === 1) expect(said).toMatch(/^error: email: .* is already in use\n$/);
    }
  });

  test('lists and shows people with their teams and factors, never what they know', async () => {
    await create('list@example.com');
    await scene.admin.done(['teams', 'create', 'Northwind']);
    await scene.admin.done([
      'roles',
      'grant',
      'list@example.com',
      '--team',
      '1',
      '--role',
      'Viewer',
    ]);
    const [person, ...others] = (await scene.admin.json(['people', 'list'])) as { email: string }[];
    expect(others.length).toBeGreaterThan(0);
    expect(person).not.toHaveProperty('password_hash');
    const { output } = await scene.admin.done(['people', 'list']);
    expect(output).toContain('1 Northwind (Viewer)');
    expect(output).not.toContain('argon2id');
    expect(await scene.admin.json(['people', 'show', 'LIST@example.com'])).toMatchObject({
      email: 'list@example.com',
      factors: 0,
      teams: [{ id: 1, name: 'Northwind', role: 'Viewer' }],
    });
    expect(await scene.admin.refused(['people', 'show', 'gone@example.com'])).toMatch(
      /^There is no user/,
    );
  });

  test('changes a name and an address, and tells both addresses', async () => {
    await create('before@example.com');
    await scene.admin.done(['people', 'update', 'before@example.com', '--name', 'Ada Byron']);
    await scene.admin.done([
      'people',
      'update',
      'before@example.com',
      '--email',
      'after@example.com',
    ]);
    expect(await scene.admin.json(['people', 'show', 'after@example.com'])).toMatchObject({
      name: 'Ada Byron',
    });
    expect(await messagesTo('before@example.com')).toHaveLength(1);
    expect(await messagesTo('after@example.com')).toHaveLength(1);
    const taken = ['people', 'update', 'after@example.com', '--email', 'list@example.com'];
    expect(await scene.admin.refused(taken)).toBe('email: This email address is already in use.');
    expect(
      await scene.admin.refused(['people', 'update', 'after@example.com', '--email', 'nowhere']),
    ).toMatch(/^email: Enter an email address/);
    expect(await scene.admin.refused(['people', 'update', 'after@example.com'])).toMatch(
      /^Nothing to change/,
    );
  });

  describe('set-password', () => {
    test('ends every sign-in, begun ones too, and tells the person', async () => {
      const email = 'reset@example.com';
      await create(email);
      await create('bystander@example.com');
      const bystander = await signIn('bystander@example.com');
      const sessions = [await signIn(email), await signIn(email)];
      const { said } = await scene.admin.done(['people', 'set-password', email], {
        stdin: OTHER_PASSWORD,
      });
      expect(said).toContain('ended 2 sign-ins');
      for (const session of sessions) {
        expect((await me(session)).status).toBe(401);
        const refused = await refresh(session);
        expect([refused.status, await refused.json()]).toEqual([
          400,
          expect.objectContaining({ error: 'invalid_grant' }),
        ]);
      }
      expect(await messagesTo(email)).toEqual(['Your Patron password was changed']);
      await expect(signIn(email)).rejects.toThrow();
      expect((await me(await signIn(email, OTHER_PASSWORD))).status).toBe(200);
      expect((await me(bystander)).status).toBe(200);
    });

    test('who has come past the old password has to begin anew', async () => {
      const email = 'between@example.com';
      await create(email);
      const { browser, page } = await openSignIn(scene.service.baseUrl, {
        clientId: 'patron-console',
        redirectUri: `${new URL(scene.service.baseUrl).origin}/auth/callback`,
      });
      const passed = await browser.post(page, { email, password: PASSWORD });
      await scene.admin.done(['people', 'set-password', email], { stdin: OTHER_PASSWORD });
      const resumed = await browser.get(locationOf(passed));
      expect(resumed.headers.get('location') ?? '').not.toContain('code=');
      expect(resumed.status).toBe(400);
    });
  });

  test('sign-out ends the sign-ins and leaves the password', async () => {
    const email = 'out@example.com';
    await create(email);
    const session = await signIn(email);
    expect((await scene.admin.done(['people', 'sign-out', email])).said).toContain(
      'Ended 1 sign-in of',
    );
    expect((await me(session)).status).toBe(401);
    expect((await me(await signIn(email))).status).toBe(200);
  });

  test('reset-factors lets in who has lost them, and tells of each', async () => {
    const email = 'lost@example.com';
    await create(email);
    const { access_token } = await signIn(email);
    const headers = { authorization: `Bearer ${access_token}` };
    const proof = await fetch(`${scene.service.baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ password: PASSWORD }),
    });
    const { id_token } = (await proof.json()) as { id_token: string };
    const added = await fetch(
      `${scene.service.baseUrl}/v2/authentication_factors?${new URLSearchParams({ id_token })}`,
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
    const { said } = await scene.admin.done(['people', 'reset-factors', email]);
    expect(said).toContain('Removed 1');
    expect((await me(await signIn(email))).status).toBe(200);
    expect(await messagesTo(email)).toContain(
      'A sign-in method was removed from your Patron account',
    );
  });

  test('delete ends the sign-ins; nobody is deleted without a word', async () => {
    const email = 'leaver@example.com';
    await create(email);
    const session = await signIn(email);
    expect(await scene.admin.refused(['people', 'delete', email])).toBe(
      'Delete leaver@example.com? Say --yes where nobody can be asked',
    );
    expect((await me(session)).status).toBe(200);
    await scene.admin.done(['people', 'delete', email, '--yes']);
    expect((await me(session)).status).toBe(401);
    expect((await refresh(session)).status).toBe(400);
    await expect(signIn(email)).rejects.toThrow();
    expect(await scene.admin.refused(['people', 'show', email])).toMatch(/^There is no user/);
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { oneTimeLinks } from '#services/advocacy/account/one-time-links-table.ts';
import { passwordResetRequests } from '#services/advocacy/account/password-reset-requests-table.ts';
import { sendPasswordResets } from '#services/advocacy/account/password-resets.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const NEW = 'quiet lantern over water';

describeBothStorages('forgotten password (decisions.md, 48)', (store) => {
  let service: TestAdvocacy;
  let user: AccountUser;
  const browser = createPageBrowser();

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    user = await createAccountUser(service);
  });
  afterAll(() => service.close());

  const request = (email: string, from = browser) =>
    from.post(`${service.baseUrl}/oauth/forgot-password`, { email });
  /** Works off the requests as the worker does, seconds later. */
  const sendLinks = async () => {
    service.clock.advance(2);
    while (await sendPasswordResets(service.dependencies));
  };
  /** Requests a link and returns it when it has arrived. */
  const requestLink = async () => {
    const before = (await user.received()).length;
    expect((await request(user.email)).status).toBe(200);
    await sendLinks();
    expect(await user.received()).toHaveLength(before + 1);
    return new URL(await user.lastLink());
  };
  const submit = (link: URL, password: string) =>
    browser.post(`${link.origin}${link.pathname}`, {
      token: link.searchParams.get('token') ?? '',
      password,
    });

  /** How many connections wait for a lock. */
  const countWaiting = async () => {
    const { rows } = await store.db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.count;
  };

  test('the sign-in page links to a form that works without JavaScript', async () => {
    const { browser: visitor, page } = await openSignIn(service.baseUrl);
    const html = await (await visitor.get(page)).text();
    const href = /<a href="([^"]+)" data-email="">Forgot password\?<\/a>/.exec(html)?.[1] ?? '';
    const form = await visitor.get(new URL(href, page));
    expect(form.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await form.text();
    expect(text).toMatch(/<label for="email">Email<\/label>[\s\S]*>Send link</);
    // Back to the sign-in in progress, which knows the page that it leads to.
    expect(text).toContain(`<a href="${page.pathname}" data-email="">Back to sign-in</a>`);
    expect(text).toContain(`name="sign_in" value="${page.pathname.split('/').at(-1)}"`);
    const forged = await visitor.get(new URL('?sign_in=%22onclick', new URL(href, page)));
    expect(await forged.text()).not.toContain('sign_in');
  });

  test('the page after the form leads to another try and back to signing in', async () => {
    const html = await (await request('nobody@brand.test')).text();
    expect(html).toMatch(/<a href="[^"]+" data-email="nobody@brand.test">send another link<\/a>/);
    expect(html).toMatch(/<a href="[^"]+\/" data-email="nobody@brand.test">Back to sign-in<\/a>/);
  });

  test('the link sets a new password, which ends all sessions and is announced', async () => {
    const tokens = await user.signIn();
    const link = await requestLink();
    const page = await browser.get(link);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).toMatch(
      /<label for="password">New password<\/label>[\s\S]*>Set password</,
    );
    // Opening the link, as mail scanners do, doesn't use it up.
    expect((await browser.get(link)).status).toBe(200);

    const response = await submit(link, NEW);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Password changed');
    expect(await user.isAlive(tokens)).toBe(false);
    expect(await user.canSignIn(user.password)).toBe(false);
    expect(await user.canSignIn(NEW)).toBe(true);
    expect((await user.received()).map(({ subject }) => subject)).toContain(
      'Your Patron password was changed',
    );
  });

  test('the response is the same for an unknown address, which gets no email', async () => {
    const unknown = 'unknown@brand.test';
    const [known, other] = await Promise.all([request(user.email), request(unknown)]);
    const generalize = async (response: Response, email: string) => [
      response.status,
      (await response.text()).replaceAll(email, 'EMAIL'),
    ];
    expect(await generalize(known, user.email)).toEqual(await generalize(other, unknown));
    await sendLinks();
    expect(await user.received()).toHaveLength(1);
    expect(await store.db.$count(messages, eq(messages.to, unknown))).toBe(0);
    expect(await store.db.$count(passwordResetRequests)).toBe(0);
  });

  test('the work is the same for an unknown address: nothing is looked up during the request', async () => {
    const { $client } = store.db as unknown as { $client: { query(statement: unknown): unknown } };
    const statementsOf = async (email: string) => {
      const spy = vi.spyOn($client, 'query');
      expect((await request(email)).status).toBe(200);
      // Work after the response would be in the way of the next request.
      expect((await browser.get(`${service.baseUrl}/oauth/forgot-password`)).status).toBe(200);
      const statements = spy.mock.calls.map(([statement]) =>
        typeof statement === 'string' ? statement : (statement as { text?: string }).text,
      );
      spy.mockRestore();
      return statements;
    };
    const known = await statementsOf(user.email);
    expect(known).toEqual(await statementsOf('unknown@brand.test'));
    expect(known.length).toBeGreaterThan(0);
    expect(known.join('\n')).not.toMatch(/"(users|messages|one_time_links)"/);
    expect(await user.received()).toEqual([]);
    await sendLinks();
    expect(await user.received()).toHaveLength(1);
  });

  test('a request that fails is tried again while its link would be valid, in any process', async () => {
    const enqueue = vi.spyOn(service.dependencies.messages, 'enqueue');
    enqueue.mockRejectedValueOnce(new Error('no space left'));
    await request(user.email);
    await sendLinks();
    expect(await user.received()).toEqual([]);
    service.clock.advance(5);
    await Promise.all([sendLinks(), sendLinks()]);
    expect(await user.received()).toHaveLength(1);

    enqueue.mockRejectedValueOnce(new Error('no space left'));
    await request(user.email);
    await sendLinks();
    service.clock.advance(30 * 60);
    await sendLinks();
    expect(await user.received()).toHaveLength(1);
    expect(await store.db.$count(passwordResetRequests)).toBe(0);
    enqueue.mockRestore();
  });

  test('what cannot be an address gets the same response, and is not stored', async () => {
    for (const email of ['\0', 'é@brand.test', `${'x'.repeat(250)}@brand.test`]) {
      expect((await request(email)).status).toBe(200);
    }
    expect(await store.db.$count(passwordResetRequests)).toBe(0);
  });

  test('the link works once, even when it is used in parallel, and voids later ones', async () => {
    const link = await requestLink();
    const later = await requestLink();
    const outcomes = await Promise.all(
      ['one', 'two', 'three'].map(async (word) => (await submit(link, `${NEW} ${word}`)).status),
    );
    expect(outcomes.sort()).toEqual([200, 400, 400]);
    for (const used of [link, later]) {
      expect((await browser.get(used)).status).toBe(400);
      expect((await submit(used, NEW)).status).toBe(400);
    }
  });

  test('two links that are used at the same time never fail', async () => {
    for (let pair = 0; pair < 2; pair += 1) {
      const links = [await requestLink(), await requestLink()];
      const responses = await Promise.all(links.map((link) => submit(link, `${NEW} ${pair}`)));
      // The later one is void if the earlier one was first.
      expect(responses.map(({ status }) => status)).not.toContain(500);
      expect(responses.map(({ status }) => status)).toContain(200);
    }
  });

  // The embedded database has one connection, on which nothing waits for a lock.
  if (store.kind === 'postgres') {
    test('a link that is used waits for the user before it locks the link', async () => {
      const link = await requestLink();
      let submitting: Promise<Response> | undefined;
      await store.db.transaction(async (tx) => {
        await lockUser(tx, user.userId);
        submitting = submit(link, NEW);
        await vi.waitFor(async () => expect(await countWaiting()).toBe(1), 10_000);
        // As a change of the password does. If the link was locked first, it would have to wait. Shorter
        // than it takes to detect the deadlock, after which the transaction would be repeated.
        await tx.execute(sql`set local lock_timeout = '300ms'`);
        await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, user.userId));
      });
      expect((await submitting)?.status).toBe(400);
    });
  }

  test('the link expires after 30 minutes', async () => {
    const link = await requestLink();
    service.clock.advance(30 * 60 - 1);
    expect((await browser.get(link)).status).toBe(200);
    service.clock.advance(1);
    expect((await browser.get(link)).status).toBe(400);
    expect((await submit(link, NEW)).status).toBe(400);
  });

  test('a tampered link is rejected, and only a digest of it is stored', async () => {
    const link = await requestLink();
    const token = link.searchParams.get('token') ?? '';
    const rows = await store.db
      .select()
      .from(oneTimeLinks)
      .where(eq(oneTimeLinks.userId, user.userId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    link.searchParams.set('token', `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`);
    expect((await submit(link, NEW)).status).toBe(400);
    for (const value of ['', '\0', 'x'.repeat(5000)]) {
      link.searchParams.set('token', value);
      expect((await browser.get(link)).status).toBe(400);
    }
  });

  test('an invalid password is explained, and the link stays valid', async () => {
    const link = await requestLink();
    const rejected = await submit(link, 'too short');
    expect(rejected.status).toBe(422);
    const html = await rejected.text();
    expect(html).toMatch(/role="alert" id="error">Use 12 characters or more/);
    expect(html).toContain('aria-invalid="true"');
    expect((await submit(link, NEW)).status).toBe(200);
  });

  test('the link has the public address, whatever headers the request has', async () => {
    const forged = createPageBrowser({
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'ftp',
    });
    await request(user.email, forged);
    await sendLinks();
    expect(await user.received()).toHaveLength(1);
    expect(await user.lastLink()).toMatch(`${service.baseUrl}/oauth/reset-password?token=`);
  });

  test('requests are throttled, and emails to one address before that', async () => {
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await request(user.email)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    await sendLinks();
    expect(await user.received()).toHaveLength(5);
    service.clock.advance(900);
    expect((await request(user.email)).status).toBe(200);
  });

  test('an empty address is asked for', async () => {
    const response = await request(' ');
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('Enter your email.');
  });
});

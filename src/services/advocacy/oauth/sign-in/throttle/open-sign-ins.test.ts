import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import type { SignInFactor } from '#services/advocacy/oauth/sign-in/second-factors.ts';
import { createPageBrowser, type PageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  consoleAuthorization,
  openSignIn,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const LIMIT = 1000;
const APP: SignInFactor = { id: 8, type: 'one_time_password', channel: null, destination: null };

describeBothStorages('open sign-ins of a network', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  let factors: SignInFactor[] = [];

  beforeAll(async () => {
    service = await startAdvocacy(
      store.storage,
      {
        secondFactors: {
          listForSignIn: async () => factors,
          hasRecoveryCodes: async () => false,
          sendCode: async () => new Date(0),
          verify: async (_userId, _factorId, code) => (code === '123456' ? 'code' : undefined),
        },
      },
      { trustedProxies: ['127.0.0.1'] },
    );
    users = await seedSignIn(store.db);
  });
  beforeEach(async () => {
    factors = [];
    await store.db.delete(oauthArtifacts);
  });
  afterAll(() => service.close());

  const from = (ip: string) => createPageBrowser({ 'x-forwarded-for': ip });
  const open = async (browser: PageBrowser) => {
    service.clock.advance(1);
    return (await openSignIn(service.baseUrl, consoleAuthorization(service.baseUrl), browser)).page;
  };
  const isOpen = async (browser: PageBrowser, page: URL) =>
    (await browser.get(page)).status === 200;
  const openedBy = async () => {
    const [row] = await store.db
      .select()
      .from(oauthArtifacts)
      .where(isNotNull(oauthArtifacts.openedBy))
      .orderBy(desc(oauthArtifacts.expiresAt))
      .limit(1);
    return row;
  };
  /** Opens a thousand sign-ins: all but the last one as the rows that they are. */
  const flood = async (ip: string) => {
    await open(from(ip));
    const row = await openedBy();
    if (!row) throw new Error('The sign-in is not stored');
    const copies = Array.from({ length: LIMIT - 2 }, () => ({ ...row, idDigest: randomUUID() }));
    await store.db.insert(oauthArtifacts).values(copies);
    await open(from(ip));
  };
  const countOpen = async () => {
    const row = await openedBy();
    const isOfNetwork = eq(oauthArtifacts.openedBy, row?.openedBy ?? '');
    return store.db.$count(
      oauthArtifacts,
      and(eq(oauthArtifacts.kind, 'Interaction'), isOfNetwork),
    );
  };

  test('are a thousand: another one ends the oldest, and is never rejected', async () => {
    const [first, second] = [from('203.0.113.1'), from('203.0.113.1')];
    const oldest = await open(first);
    const next = await open(second);
    const neighbor = from('203.0.113.2');
    const neighboring = await open(neighbor);
    await flood('203.0.113.1');
    expect(await countOpen()).toBe(LIMIT);
    expect(await isOpen(first, oldest)).toBe(false);
    expect(await isOpen(second, next)).toBe(false);
    expect(await isOpen(neighbor, neighboring)).toBe(true);
    const newest = from('203.0.113.1');
    const page = await open(newest);
    expect(await countOpen()).toBe(LIMIT);
    const { email, password } = users.writer;
    expect((await newest.post(page, { email, password })).status).toBe(303);
  });

  test('stay limited when they are opened in parallel', async () => {
    await flood('203.0.113.1');
    await Promise.all(Array.from({ length: 20 }, () => open(from('203.0.113.1'))));
    await open(from('203.0.113.1'));
    expect(await countOpen()).toBeLessThanOrEqual(LIMIT + 20);
    for (let time = 0; time < 3; time += 1) await open(from('203.0.113.1'));
    expect(await countOpen()).toBe(LIMIT);
  });

  test('are not ended by others once somebody has typed, or has sent a form', async () => {
    const [typing, trying, reading] = [1, 2, 3].map(() => from('203.0.113.1'));
    if (!typing || !trying || !reading) throw new Error('Three browsers');
    const page = await open(typing);
    const tried = await open(trying);
    const read = await open(reading);
    const neighbor = await open(from('203.0.113.9'));
    expect((await typing.post(`${page}/typed`, {})).status).toBe(204);
    expect((await trying.submit(tried, { email: 'a@example.com', password: 'x' })).status).toBe(
      422,
    );
    // Nobody else's.
    expect((await typing.post(`${read}/typed`, {})).status).toBe(204);
    expect((await from('203.0.113.1').post(`${neighbor}/typed`, {})).status).toBe(204);
    await flood('203.0.113.1');
    expect(await isOpen(reading, read)).toBe(false);
    expect(await isOpen(typing, page)).toBe(true);
    const { email, password } = users.writer;
    expect((await typing.post(page, { email, password })).status).toBe(303);
    expect((await trying.post(tried, { email, password })).status).toBe(303);
  });

  test('in which somebody has typed are a thousand too', async () => {
    const [first, second] = [from('203.0.113.1'), from('203.0.113.1')];
    const pages = [await open(first), await open(second)] as const;
    await first.post(`${pages[0]}/typed`, {});
    await second.post(`${pages[1]}/typed`, {});
    const row = await openedBy();
    if (!row) throw new Error('The sign-in is not stored');
    const copies = Array.from({ length: LIMIT - 2 }, () => ({ ...row, idDigest: randomUUID() }));
    await store.db.insert(oauthArtifacts).values(copies);
    const third = from('203.0.113.1');
    await third.post(`${await open(third)}/typed`, {});
    expect(await isOpen(first, pages[0])).toBe(false);
    expect(await isOpen(second, pages[1])).toBe(true);
  });

  test('are not ended by others where the browser is known', async () => {
    const browser = from('203.0.113.1');
    const authorization = consoleAuthorization(service.baseUrl);
    await authorizeThroughPages(service.baseUrl, users.writer, authorization, browser);
    const page = await open(browser);
    expect(await isOpen(browser, page)).toBe(true);
    await flood('203.0.113.1');
    expect(await isOpen(browser, page)).toBe(true);
    const { email, password } = users.writer;
    expect((await browser.post(page, { email, password })).status).toBe(303);
  });

  test('are not ended by others once the password was right', async () => {
    factors = [APP];
    const browser = from('203.0.113.1');
    const page = await open(browser);
    const { email, password } = users.reader;
    expect((await browser.submit(page, { email, password })).status).toBe(200);
    await flood('203.0.113.1');
    const finished = await browser.post(`${page}/code`, { code: '123456' });
    expect(finished.headers.get('location')).toContain('/oauth/authorize/');
  });
});

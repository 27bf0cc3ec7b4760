import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeEmail } from '#services/advocacy/current-user/change-email.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { createPageBrowser } from '#services/advocacy/testing/page-browser.ts';
import { createUser } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('undoing a change of email (decisions.md, 48)', (store) => {
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

  const change = (email: string) =>
    changeEmail(service.dependencies, user.userId, { email, isProven: true });
  /** The link in the notice to the address after its last change. */
  const linkSentTo = async (address: string) => {
    const [notice] = await listReceived(service, address);
    return new URL(/https?:\S+/.exec(notice?.text ?? '')?.[0] ?? '');
  };
  const undo = (link: URL) =>
    browser.post(`${link.origin}${link.pathname}`, { token: link.searchParams.get('token') ?? '' });

  test('restores the address and signs everyone out', async () => {
    const stolen = await user.signIn();
    const attacker = `attacker-${user.email}`;
    await change(attacker);
    expect((await listReceived(service, attacker))[0]?.text).not.toContain('http');
    const link = await linkSentTo(user.email);
    expect(await (await browser.get(link)).text()).toContain('Undo change');
    expect(await user.canSignIn(user.password)).toBe(false);

    const response = await undo(link);
    expect(await response.text()).toContain('Email change undone');
    expect(await user.isAlive(stolen)).toBe(false);
    expect(await user.canSignIn(user.password)).toBe(true);
    expect((await listReceived(service, attacker))[0]?.subject).toMatch(/was undone/);
    expect((await undo(link)).status).toBe(400);
  });

  test('the first owner wins over later changes', async () => {
    const [second, third] = [`2-${user.email}`, `3-${user.email}`];
    await change(second);
    await change(third);
    const [own, attackers] = [await linkSentTo(user.email), await linkSentTo(second)];
    expect((await undo(attackers)).status).toBe(200);
    expect((await undo(own)).status).toBe(200);
    expect(await user.canSignIn(user.password)).toBe(true);

    await change(second);
    await change(third);
    const again = [await linkSentTo(user.email), await linkSentTo(second)];
    expect(again.length).toBe(2);
    expect((await undo(again[0] as URL)).status).toBe(200);
    expect((await undo(again[1] as URL)).status).toBe(400);
  });

  test('works once in parallel, and not with a tampered link', async () => {
    await change(`new-${user.email}`);
    const link = await linkSentTo(user.email);
    const token = link.searchParams.get('token') ?? '';
    const tampered = new URL(link);
    for (const value of ['', '\0', `${token}x`, token.slice(1)]) {
      tampered.searchParams.set('token', value);
      expect((await browser.get(tampered)).status).toBe(400);
      expect((await undo(tampered)).status).toBe(400);
    }
    const outcomes = await Promise.all([undo(link), undo(link), undo(link)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('has the public address, whatever headers the requests have', async () => {
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'ftp' };
    const forged = createPageBrowser(headers);
    await change(`new-${user.email}`);
    const link = await linkSentTo(user.email);
    expect(link.href).toMatch(`${service.baseUrl}/oauth/undo-email-change?token=`);
    const token = link.searchParams.get('token') ?? '';
    const page = await forged.post(`${link.origin}${link.pathname}`, { token });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('evil.test');
  });

  test('is possible for 72 hours', async () => {
    await change(`new-${user.email}`);
    const link = await linkSentTo(user.email);
    service.clock.advance(72 * 3600 - 1);
    expect((await browser.get(link)).status).toBe(200);
    service.clock.advance(1);
    expect((await browser.get(link)).status).toBe(400);
    expect((await undo(link)).status).toBe(400);
  });

  test('is rejected while another user has the address', async () => {
    await change(`new-${user.email}`);
    const link = await linkSentTo(user.email);
    await createUser(store.db, user.email);
    expect((await undo(link)).status).toBe(409);
  });
});

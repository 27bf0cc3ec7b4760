import { expect, test } from 'vitest';
import { describeStorages } from '../../../platform/testing/storages.ts';
import { createPageBrowser, locationOf } from '../../testing/page-browser.ts';
import { seedSignIn } from '../../testing/sign-in-fixture.ts';
import { authorizeUrl, createPkce } from '../../testing/sign-in-through-pages.ts';
import { startAdvocacy } from '../../testing/start-advocacy.ts';

describeStorages('sign-in behind a proxy that ends HTTPS', (store) => {
  test('makes secure cookies and public addresses, whatever the last hop says', async () => {
    const publicUrl = 'https://patron.example';
    const service = await startAdvocacy(store.storage, {
      publicUrl,
      baseUrl: `${publicUrl}/api/advocacy`,
    });
    const { writer } = await seedSignIn(store.db);
    try {
      const browser = createPageBrowser();
      const toLocal = ({ pathname, search }: URL) => new URL(pathname + search, service.baseUrl);
      const authorize = authorizeUrl(service.baseUrl, {
        response_type: 'code',
        client_id: 'patron-console',
        redirect_uri: `${publicUrl}/auth/callback`,
        code_challenge: createPkce().challenge,
        code_challenge_method: 'S256',
      });
      const page = locationOf(await browser.get(authorize));
      const { email, password } = writer;
      const returnTo = locationOf(await browser.post(toLocal(page), { email, password }));
      expect(returnTo.origin).toBe(publicUrl);
      const callback = locationOf(await browser.get(toLocal(returnTo)));
      expect(callback.href).toMatch(/^https:\/\/patron\.example\/auth\/callback\?code=/);
      const set = browser.setCookies.filter((line) => !line.includes('01 Jan 1970'));
      expect(set.length).toBeGreaterThan(3);
      for (const line of set) expect(line).toMatch(/; secure/i);
    } finally {
      await service.close();
    }
  });
});

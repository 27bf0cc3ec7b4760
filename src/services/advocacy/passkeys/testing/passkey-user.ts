import { createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createAuthenticator } from '#services/advocacy/testing/authenticator.ts';
import type { PageBrowser } from '#services/advocacy/testing/page-browser.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';

/** A user who can sign in, also with a passkey; by default one that a password manager copies. */
export async function createPasskeyUser(
  service: TestAdvocacy,
  authenticator = createAuthenticator({ isSynced: true }),
) {
  const account = await createAccountUser(service);
  const tokens = await account.signIn();
  const idToken = await account.confirm(tokens);
  const at = (path: string) => `/account/v1/passkeys${path}?id_token=${idToken}`;
  const { body } = await account.call(tokens, 'POST', at('/options'));
  const { publicUrl: origin } = service.dependencies;
  const credential = authenticator.create(body.data, { origin });
  await account.call(tokens, 'POST', at(''), { name: 'Laptop', credential });
  return { ...account, tokens, at, authenticator, handle: body.data.user.id as string };
}

interface OpenedPage {
  browser: PageBrowser;
  page: URL;
}

/** The current page of a sign-in, and the options for a passkey in it. */
export async function readPasskeyPage({ browser, page }: OpenedPage) {
  const html = await (await browser.get(page)).text();
  const json = /data-passkey="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"');
  return { html, options: JSON.parse(json ?? 'null') };
}

/** Submits the form of the page. */
export function submitPasskey({ browser, page }: OpenedPage, credential: unknown) {
  return browser.submit(`${page}/passkey`, { credential: JSON.stringify(credential) });
}

import { type TokenResponse, tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import {
  createPageBrowser,
  locationOf,
  type PageBrowser,
} from '#services/advocacy/testing/page-browser.ts';
import {
  consoleAuthorization,
  openSignIn,
  requestToken,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import type { OpenIdProvider } from './openid-provider.ts';

/** A browser's way to the provider and back, in steps that tests change. */
export async function openProviderSignIn(
  { baseUrl }: Pick<TestAdvocacy, 'baseUrl'>,
  provider: OpenIdProvider,
  browser: PageBrowser = createPageBrowser(),
) {
  const authorization = consoleAuthorization(baseUrl);
  const { page, verifier } = await openSignIn(baseUrl, authorization, browser);
  const started = await browser.get(`${page}/sso`);

  /** Opens the callback, and the address that it leads to. */
  async function comeBack(callback: URL, through = browser): Promise<Response> {
    const received = await through.get(callback);
    return received.status === 303 ? through.get(locationOf(received)) : received;
  }

  return {
    browser,
    page,
    /** The response to the link on the sign-in page. */
    started,
    /** Where the provider sends the browser back. */
    callback: () => provider.authorize(locationOf(started)),
    comeBack,
    /** @param response the last one of the sign-in */
    async finish(response: Response): Promise<TokenResponse> {
      const resumed = await browser.get(locationOf(response));
      const exchanged = await requestToken(baseUrl, {
        grant_type: 'authorization_code',
        client_id: authorization.clientId,
        redirect_uri: authorization.redirectUri,
        code: locationOf(resumed).searchParams.get('code') ?? '',
        code_verifier: verifier,
      });
      return tokenResponseSchema.parse(await exchanged.json());
    },
  };
}

/** Signs in by the provider. */
export async function signInByProvider(
  service: Pick<TestAdvocacy, 'baseUrl'>,
  provider: OpenIdProvider,
): Promise<TokenResponse> {
  const signIn = await openProviderSignIn(service, provider);
  return signIn.finish(await signIn.comeBack(signIn.callback()));
}

/** Links a user, as their own sign-in after the provider's would. */
export async function insertIdentity(
  { dependencies: { db, clock } }: Pick<TestAdvocacy, 'dependencies'>,
  { url: issuer }: Pick<OpenIdProvider, 'url'>,
  { userId, subject }: { userId: number; subject: string },
): Promise<void> {
  await db.insert(userIdentities).values({ userId, issuer, subject, createdAt: clock.now() });
}

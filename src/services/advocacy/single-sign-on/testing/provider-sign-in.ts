import { type TokenResponse, tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
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
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import type { TestClock } from '#services/platform/testing/test-clock.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

/** Starts a provider and a service whose users sign in with it. Closing the service also closes the provider. */
export async function startWithProvider(
  storage: Storage,
  clock: TestClock,
  settings?: Partial<OidcSettings>,
): Promise<{ provider: OpenIdProvider; service: TestAdvocacy }> {
  const provider = await startOpenIdProvider(clock);
  const service = await startAdvocacy(storage, { oidc: provider.settings(settings) }, { clock });
  await service.dependencies.singleSignOn?.metadata.refresh();
  const close = async () => {
    await service.close();
    await provider.close();
  };
  return { provider, service: { ...service, close } };
}

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

export type LinkedUser = AccountUser & { subject: string };

/** A user with a password who is linked to the provider, which signs them in next. */
export async function createLinkedUser(
  service: TestAdvocacy,
  provider: OpenIdProvider,
): Promise<LinkedUser> {
  const user = await createAccountUser(service);
  const subject = `subject ${user.userId}`;
  await insertIdentity(service, provider, { userId: user.userId, subject });
  provider.claims = { sub: subject };
  return { ...user, subject };
}

/** Links a user, as their own sign-in after the provider's would. */
export async function insertIdentity(
  { dependencies: { db, clock } }: Pick<TestAdvocacy, 'dependencies'>,
  { url: issuer }: Pick<OpenIdProvider, 'url'>,
  { userId, subject }: { userId: number; subject: string },
): Promise<void> {
  await db.insert(userIdentities).values({ userId, issuer, subject, createdAt: clock.now() });
}

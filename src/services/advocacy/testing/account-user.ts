import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  idTokenResponseSchema,
  type TokenResponse,
  tokenResponseSchema,
} from '#contract/advocacy/oauth.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { listReceived } from './factors-user.ts';
import { createPageBrowser } from './page-browser.ts';
import { createUser } from './sign-in.ts';
import {
  authorizeThroughPages,
  consoleAuthorization,
  requestToken,
  signInThroughPages,
} from './sign-in-through-pages.ts';
import type { TestAdvocacy } from './start-advocacy.ts';

const PASSWORD = 'correct horse battery staple';

/** A user who can sign in, and what tests of accounts do as that user. */
export async function createAccountUser(service: TestAdvocacy) {
  const { db } = service.dependencies;
  const { baseUrl } = service;
  const { userId, email } = await createUser(db, `${randomUUID()}@brand.test`);
  const passwordHash = await hashPassword(PASSWORD);
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));

  const call = async (
    { access_token }: TokenResponse,
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const sendPassword = ({ access_token }: TokenResponse, password: string) =>
    fetch(`${baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: new URLSearchParams({ password }),
    });

  return {
    userId,
    email,
    password: PASSWORD,
    call,
    /** Tries to confirm with a password. */
    sendPassword,
    /** Confirms with the password, and returns the id_token. */
    async confirm(tokens: TokenResponse): Promise<string> {
      const response = await sendPassword(tokens, PASSWORD);
      return idTokenResponseSchema.parse(await response.json()).id_token;
    },
    signIn: (password = PASSWORD) => signInThroughPages(baseUrl, { email, password }),
    /** Signs in with a browser that sends these headers. */
    async signInFrom(headers: Record<string, string>): Promise<TokenResponse> {
      const { clientId, redirectUri } = consoleAuthorization(baseUrl);
      const { callback, verifier } = await authorizeThroughPages(
        baseUrl,
        { email, password: PASSWORD },
        undefined,
        createPageBrowser(headers),
      );
      const form = {
        grant_type: 'authorization_code',
        client_id: clientId,
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      };
      return tokenResponseSchema.parse(await (await requestToken(baseUrl, form, headers)).json());
    },
    async canSignIn(password: string, address = email): Promise<boolean> {
      const signIn = signInThroughPages(baseUrl, { email: address, password });
      return signIn.then(
        () => true,
        () => false,
      );
    },
    isAlive: async (tokens: TokenResponse) => (await call(tokens, 'GET', '/v2/me')).status === 200,
    /** Messages to the user, newest first. */
    received: () => listReceived(service, email),
    /** The last one-time link that the user received. */
    async lastLink(): Promise<string> {
      const texts = (await listReceived(service, email)).map(({ text }) => text);
      return /https?:\S+\?token=\S+/.exec(texts.join('\n'))?.[0] ?? '';
    },
  };
}
export type AccountUser = Awaited<ReturnType<typeof createAccountUser>>;

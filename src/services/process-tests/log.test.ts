import { expect, test } from 'vitest';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import {
  authorizeThroughPages,
  consoleAuthorization,
  openSignIn,
  requestToken,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { DEMO_LOYALTY_HEADERS } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

test('every log line is a JSON object, and none contains a secret', async () => {
  const patron = await startPatronProcess({
    PATRON_DATA_DIR: await demoDirectory(),
    LOG_LEVEL: 'trace',
  });
  const baseUrl = `${patron.url}/api/advocacy`;
  const authorization = { ...consoleAuthorization(baseUrl), state: 'state-of-the-client' };

  const attempt = await openSignIn(baseUrl, authorization);
  const wrong = 'a-wrong-password';
  await attempt.browser.post(attempt.page, { ...DEMO_SIGN_IN, password: wrong });
  const { callback, verifier } = await authorizeThroughPages(baseUrl, DEMO_SIGN_IN, authorization);
  // The same process serves the console's callback page, which receives the code.
  await fetch(callback);
  const code = callback.searchParams.get('code') ?? '';
  const exchanged = await requestToken(baseUrl, {
    grant_type: 'authorization_code',
    client_id: authorization.clientId,
    code,
    redirect_uri: authorization.redirectUri,
    code_verifier: verifier,
  });
  const tokens = tokenResponseSchema.parse(await exchanged.json());
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const proof = await fetch(`${baseUrl}/oauth/id_token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ password: DEMO_SIGN_IN.password }),
  });
  const { id_token: idToken } = (await proof.json()) as { id_token: string };
  const created = await fetch(
    `${baseUrl}/v2/authentication_factors?id_token=${encodeURIComponent(idToken)}`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        data: {
          type: 'authentication_factor',
          attributes: { type: 'one_time_password' },
        },
      }),
    },
  );
  const factor = await created.text();
  expect([created.status, factor]).toEqual([201, expect.stringContaining('secret=')]);
  const seed = /secret=([A-Z2-7]+)/.exec(factor)?.[1] ?? '';
  await fetch(`${patron.url}/api/loyalty/v2/loyalty/members`, { headers: DEMO_LOYALTY_HEADERS });
  const requestId = 'from-the-browser';
  const listed = await fetch(`${patron.url}/gateway/teams/1/loyalty/v2/loyalty/members`, {
    headers: { ...headers, 'x-request-id': requestId },
  });
  expect(listed.headers.get('x-request-id')).toBe(requestId);
  patron.kill('SIGTERM');
  await patron.exited;

  const lines = patron.log().trimEnd().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of logged) {
    expect(line).toMatchObject({ level: expect.any(String), time: expect.any(String) });
  }
  expect(logged).toContainEqual(
    expect.objectContaining({
      msg: 'request completed',
      method: 'POST',
      url: '/api/advocacy/oauth/token',
    }),
  );
  // One ID from the browser to the loyalty service, and whose request it was.
  const caller = { user: '1', client: authorization.clientId, team: 1 };
  expect(
    logged.filter(({ msg, reqId }) => msg === 'request completed' && reqId === requestId),
  ).toEqual([
    expect.objectContaining({ url: expect.stringMatching(/^\/api\/loyalty\//), ...caller }),
    expect.objectContaining({ url: expect.stringMatching(/^\/gateway\//), ...caller }),
  ]);
  const secrets = {
    wrong,
    password: DEMO_SIGN_IN.password,
    code,
    verifier,
    state: authorization.state,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    idToken,
    seed,
    apiKey: DEMO_LOYALTY_HEADERS['api-key'],
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, secret.length > 8]).toEqual([name, true]);
    expect([name, patron.log().includes(secret)]).toEqual([name, false]);
  }
}, 120_000);

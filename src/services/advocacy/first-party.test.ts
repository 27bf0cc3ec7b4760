import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { ACCOUNT_PATH } from './account/account-routes.ts';
import { PEOPLE_PATH } from './people/people-routes.ts';
import { addMember, createTeam, createUser, grantAccessToken } from './testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from './testing/start-advocacy.ts';

/** The gateway's are tested in src/services/first-party.test.ts. */
const SERVED = ['account', 'audit', 'people'];
const endpoints = contractEndpoints
  .filter(
    ({ folder, endpoint }) =>
      endpoint.firstParty && SERVED.includes(folder) && !endpoint.path.endsWith('/audit-events'),
  )
  .map(({ folder, endpoint }) => {
    const prefix = folder === 'people' ? PEOPLE_PATH : ACCOUNT_PATH;
    return [endpoint.id, endpoint, prefix] as const;
  });

let service: TestAdvocacy;
let user: { userId: number };
let teamId: number;
beforeAll(async () => {
  const storage = await openEmbeddedCopy();
  service = await startAdvocacy(storage);
  user = await createUser(storage.db, 'ada@brand.test');
  const team = await createTeam(storage.db, 'Northwind');
  await addMember(storage.db, user.userId, team.teamId, team.writerRoleId);
  teamId = team.teamId;
});
afterAll(() => service?.close());

async function send({ method, path }: Endpoint, prefix: string, clientId: string | undefined) {
  const { db, clock } = service.dependencies;
  const token = await grantAccessToken(db, clock, { ...user, scopes: SCOPES, clientId });
  const address = path.replace(':team_id', String(teamId)).replace(/:[a-z_]+/g, '1');
  const response = await fetch(`${service.baseUrl}${prefix}${address}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  return [response.status, text.includes('"4030000"')];
}

test.each(endpoints)(
  '%s rejects the token of another application, even of an administrator',
  async (_id, endpoint, prefix) => {
    expect(await send(endpoint, prefix, 'partner')).toEqual([403, true]);
    expect(await send(endpoint, prefix, undefined)).not.toEqual([403, true]);
  },
);

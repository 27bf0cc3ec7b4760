import { writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listAccounts, newAccountRedirect } from '#contract/advocacy/accounts.ts';
import { consoleConfigSchema } from '#contract/gateway/config.ts';
import { createUser } from '#services/advocacy/administration/manage-users.ts';
import { returnFromThirdParty } from '#services/advocacy/testing/connect-flow.ts';
import { addMember, createTeam } from '#services/advocacy/testing/sign-in.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startThirdParty } from '#services/advocacy/testing/third-party.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const ADA = { email: 'ada@brand.test', name: 'Ada', password: 'a long enough password' };

/** A data directory with a user, Ada, who can write in a team. */
async function createDeployment() {
  const directory = await migratedDirectory();
  const storage = await openEmbedded(directory);
  const { id } = await createUser(storage.db, ADA);
  const { teamId, writerRoleId } = await createTeam(storage.db, 'Northwind');
  await addMember(storage.db, id, teamId, writerRoleId);
  await storage.close();
  return { directory, teamId };
}

test('accounts can be connected at the networks listed in PATRON_ACCOUNT_PROVIDERS', async () => {
  const { directory, teamId } = await createDeployment();
  const thirdParty = await startThirdParty();
  onTestFinished(thirdParty.close);
  const file = joinPath(directory, 'networks.json');
  writeFileSync(file, JSON.stringify(thirdParty.providers));
  const { url } = await startPatronProcess({
    PATRON_DEMO: '0',
    PATRON_DATA_DIR: directory,
    PATRON_ACCOUNT_PROVIDERS: file,
  });

  const config = await readConfig(url);
  expect(config.accountTypes.map(({ type, connect }) => [type, connect])).toEqual([
    ['chirp', 'authorize'],
    ['bare', 'authorize'],
    ['shopify', 'authorize'],
    ['sftp', 'credentials'],
  ]);

  const baseUrl = `${url}/api/advocacy`;
  const { access_token: token } = await signInThroughPages(baseUrl, ADA);
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${baseUrl}/v2/teams/${teamId}${path}`, { headers })).json();
  };
  const { data } = newAccountRedirect.response.parse(await get('/accounts/new?type=chirp'));
  const page = new URL(data.attributes.url);
  expect(page.searchParams.get('redirect_uri')).toBe(`${baseUrl}/connect/callback/chirp`);
  expect((await returnFromThirdParty(page)).status).toBe(200);

  const accounts = listAccounts.response.parse(await get('/accounts'));
  expect(accounts.data.map(({ attributes }) => attributes)).toMatchObject([
    { external_id: '4711', name: 'Ünïcode 鳥', username: 'birds', followers_count: 120 },
  ]);
}, 60_000);

test('in the demo, listed networks replace the demo networks of the same type', async () => {
  const directory = await demoDirectory();
  const thirdParty = await startThirdParty();
  onTestFinished(thirdParty.close);
  const file = joinPath(directory, 'networks.json');
  writeFileSync(file, JSON.stringify(thirdParty.providers));
  const { url } = await startPatronProcess({
    PATRON_DEMO: '1',
    PATRON_DATA_DIR: directory,
    PATRON_ACCOUNT_PROVIDERS: file,
  });

  const types = (await readConfig(url)).accountTypes.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['chirp', 'bare', 'instagram', 'sftp']));
  expect(types.filter((type) => type === 'shopify')).toHaveLength(1);
}, 60_000);

async function readConfig(url: string) {
  return consoleConfigSchema.parse(await (await fetch(`${url}/config.json`)).json());
}

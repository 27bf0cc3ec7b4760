import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEmailTemplates } from '#contract/advocacy/email-templates.ts';
import {
  type AccountsTeam,
  createAccountsTeam,
  parseResponse,
} from '#services/advocacy/testing/accounts-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { emailTemplates } from './email-templates-table.ts';

describeStorages('GET email_templates', (store) => {
  let service: TestAdvocacy;
  let team: AccountsTeam;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    team = await createAccountsTeam(service);
    const names = Array.from({ length: 30 }, (_none, index) => `Template ${index + 1}`);
    const values = names.map((name) => ({ teamId: team.teamId, name, subject: `About ${name}` }));
    await store.db.insert(emailTemplates).values(values);
  });
  afterAll(() => service.close());

  const list = async (query = '') =>
    parseResponse(listEmailTemplates, await team.request('GET', `/email_templates${query}`));

  test('returns pages of 25', async () => {
    const first = await list();
    expect(first.data).toHaveLength(25);
    expect(first.data[0]).toMatchObject({
      type: 'email_template',
      attributes: { name: 'Template 1', subject: 'About Template 1' },
    });
    expect(first.meta).toEqual({ total: 30 });
    const second = await list(new URL(first.links.next ?? '').search);
    expect(second.data.map(({ attributes }) => attributes.name)).toEqual(
      [26, 27, 28, 29, 30].map((number) => `Template ${number}`),
    );
  });

  test('allows any team member, whatever the scopes, and nobody else', async () => {
    const { token } = await team.member(team.readerRoleId, []);
    const other = await createAccountsTeam(service);
    const read = (bearer: string) => team.request('GET', '/email_templates', { token: bearer });
    const responses = await Promise.all([token, other.writer.token, 'none'].map(read));
    expect(responses.map(({ status }) => status)).toEqual([200, 403, 401]);
  });

  test.each(['include=team', 'page[size]=101', 'sort=name'])('rejects %s', async (query) => {
    expect((await team.request('GET', `/email_templates?${query}`)).status).toBe(400);
  });
});

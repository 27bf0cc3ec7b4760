import { expect, test } from 'vitest';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import { reauthorizeDisabledReason } from './account-type.ts';

const types: AccountType[] = [
  { type: 'sftp', label: 'SFTP', connect: 'credentials', fields: [] },
  { type: 'instagram', label: 'Instagram', connect: 'authorize', fields: [] },
];

/** An account that so many feeds use. */
function account(type: string, feeds: number): Account {
  const data = Array.from({ length: feeds }, (_, id) => ({ type: 'social_feed', id: `${id}` }));
  return {
    type: 'account',
    id: '1',
    attributes: {},
    meta: { account_type: type },
    relationships: { social_feeds: { data } },
  } as unknown as Account;
}

test('reauthorizeDisabledReason says how to replace saved credentials, also while feeds use them', () => {
  expect(reauthorizeDisabledReason(types, account('instagram', 1))).toBeUndefined();
  expect(reauthorizeDisabledReason(types, account('sftp', 0))).toMatch(
    /can't be replaced\. Delete the account and connect it again\.$/,
  );
  expect(reauthorizeDisabledReason(types, account('sftp', 2))).toMatch(
    /can't be replaced\. Connect the server again with a different username, move the feeds/,
  );
});

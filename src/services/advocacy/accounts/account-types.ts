import type { AccountType } from '#contract/gateway/config.ts';
import type { AccountProvider } from './account-provider.ts';
import type { NewAccount } from './accounts-store.ts';
import { sftp } from './sftp-site.ts';
import { SHOP_TYPE } from './shop-site.ts';

export type AccountField = AccountType['fields'][number];

/** A type whose accounts are connected by typing credentials in. */
export interface CredentialsAccountType extends AccountType {
  connect: 'credentials';
  /**
   * The account that checked credentials stand for.
   * @throws {JsonApiError} 422 at the attribute that is wrong
   */
  toAccount(credentials: Partial<Record<AccountField['name'], string>>): NewAccount;
}

/** A type whose accounts are connected at the third party's own page. */
export interface OAuthAccountType extends AccountType {
  connect: 'authorize';
  provider: AccountProvider;
}

/** The account types of a deployment, by their names (decisions.md, 21). */
export type AccountTypes = ReadonlyMap<string, CredentialsAccountType | OAuthAccountType>;

const SHOP_FIELD: AccountField = {
  name: 'site',
  label: 'Shop domain',
  required: true,
  secret: false,
};

/** @param providers the networks that this deployment has an application at */
export function createAccountTypes(providers: readonly AccountProvider[]): AccountTypes {
  const authorized = providers.map((provider): OAuthAccountType => {
    const { type, label } = provider;
    return {
      type,
      label,
      connect: 'authorize',
      fields: type === SHOP_TYPE ? [SHOP_FIELD] : [],
      provider,
    };
  });
  return new Map([...authorized, sftp].map((type) => [type.type, type]));
}

/** What `/config.json` tells the console of them. */
export function accountTypesForConsole(types: AccountTypes): AccountType[] {
  return [...types.values()].map(({ type, label, connect, fields }) => ({
    type,
    label,
    connect,
    fields,
  }));
}

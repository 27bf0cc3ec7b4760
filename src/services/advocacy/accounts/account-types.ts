import type { AccountType } from '#contract/gateway/config.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { invalidAttribute } from '#services/platform/json-api/errors.ts';
import type { AccountProvider } from './account-provider.ts';
import type { NewAccount } from './accounts-store.ts';
import { toSftpSite } from './sftp-site.ts';
import { SHOP_TYPE } from './shop-site.ts';

type AccountField = AccountType['fields'][number];

/** A type whose accounts are connected by entering credentials. */
export interface CredentialsAccountType extends AccountType {
  connect: 'credentials';
  /**
   * Validates credentials and returns the account they belong to.
   * @throws {JsonApiError} 422 at the invalid attribute
   */
  toAccount(credentials: Partial<Record<AccountField['name'], string>>): NewAccount;
}

/** A type whose accounts are connected by OAuth, on the third party's page. */
export interface OAuthAccountType extends AccountType {
  connect: 'authorize';
  provider: AccountProvider;
}

/** The account types of a deployment by name (decisions.md, 21). */
export type AccountTypes = ReadonlyMap<string, CredentialsAccountType | OAuthAccountType>;

export interface AccountsDependencies extends ServiceDependencies {
  accountTypes: AccountTypes;
}

/** A feed of files. Its external id is the user name at the site (decisions.md, 21). */
export const sftp: CredentialsAccountType = {
  type: 'sftp',
  label: 'SFTP',
  connect: 'credentials',
  fields: [
    { name: 'access_token', label: 'Username', required: true, secret: false },
    { name: 'secret', label: 'Password or private key', required: true, secret: true },
    { name: 'site', label: 'Site', required: true, secret: false },
  ],
  toAccount({ access_token: username = '', secret = '', site: input = '' }) {
    const site = toSftpSite(input);
    if (site === undefined) {
      throw invalidAttribute('site', 'Enter an address such as sftp://files.example.com/feed.');
    }
    return {
      type: 'sftp',
      externalId: `${username}@${site.slice('sftp://'.length)}`,
      name: `${username}@${new URL(site).hostname}`,
      username,
      imageUrl: null,
      site,
      expiresAt: null,
      capabilities: ['ingest'],
      followersCount: 0,
      followsCount: 0,
      mediaCount: 0,
      likesCount: null,
      credentials: { accessToken: username, secret },
      subaccounts: [],
    };
  },
};

const SHOP_FIELD: AccountField = {
  name: 'site',
  label: 'Shop domain',
  required: true,
  secret: false,
};

/** @param providers the networks that this deployment is registered at */
export function createAccountTypes(providers: readonly AccountProvider[]): AccountTypes {
  const oauthTypes = providers.map((provider): OAuthAccountType => {
    const { type, label } = provider;
    return {
      type,
      label,
      connect: 'authorize',
      fields: type === SHOP_TYPE ? [SHOP_FIELD] : [],
      provider,
    };
  });
  return new Map([...oauthTypes, sftp].map((type) => [type.type, type]));
}

/** The account types as `/config.json` lists them, without providers. */
export function accountTypesForConsole(types: AccountTypes): AccountType[] {
  return [...types.values()].map(({ type, label, connect, fields }) => ({
    type,
    label,
    connect,
    fields,
  }));
}

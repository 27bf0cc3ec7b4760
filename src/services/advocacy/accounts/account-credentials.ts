import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { accounts } from './accounts-table.ts';

/** What an account is reached with at its third party; never returned by the API. */
export interface Credentials {
  /** An OAuth access token, or a user name. */
  accessToken: string;
  /** A password or private key. */
  secret?: string;
  refreshToken?: string;
}

interface AccountKey {
  teamId: number;
  type: string;
  externalId: string;
}

/** What only this account's row has, so that credentials copied to another one do not decrypt. */
export function credentialsContext({ teamId, type, externalId }: AccountKey): string {
  return `account:${teamId}:${type}:${externalId}`;
}

export const encryptedCredentials = encryptedColumn({
  table: accounts,
  key: accounts.id,
  value: accounts.credentials,
  parts: { teamId: accounts.teamId, type: accounts.type, externalId: accounts.externalId },
  contextOf: credentialsContext,
});

/** The credentials as they are stored in the account's row. */
export function encryptCredentials(
  encryption: Encryption,
  key: AccountKey,
  credentials: Credentials,
): string {
  return encryption.encrypt(JSON.stringify(credentials), credentialsContext(key));
}

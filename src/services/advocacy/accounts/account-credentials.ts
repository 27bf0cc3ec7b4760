import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { accounts } from './accounts-table.ts';

/** Credentials for the third party; never returned by the API. */
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

/** Unique per account, so that credentials copied to another row don't decrypt. */
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

export function encryptCredentials(
  encryption: Encryption,
  key: AccountKey,
  credentials: Credentials,
): string {
  return encryption.encrypt(JSON.stringify(credentials), credentialsContext(key));
}

import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { listPasskeys, type Passkey } from '#contract/account/passkeys.ts';

export const PASSKEYS_KEY = ['passkeys'] as const;

/** The user's passkeys, oldest first; they fit on one page. */
export function passkeysQuery(account: Client) {
  return queryOptions({
    queryKey: PASSKEYS_KEY,
    queryFn: async ({ signal }): Promise<readonly Passkey[]> =>
      (await account.request(listPasskeys, { signal })).data,
  });
}

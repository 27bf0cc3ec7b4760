import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { getProfile, type Profile } from '#contract/account/profile.ts';

/** The user's name and ways to confirm; null if the deployment has no such API. */
export function profileQuery({ account }: Api) {
  return queryOptions({
    queryKey: ['profile'],
    queryFn: async ({ signal }): Promise<Profile | null> =>
      account ? (await account.request(getProfile, { signal })).data : null,
  });
}

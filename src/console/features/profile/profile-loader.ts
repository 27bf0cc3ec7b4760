import type { CreateLoader } from '#console/api/create-loader.ts';
import { profileQuery } from '#console/session/profile-query.ts';

export const profileLoader: CreateLoader =
  ({ api, queryClient }) =>
  () => {
    void queryClient.prefetchQuery(profileQuery(api));
    return null;
  };

import type { CreateLoader } from '#console/api/create-loader.ts';
import { domainsQuery } from './domains-queries.ts';

export const domainsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    void queryClient.prefetchQuery(domainsQuery(api, teamId));
    return null;
  };

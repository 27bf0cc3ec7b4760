import type { CreateLoader } from '#console/api/create-loader.ts';
import { factorsQuery } from './factors-queries.ts';

export const securityLoader: CreateLoader =
  ({ api, queryClient }) =>
  () => {
    void queryClient.prefetchQuery(factorsQuery(api));
    return null;
  };

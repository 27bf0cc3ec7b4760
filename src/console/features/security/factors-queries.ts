import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { CURRENT_USER_KEY } from '#console/session/current-user.ts';
import { SECURITY_EVENTS_KEY } from '#console/shared/people/security-events-query.ts';
import {
  type AuthenticationFactor,
  listAuthenticationFactors,
} from '#contract/advocacy/authentication-factors.ts';

const FACTORS_KEY = ['authentication-factors'] as const;

/** All factors of the current user. The list is not paged (advocacy.md, Endpoints). */
export function factorsQuery(api: Api) {
  return queryOptions({
    queryKey: FACTORS_KEY,
    queryFn: async ({ signal }): Promise<readonly AuthenticationFactor[]> => {
      const response = await api.advocacy.request(listAuthenticationFactors, { signal });
      return response.data;
    },
  });
}

/** Refetches factors and security activity after a change. */
export async function invalidateFactors(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: SECURITY_EVENTS_KEY });
  // A team that requires a second step may be open now.
  void queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY });
  await queryClient.invalidateQueries({ queryKey: FACTORS_KEY });
}

export const securityLoader: CreateLoader =
  ({ api, queryClient }) =>
  () => {
    void queryClient.prefetchQuery(factorsQuery(api));
    return null;
  };

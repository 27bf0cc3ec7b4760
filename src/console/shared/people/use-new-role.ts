import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useConfig, useSession } from '#console/session/session-context.ts';
import { renewSessionScopes } from '#contract/account/sessions.ts';

/** Returns a function that lets every tab use what the user's roles allow by now. */
export function useNewRole() {
  const { account } = useApi();
  const { scopes } = useConfig().advocacy;
  const session = useSession();
  const queryClient = useQueryClient();
  /** @returns whether that is all that the console asks for; else a new sign-in may give more */
  return async (): Promise<boolean> => {
    const renewed = await account?.request(renewSessionScopes, {});
    if (!renewed) return false;
    await session.renew((await session.access()).accessToken);
    await queryClient.invalidateQueries();
    return scopes.every((scope) => renewed.data.scopes.includes(scope));
  };
}

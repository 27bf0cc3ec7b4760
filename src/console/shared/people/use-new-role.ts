import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useConfig, useGrantedScopes, useSession } from '#console/session/session-context.ts';
import { renewSessionScopes } from '#contract/account/sessions.ts';

/** Returns a function that lets every tab use what the user's roles allow by now. */
export function useNewRole() {
  const { account } = useApi();
  const { scopes } = useConfig().advocacy;
  const granted = useGrantedScopes() ?? [];
  const session = useSession();
  const queryClient = useQueryClient();
  /** @returns whether they allow more than before; else a new sign-in may */
  return async (): Promise<boolean> => {
    const renewed = await account?.request(renewSessionScopes, {});
    if (!renewed) return false;
    await session.renew((await session.access()).accessToken);
    await queryClient.invalidateQueries();
    return scopes.some((scope) => !granted.includes(scope) && renewed.data.scopes.includes(scope));
  };
}

import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam } from '#console/session/team.ts';

/** The audit log's API; undefined if the deployment has none, or the user may not read it. */
export function useReadableAudit(): Client | undefined {
  const { audit } = useApi();
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  const canRead = useMissingScope('teams:read') === undefined;
  return isAdministrator && canRead ? audit : undefined;
}

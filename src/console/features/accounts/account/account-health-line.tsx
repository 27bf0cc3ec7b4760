import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { useTeamId } from '#console/session/team.ts';
import { AccountHealth } from '#console/shared/accounts/account-health.tsx';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { actorLabel } from '#console/shared/audit/audit-labels.ts';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { listAuditEvents } from '#contract/audit/audit-events.ts';

/** Until when an account works, who connected it, and when it was last reauthorized. */
export function AccountHealthLine({ account }: { readonly account: Account }) {
  const { created_at: createdAt, expires_at: expiresAt } = account.attributes;
  const teamId = useTeamId();
  const audit = useReadableAudit();
  const { data } = useQuery({
    ...connectionQuery(audit, teamId, account.id),
    enabled: audit !== undefined,
  });
  return (
    <FactLine>
      {expiresAt !== undefined && <AccountHealth expiresAt={expiresAt} />}
      {createdAt && (
        <>
          Connected {data?.connected && `by ${actorLabel(data.connected.actor)} `}
          <RelativeTime at={createdAt} />
        </>
      )}
      {data?.reauthorized && (
        <>
          Last reauthorized by {actorLabel(data.reauthorized.actor)}{' '}
          <RelativeTime at={data.reauthorized.at} />
        </>
      )}
    </FactLine>
  );
}

/** The events in which an account was connected and last reauthorized, as far as the audit log has them. */
function connectionQuery(audit: Client | undefined, teamId: string, id: string) {
  return queryOptions({
    queryKey: [...accountsKey(teamId), 'connection', id] as const,
    queryFn: async ({ signal }) => {
      const newest = async (action: string) => {
        const params = { team_id: teamId };
        const query = { subject_type: 'account', subject_id: id, action, count: 1 };
        const response = await audit?.request(listAuditEvents, { params, query, signal });
        return response?.data[0];
      };
      const [connected, reauthorized] = await Promise.all([
        newest('account.create'),
        newest('account.reauthorize'),
      ]);
      return { connected, reauthorized };
    },
  });
}

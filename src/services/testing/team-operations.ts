import { AUDIT_CSV_PATH } from '#contract/audit/audit-events.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { INBOX_STREAM_PATH } from '#contract/gateway/inbox.ts';
import { JOB_RESULT_PATH, JOBS_STREAM_PATH } from '#contract/gateway/jobs.ts';
import {
  POINTS_OWED_CSV_PATH,
  POINTS_STATEMENT_CSV_PATH,
} from '#contract/gateway/points/points-owed.ts';
import { SECURITY_CSV_PATH } from '#contract/people/security-log.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';

export interface AddressedOperation extends Pick<Endpoint, 'id' | 'method' | 'firstParty'> {
  scope: string;
  /** With parameters as `:name`. */
  url: string;
}

/** The paths of the APIs by the folder of the contract. */
export const BASES: Record<string, string> = {
  account: '/api/advocacy/account/v1',
  advocacy: '/api/advocacy',
  people: '/api/advocacy/admin/v1',
};
const LOYALTY = '/gateway/teams/:team_id/loyalty/v2';
const byGateway = (id: string, scope: string, path: string): AddressedOperation => ({
  ...{ id, scope, method: 'GET', firstParty: id === 'exportAuditEvents' },
  url: `/gateway${path}`,
});

/** Every operation on a team, by every way to it: the APIs, the loyalty proxy, files and streams. */
export const teamOperations: readonly AddressedOperation[] = [
  ...contractEndpoints.flatMap(({ folder, endpoint }) => {
    const { id, method, path, scope = '', firstParty = false } = endpoint;
    if (folder.startsWith('loyalty')) {
      if (!endpoint.isPublished) return [];
      const teamScope = method === 'GET' ? 'teams:read' : 'teams:write';
      return [{ id, method, firstParty, scope: teamScope, url: `${LOYALTY}${path}` }];
    }
    if (!path.includes('/:team_id/')) return [];
    return [{ id, method, firstParty, scope, url: `${BASES[folder] ?? '/gateway'}${path}` }];
  }),
  byGateway('exportAuditEvents', 'teams:read', AUDIT_CSV_PATH),
  {
    ...{ id: 'exportTeamSecurityEvents', method: 'GET', firstParty: true, scope: 'users:read' },
    url: `${BASES.people}${SECURITY_CSV_PATH}`,
  },
  byGateway('downloadJobResult', 'teams:read', JOB_RESULT_PATH),
  byGateway('downloadPointsOwed', 'teams:read', POINTS_OWED_CSV_PATH),
  byGateway('downloadPointsStatement', 'teams:read', POINTS_STATEMENT_CSV_PATH),
  byGateway('streamInboxEvents', 'webhooks:read', INBOX_STREAM_PATH),
  byGateway('streamJobs', 'teams:read', JOBS_STREAM_PATH),
];

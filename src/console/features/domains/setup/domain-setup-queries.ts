import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { domainsKey, PENDING_POLL_MS } from '#console/shared/domains/domains-query.ts';
import { type DomainSetup, getDomainSetup } from '#contract/advocacy/domain-setup.ts';

/** Between lookups for a domain that isn't valid yet. Short, because someone who corrects a record waits for it. */
export const CHECK_SECONDS = 4;

/** Records can also disappear later. */
const SET_UP_CHECK_SECONDS = 30;

/** A domain's DNS records and certificate, looked up again and again. */
export function domainSetupQuery(api: Api, teamId: string, domainId: string) {
  const client = api.domainSetup;
  return queryOptions({
    queryKey: [...domainsKey(teamId), 'setup', domainId],
    enabled: client !== undefined,
    queryFn: async ({ signal }): Promise<DomainSetup> => {
      if (!client) throw new Error('This deployment has no domain setup');
      const params = { team_id: teamId, domain_id: domainId };
      return (await client.request(getDomainSetup, { params, signal })).data;
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data && isSetUp(data)) return SET_UP_CHECK_SECONDS * 1000;
      return data && isIssuing(data) ? PENDING_POLL_MS : CHECK_SECONDS * 1000;
    },
  });
}

/** Whether the certificate is the next step, which takes seconds. */
function isIssuing({ attributes }: DomainSetup): boolean {
  return attributes.certificate.status === 'pending' && areRecordsFound(attributes.records);
}

function isSetUp({ attributes }: DomainSetup): boolean {
  return attributes.certificate.status === 'issued' && areRecordsFound(attributes.records);
}

export function areRecordsFound(records: DomainSetup['attributes']['records']): boolean {
  return records.every(({ status }) => status === 'found');
}

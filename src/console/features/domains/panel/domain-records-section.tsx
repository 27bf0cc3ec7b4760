import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { DnsRecords } from '#console/features/domains/setup/dns-records.tsx';
import { domainSetupQuery } from '#console/features/domains/setup/domain-setup-queries.ts';
import { recordsOfTemplates } from '#console/features/domains/setup/records-of-templates.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { domainsKey, hasLostRecords } from '#console/shared/domains/domains-query.ts';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import type { Domain } from '#contract/advocacy/domains.ts';

/** The DNS records of a domain that has been set up, if the deployment requires any. */
export function DomainRecordsSection({ domain }: { readonly domain: Domain }) {
  const api = useApi();
  const { extensions } = useConfig();
  const setup = useQuery(domainSetupQuery(api, useTeamId(), domain.id));
  const isLost = setup.data && areRecordsLost(setup.data.attributes.records);
  useRefetchOfChangedStatus(domain, isLost);
  const { name } = domain.attributes;
  if (name === undefined) return null;

  if (!api.domainSetup) {
    const records = recordsOfTemplates(extensions?.domain_setup?.records ?? [], name);
    if (records.length === 0) return null;
    return (
      <PanelSection title="DNS records">
        <DnsRecords domain={name} zone={name} records={records} />
      </PanelSection>
    );
  }
  if (setup.data?.attributes.records.length === 0) return null;
  const error = toUserFacingError(setup.error, "Couldn't check the DNS records");
  return (
    <PanelSection title="DNS records">
      {error && <ErrorNotice error={error} />}
      {!setup.data && setup.isPending && <Skeleton height={120} />}
      {setup.data && (
        <>
          {isLost && <LostRecordsBanner />}
          <DnsRecords
            domain={name}
            zone={setup.data.attributes.zone}
            records={setup.data.attributes.records}
          />
        </>
      )}
    </PanelSection>
  );
}

function areRecordsLost(records: readonly DomainRecord[]): boolean {
  return records.some(({ status }) => status === 'missing' || status === 'wrong');
}

/** Refetches the domains when the lookup says something else than their status. */
function useRefetchOfChangedStatus(domain: Domain, isLost: boolean | undefined): void {
  const queryClient = useQueryClient();
  const teamId = useTeamId();
  const isOutdated = isLost !== undefined && isLost !== hasLostRecords(domain);
  useEffect(() => {
    if (isOutdated) void queryClient.invalidateQueries({ queryKey: domainsKey(teamId) });
  }, [queryClient, teamId, isOutdated]);
}

/** A certificate can't be renewed without the records. */
function LostRecordsBanner() {
  return (
    <Banner tone="amber" title="Valid, but DNS records are missing">
      <p>
        Visitors may not reach this domain. Set the records below again, or its certificate can't be
        renewed.
      </p>
    </Banner>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { isPending } from '#console/shared/domains/domains-query.ts';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import { AskForRecords, DnsRecords } from './dns-records.tsx';
import { domainSetupQuery } from './domain-setup-queries.ts';
import { SetupStages } from './setup-stages.tsx';

/** What a domain needs before visitors can open it; its records alone once it is valid. */
export function DomainSetupSection({ domain }: { readonly domain: Domain }) {
  const api = useApi();
  const { extensions } = useConfig();
  const setup = useQuery(domainSetupQuery(api, useTeamId(), domain.id));
  const { name } = domain.attributes;
  if (name === undefined) return null;

  if (!api.domainSetup) {
    const records = extensions?.domain_setup?.records ?? [];
    if (records.length === 0 && !isPending(domain)) return null;
    return (
      <PanelSection title="DNS records">
        {records.length === 0 ? (
          <AskForRecords />
        ) : (
          <DnsRecords
            domain={name}
            zone={name}
            records={records.map((record) => {
              const fullName = record.name.replaceAll('{domain}', name);
              const value = record.value.replaceAll('{domain}', name);
              const { type } = record;
              return {
                type,
                name: fullName,
                host: fullName,
                value,
                status: undefined,
                found: [],
              };
            })}
          />
        )}
      </PanelSection>
    );
  }
  if (!isPending(domain) && setup.data?.attributes.records.length === 0) return null;
  const error = toUserFacingError(setup.error, "Couldn't check the DNS records");
  return (
    <PanelSection title={isPending(domain) ? 'Setup' : 'DNS records'}>
      {error && <ErrorNotice error={error} />}
      {!setup.data && setup.isPending && <Skeleton height={120} />}
      {setup.data &&
        (isPending(domain) ? (
          <SetupStages
            domain={domain}
            setup={setup.data}
            checkedAt={setup.dataUpdatedAt}
            onRefetch={() => setup.refetch()}
          />
        ) : (
          <>
            <LostRecordsBanner records={setup.data.attributes.records} />
            <DnsRecords
              domain={name}
              zone={setup.data.attributes.zone}
              records={setup.data.attributes.records}
            />
          </>
        ))}
    </PanelSection>
  );
}

/** Says that records of a valid domain have disappeared, or have changed: its certificate can't be renewed then. */
function LostRecordsBanner({ records }: { readonly records: readonly DomainRecord[] }) {
  const lost = records.filter(({ status }) => status === 'missing' || status === 'wrong');
  if (lost.length === 0) return null;
  return (
    <Banner tone="amber" title="Valid, but DNS records are missing">
      <p>
        Visitors may not reach this domain. Set the records below again, or its certificate can't be
        renewed.
      </p>
    </Banner>
  );
}

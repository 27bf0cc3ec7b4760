import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatDate } from '#console/lib/dates/format-date.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { domainsKey, hasLostRecords } from '#console/shared/domains/domains-query.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { DomainRecord, DomainSetup } from '#contract/advocacy/domain-setup.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import { DnsObstacles } from './setup/dns-obstacles.tsx';
import { DnsRecords } from './setup/dns-records.tsx';
import { domainSetupQuery } from './setup/domain-setup-queries.ts';
import { recordsOfTemplates } from './setup/records-of-templates.ts';

/** The DNS records and the certificate of a domain that visitors can open, as far as the deployment says. */
export function LiveDomain({ domain }: { readonly domain: Domain }) {
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
      <Card>
        <CardSection title="DNS records">
          <DnsRecords domain={name} zone={name} records={records} />
        </CardSection>
      </Card>
    );
  }
  const error = toUserFacingError(setup.error, "Couldn't check the DNS records");
  if (!setup.data) {
    return (
      <Card>
        <CardSection title="DNS records">
          {error ? <ErrorNotice error={error} /> : <Skeleton height={120} />}
        </CardSection>
      </Card>
    );
  }
  const { records, zone, obstacles = [], certificate } = setup.data.attributes;
  return (
    <Card>
      {records.length > 0 && (
        <CardSection title="DNS records">
          {error && <ErrorNotice error={error} />}
          {isLost && <LostRecordsBanner />}
          <DnsObstacles obstacles={obstacles} />
          <DnsRecords domain={name} zone={zone} records={records} />
        </CardSection>
      )}
      <CardSection title="Certificate">
        <CertificateLine certificate={certificate} />
      </CardSection>
    </Card>
  );
}

interface CertificateLineProps {
  readonly certificate: DomainSetup['attributes']['certificate'];
}

function CertificateLine({ certificate }: CertificateLineProps) {
  const { status, issuer, expires_at: expiresAt } = certificate;
  if (status !== 'issued') return <p>{certificate.error ?? 'Being issued.'}</p>;
  const by = issuer ? `Issued by ${issuer}` : 'Issued';
  if (!expiresAt) return <p>{by}.</p>;
  return (
    <p>
      {by}, valid until <time dateTime={expiresAt}>{formatDate(new Date(expiresAt))}</time>. Patron
      renews it before it ends.
    </p>
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

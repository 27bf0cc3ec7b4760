import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { isPending } from '#console/shared/domains/domains-query.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { ItemStatePage, OutdatedItem } from '#console/shared/item-query.tsx';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { DomainActions } from './domain-actions.tsx';
import { DomainAttributes, DomainChanges } from './domain-details.tsx';
import { DomainStatus } from './domain-status.tsx';
import { domainQuery } from './domains-queries.ts';
import { ExperienceDetails } from './experience/experience-details.tsx';
import { LiveDomain } from './live-domain.tsx';
import { DomainSetupSteps } from './setup/domain-setup-steps.tsx';

/** A domain, while it is being set up and when it is live: what to do first, facts last. */
export function DomainPage() {
  const teamId = useTeamId();
  const { domainId = '' } = usePathParams();
  const missingScope = useMissingScope('domains:read');
  const audit = useReadableAudit();
  const query = useQuery({
    ...domainQuery(useApi(), teamId, domainId),
    enabled: missingScope === undefined,
  });

  if (!query.data) {
    return (
      <ItemStatePage
        title="Domain"
        query={query}
        item="domain"
        missingScope={missingScope}
        fallbackAction={
          isNotFoundOrForbidden(query.error) && (
            <LinkButton to={paths.domains(teamId)}>See all domains</LinkButton>
          )
        }
      />
    );
  }

  const { domain, experience } = query.data;
  return (
    <PageStack>
      <PageHeader
        title={domainName(domain)}
        description={
          isPending(domain) ? (
            'This page updates by itself. You can leave it; the setup continues.'
          ) : (
            <LiveSummary domain={domain} />
          )
        }
        actions={<DomainActions domain={domain} experience={experience} />}
      />
      <OutdatedItem query={query} />
      <IncompleteNotice item={domain} />
      {isPending(domain) ? (
        <Card>
          <CardSection title="Setup">
            <DomainSetupSteps domain={domain} />
          </CardSection>
        </Card>
      ) : (
        <LiveDomain domain={domain} />
      )}
      <Card>
        <CardSection title="Default experience">
          <ExperienceDetails
            id={domain.relationships?.default_experience?.data?.id}
            experience={experience}
          />
        </CardSection>
        <CardSection title="Details">
          <DomainAttributes domain={domain} />
        </CardSection>
        {audit && <DomainChanges domain={domain} audit={audit} />}
      </Card>
    </PageStack>
  );
}

/** Whether visitors can open a domain, and where. */
function LiveSummary({ domain }: { readonly domain: Domain }) {
  const { name } = domain.attributes;
  return (
    <FactLine>
      <DomainStatus domain={domain} />
      {name && <ExternalLink url={`https://${name}`} />}
    </FactLine>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toLoadError, toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { DomainActions } from '#console/features/domains/domain-actions.tsx';
import { DomainAttributes, DomainChanges } from '#console/features/domains/domain-details.tsx';
import { domainQuery } from '#console/features/domains/domains-queries.ts';
import { ExperienceDetails } from '#console/features/domains/experience/experience-details.tsx';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { isPending } from '#console/shared/domains/domains-query.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ItemErrorState, ItemStatusPage } from '#console/ui/page/item-status-page.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { DomainSetupSteps } from './domain-setup-steps.tsx';

/** A domain that is being set up: what to do first, facts last. */
export function DomainSetupPage() {
  const teamId = useTeamId();
  const { domainId = '' } = usePathParams();
  const missingScope = useMissingScope('domains:read');
  const audit = useReadableAudit();
  const query = useQuery({
    ...domainQuery(useApi(), teamId, domainId),
    enabled: missingScope === undefined,
  });
  const retry = () => void query.refetch();

  if (!query.data) {
    return (
      <ItemStatusPage title="Domain">
        {isQueryLoading(query) ? (
          <CardSection>
            <Skeleton height={240} />
          </CardSection>
        ) : (
          <ItemErrorState
            what="domains"
            missingScope={missingScope}
            error={toLoadError(query.error, 'domain')}
            onRetry={retry}
            retrying={query.isFetching}
            fallbackAction={
              isNotFoundOrForbidden(query.error) && (
                <LinkButton to={paths.domains(teamId)}>See all domains</LinkButton>
              )
            }
          />
        )}
      </ItemStatusPage>
    );
  }

  const { domain, experience } = query.data;
  const error = toUserFacingError(query.error, "Couldn't refresh the domain");
  return (
    <PageStack>
      <PageHeader
        title={domainName(domain)}
        description={
          isPending(domain)
            ? 'This page updates by itself. You can leave it; the setup continues.'
            : 'This domain is set up.'
        }
        actions={<DomainActions domain={domain} experience={experience} />}
      />
      {error && <OutdatedBanner error={error} onRetry={retry} retrying={query.isFetching} />}
      <IncompleteNotice item={domain} />
      <Card>
        <CardSection title="Setup">
          <DomainSetupSteps domain={domain} />
        </CardSection>
      </Card>
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
        {audit && (
          <CardSection title="Changes">
            <DomainChanges domain={domain} audit={audit} />
          </CardSection>
        )}
      </Card>
    </PageStack>
  );
}

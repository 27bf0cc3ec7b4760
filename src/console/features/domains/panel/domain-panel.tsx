import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toLoadError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { DomainActions } from '#console/features/domains/domain-actions.tsx';
import {
  DomainAttributes,
  DomainChanges,
  DomainState,
} from '#console/features/domains/domain-details.tsx';
import { domainQuery } from '#console/features/domains/domains-queries.ts';
import { ExperienceDetails } from '#console/features/domains/experience/experience-details.tsx';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { hasLostRecords, isPending } from '#console/shared/domains/domains-query.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { SidePanel, SidePanelBody, SidePanelFooter } from '#console/ui/overlay/side-panel.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import { ItemErrorState } from '#console/ui/page/item-status-page.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { DomainRecordsSection } from './domain-records-section.tsx';

/** A domain and its default experience. While it is being set up, it has a page. */
export function DomainPanel() {
  const teamId = useTeamId();
  const { domainId = '' } = usePathParams();
  const canRead = useMissingScope('domains:read') === undefined;
  const query = useQuery({ ...domainQuery(useApi(), teamId, domainId), enabled: canRead });
  const { domain, experience } = query.data ?? {};
  const audit = useReadableAudit();
  const close = useClosePanel(paths.domains(teamId));
  if (domain && isPending(domain)) {
    return <Navigate to={paths.domainSetup(teamId, domain.id)} replace />;
  }
  return (
    <SidePanel title={domain ? domainName(domain) : 'Domain'} onClose={close}>
      <SidePanelBody>
        {domain && (
          <>
            <IncompleteNotice item={domain} />
            {/* What there is to do comes first, facts last. */}
            {hasLostRecords(domain) && <DomainRecordsSection domain={domain} />}
            <DomainState domain={domain} />
            <PanelSection title="Default experience">
              <ExperienceDetails
                id={domain.relationships?.default_experience?.data?.id}
                experience={experience}
              />
            </PanelSection>
            {!hasLostRecords(domain) && <DomainRecordsSection domain={domain} />}
            <PanelSection title="Details">
              <DomainAttributes domain={domain} />
            </PanelSection>
            {audit && (
              <PanelSection title="Changes">
                <DomainChanges domain={domain} audit={audit} />
              </PanelSection>
            )}
          </>
        )}
        {isQueryLoading(query) && <Skeleton height={200} />}
        {!domain && !isQueryLoading(query) && (
          <ItemErrorState
            what="domains"
            missingScope={canRead ? undefined : 'domains:read'}
            error={toLoadError(query.error, 'domain')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            fallbackAction={
              isNotFoundOrForbidden(query.error) && <Button onClick={close}>See all domains</Button>
            }
          />
        )}
      </SidePanelBody>
      {domain && (
        <SidePanelFooter>
          <DomainActions domain={domain} experience={experience} deleteVariant="ghost" />
        </SidePanelFooter>
      )}
    </SidePanel>
  );
}

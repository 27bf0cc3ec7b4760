import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toLoadError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemChanges } from '#console/shared/audit/item-changes.tsx';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { domainsKey, isPending } from '#console/shared/domains/domains-query.ts';
import { knownExperiences } from '#console/shared/domains/known-experiences.ts';
import { useUndoDomainChange } from '#console/shared/domains/use-undo-domain-change.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { SidePanel, SidePanelBody, SidePanelFooter } from '#console/ui/overlay/side-panel.tsx';
import { ItemErrorState } from '#console/ui/page/item-status-page.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { DeleteDomainDialog } from './delete-domain-dialog.tsx';
import { DomainStatus } from './domain-status.tsx';
import { domainQuery } from './domains-queries.ts';
import { ExperienceDetails } from './experience/experience-details.tsx';
import { DomainSetupSection } from './setup/domain-setup-section.tsx';

/** A domain and its default experience. */
export function DomainPanel() {
  const teamId = useTeamId();
  const { domainId = '' } = usePathParams();
  const navigate = useNavigate();
  const canRead = useMissingScope('domains:read') === undefined;
  const writeReason = useScopeReason('domains:write');
  const query = useQuery({ ...domainQuery(useApi(), teamId, domainId), enabled: canRead });
  const { domain, experience } = query.data ?? {};
  const [isDeleting, setIsDeleting] = useState(false);
  const close = () => void navigate(paths.domains(teamId), { replace: true });
  return (
    <SidePanel title={domain ? domainName(domain) : 'Domain'} onClose={close}>
      <SidePanelBody>
        {domain && (
          <>
            <IncompleteNotice item={domain} />
            {!isPending(domain) && <DomainAttributes domain={domain} />}
            <DomainSetupSection domain={domain} />
            <PanelSection title="Default experience">
              <ExperienceDetails
                id={domain.relationships?.default_experience?.data?.id}
                experience={experience}
              />
            </PanelSection>
            {isPending(domain) && <DomainAttributes domain={domain} />}
            <DomainChanges domain={domain} />
          </>
        )}
        {!domain && canRead && query.isPending && <Skeleton height={200} />}
        {!domain && !(canRead && query.isPending) && (
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
          <Button
            variant="ghost"
            icon={<Trash2 />}
            disabledReason={writeReason}
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Button>
          <Button
            icon={<LayoutTemplate />}
            disabledReason={writeReason}
            onClick={() => void navigate(paths.domainExperience(teamId, domain.id))}
          >
            Set default experience
          </Button>
        </SidePanelFooter>
      )}
      {domain && isDeleting && (
        <DeleteDomainDialog
          domain={domain}
          experiences={knownExperiences(experience && [experience])}
          onDeleted={close}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </SidePanel>
  );
}

function DomainAttributes({ domain }: { readonly domain: Domain }) {
  const { name, status, created_at: createdAt, updated_at: updatedAt } = domain.attributes;
  return (
    <DescriptionList
      items={[
        { term: 'Status', value: status && <DomainStatus domain={domain} /> },
        {
          term: 'Address',
          value: name && <DomainAddress name={name} isLive={!isPending(domain)} />,
        },
        { term: 'Added', value: createdAt && <RelativeTime at={createdAt} /> },
        { term: 'Last updated', value: updatedAt && <RelativeTime at={updatedAt} /> },
        { term: 'ID', value: <code>{domain.id}</code> },
      ]}
    />
  );
}

interface DomainAddressProps {
  readonly name: string;
  readonly isLive: boolean;
}

function DomainAddress({ name, isLive }: DomainAddressProps) {
  const url = `https://${name}`;
  return isLive ? <ExternalLink url={url} /> : url;
}

/** The latest changes of a domain, for administrators. Its default experience can be set back. */
function DomainChanges({ domain }: { readonly domain: Domain }) {
  const teamId = useTeamId();
  const audit = useReadableAudit();
  const undo = useUndoDomainChange();
  if (!audit) return null;
  return (
    <PanelSection title="Changes">
      <ItemChanges
        audit={audit}
        subject={{ type: 'domain', id: domain.id }}
        itemsKey={domainsKey(teamId)}
        undo={undo}
      />
    </PanelSection>
  );
}

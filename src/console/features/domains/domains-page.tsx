import { useQuery } from '@tanstack/react-query';
import { Globe, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { DeleteDomainDialog } from './delete-domain-dialog.tsx';
import { displayDomainName } from './display-domain-name.ts';
import { DomainActions } from './domain-actions.tsx';
import { domainColumns } from './domain-columns.tsx';
import { domainsQuery, isPending } from './domains-queries.ts';
import { PendingBanner } from './pending-banner.tsx';
import { domainsNoLongerPending } from './pending-domains.ts';

/** The domains that the person can access; the list is not paged (advocacy.md, Domains). */
export function DomainsPage() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const canRead = useScopeReason('domains:read') === undefined;
  const writeReason = useScopeReason('domains:write');
  const list = useQuery({ ...domainsQuery(useApi(), teamId), enabled: canRead });
  const [deleting, setDeleting] = useState<Domain>();
  useStatusToasts(list.data?.domains);

  const { domains = [], experiences = [] } = list.data ?? {};
  const pending = domains.filter(isPending);
  const problem = toUserFacingError(list.error, "The domains couldn't be read");
  const retry = () => void list.refetch();
  const columns = useMemo(() => domainColumns(experiences), [experiences]);
  const addButton = (label: string) => (
    <Button
      variant="primary"
      icon={<Plus />}
      disabledReason={writeReason}
      onClick={() => void navigate(paths.newDomain(teamId))}
    >
      {label}
    </Button>
  );

  return (
    <PageStack>
      <PageHeader
        title="Domains"
        count={list.data?.domains.length}
        description="The host names on which this team publishes experiences."
        actions={addButton('Add domain')}
      />
      {problem && list.data && (
        <OutdatedBanner error={problem} onRetry={retry} retrying={list.isFetching} />
      )}
      {pending.length > 0 && <PendingBanner domains={pending} />}
      <DataTable
        label="Domains"
        rows={domains}
        rowKey={({ id }) => id}
        columns={columns}
        rowHref={({ id }) => paths.domain(teamId, id)}
        rowActions={(domain) => (
          <DomainActions
            domain={domain}
            onSetExperience={({ id }) => void navigate(paths.domainExperience(teamId, id))}
            onDelete={setDeleting}
          />
        )}
        loading={canRead && list.isPending}
        skeletonRows={6}
        empty={
          <ListEmptyState
            what="domains"
            missingScope={canRead ? undefined : 'domains:read'}
            error={problem}
            onRetry={retry}
            retrying={list.isFetching}
          >
            <EmptyState
              icon={<Globe />}
              title="No domains yet"
              action={addButton('Add the first domain')}
            >
              <p>Add a host name of yours, and experiences can be published on it.</p>
            </EmptyState>
          </ListEmptyState>
        }
      />
      {deleting && (
        <DeleteDomainDialog
          domain={deleting}
          experiences={experiences}
          onClose={() => setDeleting(undefined)}
        />
      )}
      <Outlet />
    </PageStack>
  );
}

/** Shows a toast when a domain is no longer pending. */
function useStatusToasts(domains: readonly Domain[] | undefined): void {
  const { showSuccess } = useToast();
  const previous = useRef(domains);
  useEffect(() => {
    if (!domains) return;
    for (const { name, status } of domainsNoLongerPending(previous.current ?? [], domains)) {
      showSuccess(`${displayDomainName(name)} is ${status}.`);
    }
    previous.current = domains;
  }, [domains, showSuccess]);
}

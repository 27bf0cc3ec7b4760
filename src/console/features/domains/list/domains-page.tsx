import { Globe, LayoutTemplate, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { DeleteDomainDialog } from '#console/features/domains/delete-domain-dialog.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { domainsQuery, hasLostRecords, isStuck } from '#console/shared/domains/domains-query.ts';
import { nameWithStatus } from '#console/shared/domains/name-with-status.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import { domainColumns } from './domain-columns.tsx';
import { useStatusToasts } from './use-status-toasts.ts';

/** A valid domain can lose its DNS records. */
const IDLE_POLL_MS = 30_000;

/** The domains that the user can access. The list has no pages (advocacy.md, Domains). */
export function DomainsPage() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const writeReason = useScopeReason('domains:write');
  // A user who waits for a domain works in another tab.
  const query = {
    ...domainsQuery(useApi(), teamId, IDLE_POLL_MS),
    refetchIntervalInBackground: true,
  };
  const list = useListQuery(query, {
    what: 'domains',
    rows: ({ domains }) => domains,
    missingScope: useMissingScope('domains:read'),
  });
  const [deleting, setDeleting] = useState<Domain>();
  useStatusToasts(list.rows);

  const { domains = [], experiences = [] } = list.data ?? {};
  const columns = useMemo(() => domainColumns(experiences), [experiences]);
  const openForm = () => void navigate(paths.newDomain(teamId));
  useShortcut(['c', 'C'], () => (writeReason === undefined ? openForm() : false));
  const addButton = (label: string, variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon={<Plus />} disabledReason={writeReason} onClick={openForm}>
      {label}
    </Button>
  );

  return (
    <ListPage
      title="Domains"
      description="Domains your team publishes experiences on."
      actions={addButton('Add domain', 'primary')}
      banner={
        <>
          <LostRecordsBanner domains={domains} />
          <NotLiveBanner domains={domains} />
        </>
      }
      list={list}
      cards="tall"
      total={list.rows?.length}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={(domain) => paths.domain(teamId, domain.id)}
      rowMenu={{
        label: domainName,
        items: (domain) => (
          <DomainActions
            domain={domain}
            onSetExperience={({ id }) => void navigate(paths.domainExperience(teamId, id))}
            onDelete={setDeleting}
          />
        ),
      }}
      skeletonRows={6}
      empty={
        <EmptyState
          icon={<Globe />}
          title="No domains yet"
          action={addButton('Add the first domain', 'secondary')}
        >
          <p>Add a domain you own to publish experiences on it.</p>
        </EmptyState>
      }
    >
      {deleting && (
        <DeleteDomainDialog
          domain={deleting}
          experiences={experiences}
          onClose={() => setDeleting(undefined)}
        />
      )}
      <Outlet />
    </ListPage>
  );
}

interface DomainActionsProps {
  readonly domain: Domain;
  readonly onSetExperience: (domain: Domain) => void;
  readonly onDelete: (domain: Domain) => void;
}

function DomainActions({ domain, onSetExperience, onDelete }: DomainActionsProps) {
  const disabledReason = useScopeReason('domains:write');
  return (
    <>
      <MenuItem
        icon={<LayoutTemplate />}
        disabledReason={disabledReason}
        onSelect={() => onSetExperience(domain)}
      >
        Set default experience
      </MenuItem>
      <MenuItem
        icon={<Trash2 />}
        danger
        isReasonRepeated
        disabledReason={disabledReason}
        onSelect={() => onDelete(domain)}
      >
        Delete
      </MenuItem>
    </>
  );
}

/** Names valid domains whose DNS records are missing or wrong. */
function LostRecordsBanner({ domains }: { readonly domains: readonly Domain[] }) {
  const teamId = useTeamId();
  const shown = domains.filter(hasLostRecords);
  const [first] = shown;
  if (!first) return null;
  return (
    <Banner
      tone="amber"
      title={`DNS records of ${formatCount(shown.length, 'domain')} are missing`}
      action={<LinkButton to={paths.domain(teamId, first.id)}>See what's missing</LinkButton>}
    >
      {shown.map(domainName).join(', ')}
    </Banner>
  );
}

/** Names domains that are not live: pending ones only if they take too long, as something has to be done. */
function NotLiveBanner({ domains }: { readonly domains: readonly Domain[] }) {
  const now = useNow();
  const teamId = useTeamId();
  const shown = domains.filter((domain) => isStuck(domain, now));
  const [first] = shown;
  if (!first) return null;
  const names = shown.map(nameWithStatus).join(', ');
  return (
    <Banner
      tone="amber"
      title={`${formatCount(shown.length, 'domain is', 'domains are')} not live yet`}
      action={<LinkButton to={paths.domain(teamId, first.id)}>View setup</LinkButton>}
    >
      {names}
    </Banner>
  );
}

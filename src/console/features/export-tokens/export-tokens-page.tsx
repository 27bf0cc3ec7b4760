import { FileKey2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import {
  CREATED_COLUMN,
  endColumn,
  LAST_USED_COLUMN,
} from '#console/shared/credentials/credential-columns.tsx';
import { RemoveCredentialDialog } from '#console/shared/credentials/remove-credential-dialog.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { AdministratorsOnlyPage } from '#console/ui/page/item-status-page.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import {
  deleteExportToken,
  EXPORT_TOKENS_MAX,
  type ExportToken,
} from '#contract/people/export-tokens.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { exportTokensKey, exportTokensQuery } from './export-tokens-query.ts';
import { LogAddresses } from './log-addresses.tsx';

const TITLE = 'Export tokens';
const DESCRIPTION = 'For auditors and log systems: a token reads both logs of this team.';

/** Tokens that read the audit log and the security log; only administrators see them. */
export function ExportTokensPage() {
  const { rules } = useApi();
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  // Without rules this page has no route.
  if (!rules) return null;
  if (isAdministrator) return <ExportTokens rules={rules} />;
  return <AdministratorsOnlyPage title={TITLE} description={DESCRIPTION} icon={<FileKey2 />} />;
}

function ExportTokens({ rules }: { readonly rules: Client }) {
  const teamId = useTeamId();
  const { audit } = useApi();
  const writeReason = useScopeReason('users:write');
  const list = useListQuery(exportTokensQuery(rules, teamId), {
    what: 'export tokens',
    rows: (tokens) => tokens,
    missingScope: useMissingScope('users:read'),
  });
  const [isCreating, setIsCreating] = useState(false);
  const [deleting, setDeleting] = useState<ExportToken>();
  const isFull = (list.rows?.length ?? 0) >= EXPORT_TOKENS_MAX;
  const fullReason = `A team has at most ${EXPORT_TOKENS_MAX} export tokens. Delete one first.`;
  const create = (
    <Button
      variant="primary"
      icon={<Plus />}
      disabledReason={writeReason ?? (isFull ? fullReason : undefined)}
      onClick={() => setIsCreating(true)}
    >
      Create token
    </Button>
  );
  return (
    <ListPage
      title={TITLE}
      description={DESCRIPTION}
      actions={
        <>
          {audit && <LinkButton to={paths.auditLog(teamId)}>Audit log</LinkButton>}
          <LinkButton to={paths.securityLog(teamId)}>Security log</LinkButton>
          {create}
        </>
      }
      list={list}
      columns={tokenColumns(setDeleting, writeReason)}
      cards="tall"
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={
        <EmptyState icon={<FileKey2 />} title="No export tokens">
          <p>
            A token reads the audit log and the security log of this team, and nothing else. Create
            one for each auditor or system.
          </p>
        </EmptyState>
      }
    >
      <LogAddresses rules={rules} />
      {isCreating && <CreateTokenDialog rules={rules} onClose={() => setIsCreating(false)} />}
      {deleting && (
        <RemoveCredentialDialog
          credential={deleting}
          verb="Delete"
          kind="token"
          done="deleted"
          remove={(idToken) =>
            rules.request(deleteExportToken, {
              params: { team_id: teamId, token_id: deleting.id },
              idToken,
            })
          }
          listKey={exportTokensKey(teamId)}
          onClose={() => setDeleting(undefined)}
        >
          Auditors and systems that use it can no longer read the logs. You can't undo this.
        </RemoveCredentialDialog>
      )}
    </ListPage>
  );
}

const tokenColumns = (
  onDelete: (token: ExportToken) => void,
  disabledReason: string | undefined,
): Column<ExportToken>[] => [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  endColumn('Token'),
  CREATED_COLUMN,
  {
    id: 'expires',
    header: 'Expires',
    card: 'detail',
    width: '168px',
    cell: ({ expires_at: at }) => <Expiry at={at} />,
  },
  LAST_USED_COLUMN,
  {
    id: 'action',
    header: 'Action',
    width: '104px',
    align: 'end',
    card: 'footer',
    cell: (token) => (
      <Button
        size="small"
        aria-label={`Delete ${token.name}`}
        disabledReason={disabledReason}
        onClick={() => onDelete(token)}
      >
        Delete
      </Button>
    ),
  },
];

function Expiry({ at }: { readonly at: string }) {
  const isPast = new Date(at) <= useNow();
  return (
    <>
      {isPast && 'Expired '}
      <RelativeTime at={at} />
    </>
  );
}

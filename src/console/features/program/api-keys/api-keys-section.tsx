import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { AdministratorsSection } from '#console/features/program/administrators-section.tsx';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';
import type { ApiKey } from '#contract/program/program.ts';
import { apiKeysQuery } from './api-keys-queries.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

interface ApiKeysSectionProps {
  readonly teamId: string;
  readonly program: Client;
}

/** The keys of the program's API; only administrators see them. */
export function ApiKeysSection(props: ApiKeysSectionProps) {
  return (
    <AdministratorsSection title="API keys" what="API keys">
      <ApiKeys {...props} />
    </AdministratorsSection>
  );
}

function ApiKeys({ teamId, program }: ApiKeysSectionProps) {
  const disabledReason = useScopeReason('teams:write');
  const list = useListQuery(apiKeysQuery(program, teamId), {
    what: 'API keys',
    rows: (keys) => keys,
    missingScope: useMissingScope('teams:read'),
  });
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <Card>
      <CardSection
        title="API keys"
        action={
          <Button
            size="small"
            variant="ghost"
            icon={<Plus />}
            disabledReason={disabledReason}
            onClick={() => setIsCreating(true)}
          >
            Create key
          </Button>
        }
      >
        <ListOutdatedBanner list={list} />
        <ListTable
          label="API keys"
          list={list}
          columns={keyColumns(setRevoking, disabledReason)}
          cards="tall"
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={
            <EmptyState icon={<KeyRound />} title="No API keys">
              <p>Applications call the loyalty API with a key. Create one for each of them.</p>
            </EmptyState>
          }
        />
      </CardSection>
      {isCreating && (
        <CreateKeyDialog teamId={teamId} program={program} onClose={() => setIsCreating(false)} />
      )}
      {revoking && (
        <RevokeKeyDialog
          teamId={teamId}
          program={program}
          apiKey={revoking}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
}

const keyColumns = (
  onRevoke: (key: ApiKey) => void,
  disabledReason: string | undefined,
): Column<ApiKey>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: (key) => (
      <>
        {key.name || 'Unnamed'}{' '}
        {key.used_by_console && <Badge tone="neutral">Used by Patron</Badge>}
      </>
    ),
  },
  {
    id: 'key',
    header: 'Key',
    card: 'fact',
    width: '88px',
    cell: ({ last_four: lastFour }) => (lastFour ? `…${lastFour}` : NO_VALUE),
  },
  {
    id: 'created',
    header: 'Created',
    card: 'fact',
    width: '220px',
    hideBelow: 'narrow',
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <RelativeTime at={at} />
        {by && ` by ${by}`}
      </>
    ),
  },
  {
    id: 'used',
    header: 'Last used',
    card: 'status',
    width: '120px',
    cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : 'Not yet'),
  },
  {
    id: 'action',
    header: 'Action',
    width: '104px',
    align: 'end',
    card: 'footer',
    cell: (key) => (
      <Button
        size="small"
        aria-label={`Revoke ${key.name}`}
        disabledReason={
          disabledReason ??
          (key.used_by_console ? 'Patron itself uses this key to read your program' : undefined)
        }
        onClick={() => onRevoke(key)}
      >
        Revoke
      </Button>
    ),
  },
];

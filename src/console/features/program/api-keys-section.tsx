import { queryOptions } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { AdministratorsSection } from '#console/features/program/administrators-section.tsx';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { CreateCredentialDialog } from '#console/shared/credentials/create-credential-dialog.tsx';
import {
  CREATED_COLUMN,
  endColumn,
  LAST_USED_COLUMN,
} from '#console/shared/credentials/credential-columns.tsx';
import { RemoveCredentialDialog } from '#console/shared/credentials/remove-credential-dialog.tsx';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '#contract/program/program.ts';

const apiKeysKey = (teamId: string) => ['teams', teamId, 'program-api-keys'] as const;

function apiKeysQuery(program: Client, teamId: string) {
  return queryOptions({
    queryKey: apiKeysKey(teamId),
    queryFn: async ({ signal }) =>
      (await program.request(listApiKeys, { params: { team_id: teamId }, signal })).data,
    // Who creates a key wants to see its first use.
    refetchInterval: 15_000,
  });
}

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
  const params = { team_id: teamId };
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
        <CreateCredentialDialog
          title="Create API key"
          description="Its name is in the audit log, so name it after the application that uses it."
          action="Create key"
          errorTitle="The key wasn't created"
          create={async (name, idToken) =>
            (await program.request(createApiKey, { params, body: { name }, idToken })).data.key
          }
          listKey={apiKeysKey(teamId)}
          secret={{
            title: 'Copy your key',
            description:
              "You won't see it again. Store it where your application reads its secrets.",
            label: 'API key',
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {revoking && (
        <RemoveCredentialDialog
          credential={revoking}
          verb="Revoke"
          kind="key"
          done="revoked"
          remove={(idToken) =>
            program.request(revokeApiKey, { params: { ...params, key_id: revoking.id }, idToken })
          }
          listKey={apiKeysKey(teamId)}
          onClose={() => setRevoking(undefined)}
        >
          Applications that use it can no longer call the loyalty API. You can't undo this.
        </RemoveCredentialDialog>
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
  endColumn('Key'),
  CREATED_COLUMN,
  LAST_USED_COLUMN,
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

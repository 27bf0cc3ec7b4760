import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { deviceName } from '#contract/account/device-name.ts';
import { endSession, type Session } from '#contract/account/sessions.ts';
import { invalidateSessions, sessionsQuery } from './sessions-query.ts';
import styles from './sessions-section.module.css';

/** Where the user is signed in; absent if the deployment has no such API. */
export function SessionsSection() {
  const { account } = useApi();
  return account ? <Sessions account={account} /> : null;
}

function Sessions({ account }: { readonly account: Client }) {
  const disabledReason = useScopeReason('identity:write');
  const list = useListQuery(sessionsQuery(account), {
    what: 'sessions',
    rows: (sessions) => sessions,
    missingScope: useMissingScope('identity'),
  });
  const [ending, setEnding] = useState<readonly Session[]>();
  const others = list.data?.filter(({ current }) => !current) ?? [];
  const columns = useMemo(() => sessionColumns(setEnding, disabledReason), [disabledReason]);
  return (
    <section aria-labelledby="sessions" className={styles.section}>
      <div className={styles.heading}>
        <h2 id="sessions">Sessions</h2>
        <Button
          disabledReason={
            disabledReason ?? (others.length === 0 ? "You're only signed in here" : undefined)
          }
          onClick={() => setEnding(others)}
        >
          Sign out everywhere else
        </Button>
      </div>
      <ListOutdatedBanner list={list} />
      <ListTable
        label="Sessions"
        list={list}
        columns={columns}
        cards="tall"
        rowKey={({ id }) => id}
        skeletonRows={2}
        empty={
          <EmptyState title="No sessions">
            <p>Sign-ins appear here.</p>
          </EmptyState>
        }
      />
      {ending && (
        <EndSessionsDialog
          account={account}
          sessions={ending}
          onClose={() => setEnding(undefined)}
        />
      )}
    </section>
  );
}

function sessionColumns(
  onEnd: (sessions: readonly Session[]) => void,
  disabledReason: string | undefined,
): Column<Session>[] {
  return [
    {
      id: 'device',
      header: 'Device',
      cell: (session) => (
        <>
          <DeviceIcon name={deviceName(session.user_agent)} /> {deviceName(session.user_agent)}{' '}
          {session.current && (
            <>
              &nbsp;<Badge>This device</Badge>
            </>
          )}
        </>
      ),
    },
    {
      id: 'client',
      header: 'Application',
      card: 'fact',
      width: '150px',
      // The name is from a sentence: "the Patron console".
      cell: ({ client }) => client.replace(/^the /, ''),
    },
    {
      id: 'ip',
      header: 'IP address',
      card: 'fact',
      width: '136px',
      cell: ({ ip }) => <span className={styles.ip}>{ip ?? '—'}</span>,
    },
    {
      id: 'used',
      header: 'Last used',
      width: '112px',
      card: 'status',
      cell: (session) => <RelativeTime at={session.last_used_at} />,
    },
    {
      id: 'action',
      header: 'Action',
      width: '104px',
      align: 'end',
      card: 'footer',
      cell: (session) =>
        !session.current && (
          <Button
            size="small"
            aria-label={`Sign out ${deviceName(session.user_agent)}`}
            disabledReason={disabledReason}
            onClick={() => onEnd([session])}
          >
            Sign out
          </Button>
        ),
    },
  ];
}

function DeviceIcon({ name }: { readonly name: string }) {
  const Icon = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor;
  return <Icon aria-hidden="true" size={16} className={styles.icon} />;
}

interface EndSessionsDialogProps {
  readonly account: Client;
  readonly sessions: readonly Session[];
  readonly onClose: () => void;
}

function EndSessionsDialog({ account, sessions, onClose }: EndSessionsDialogProps) {
  const queryClient = useQueryClient();
  const [only] = sessions;
  const name = sessions.length === 1 && only ? deviceName(only.user_agent) : 'everywhere else';
  const end = useMutation({
    mutationFn: async () => {
      const results = await Promise.allSettled(sessions.map(({ id }) => endOne(account, id)));
      // Others may have ended before one failed. Update the list before the dialog closes, so that the
      // focus doesn't return to a row that is gone.
      await invalidateSessions(queryClient);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
    onSuccess: () => {
      showSuccess(sessions.length === 1 ? `${name} was signed out` : 'Signed out everywhere else');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Sign out ${name}?`}
      action="Sign out"
      pending={end.isPending}
      error={toUserFacingError(end.error, "Couldn't sign out")}
      onConfirm={() => end.mutate()}
      onCancel={onClose}
    >
      <p>You have to sign in again there. Unsaved work there may be lost.</p>
    </ConfirmDialog>
  );
}

/** Succeeds if the session has already ended. */
async function endOne(account: Client, id: string): Promise<void> {
  try {
    await account.request(endSession, { params: { session_id: id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

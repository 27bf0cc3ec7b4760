import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { eventQuery } from '#console/features/inbox/inbox-queries.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { Button } from '#console/ui/button/button.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { replayInboxEvent } from '#contract/gateway/inbox-replays.ts';

interface ReplayEventButtonProps {
  readonly inbox: Client;
  readonly event: InboxEvent;
}

export function ReplayEventButton({ inbox, event }: ReplayEventButtonProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const scopeReason = useScopeReason('webhooks:write');
  const [isConfirming, setIsConfirming] = useState(false);
  const params = { team_id: teamId, event_id: event.id };
  const replay = useMutation({
    mutationFn: () => inbox.request(replayInboxEvent, { params }),
    onSuccess: async ({ data }) => {
      queryClient.setQueryData(eventQuery(inbox, teamId, event.id).queryKey, data);
      setIsConfirming(false);
      showSuccess('Replaying the event');
      await queryClient.invalidateQueries({ queryKey: inboxKey(teamId) });
    },
  });
  const stateReason =
    event.state === 'malformed'
      ? "Malformed events can't be replayed"
      : event.state === 'pending'
        ? 'The event is still being processed'
        : undefined;

  return (
    <>
      <Button
        icon={<RotateCcw />}
        disabledReason={scopeReason ?? stateReason}
        onClick={() => setIsConfirming(true)}
      >
        Replay event
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Replay this event?"
          action="Replay event"
          tone="primary"
          pending={replay.isPending}
          error={toUserFacingError(replay.error, "Couldn't replay the event")}
          onConfirm={() => replay.mutate()}
          onCancel={() => setIsConfirming(false)}
        >
          <p>
            The event is processed again exactly as received. Nothing is sent to the loyalty
            program, and newer member data is not overwritten.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

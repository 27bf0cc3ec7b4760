import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { eventQuery, inboxKey } from '#console/features/webhooks/webhooks-queries.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type InboxEvent, replayInboxEvent } from '#contract/gateway/inbox.ts';

interface ReplayEventButtonProps {
  readonly inbox: Client;
  readonly event: InboxEvent;
}

/** Has one event worked on again, once that is confirmed. */
export function ReplayEventButton({ inbox, event }: ReplayEventButtonProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const scopeReason = useScopeReason('webhooks:write');
  const [asking, setAsking] = useState(false);
  const params = { team_id: teamId, event_id: event.id };
  const replaying = useMutation({
    mutationFn: () => inbox.request(replayInboxEvent, { params }),
    onSuccess: async ({ data }) => {
      queryClient.setQueryData(eventQuery(inbox, teamId, event.id).queryKey, data);
      setAsking(false);
      showSuccess('The event is replayed');
      await queryClient.invalidateQueries({ queryKey: inboxKey(teamId) });
    },
  });
  const stateReason =
    event.state === 'malformed'
      ? "A malformed event can't be worked on"
      : event.state === 'pending'
        ? 'It still waits for its work'
        : undefined;

  return (
    <>
      <Button
        icon={<RotateCcw />}
        disabledReason={scopeReason ?? stateReason}
        onClick={() => setAsking(true)}
      >
        Replay event
      </Button>
      {asking && (
        <ConfirmDialog
          title="Replay this event?"
          action="Replay event"
          tone="primary"
          pending={replaying.isPending}
          error={toUserFacingError(replaying.error, "The event wasn't replayed")}
          onConfirm={() => replaying.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>
            It is worked on again as it came. Nothing is sent to the loyalty program, and it does
            not overwrite what a later event told of the member.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

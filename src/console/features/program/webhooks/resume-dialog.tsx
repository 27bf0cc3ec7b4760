import type { Client } from '#console/api/client.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { webhookName } from './webhook-labels.ts';
import type { Webhook } from './webhooks-queries.ts';

interface ResumeDialogProps {
  readonly teamId: string;
  readonly program: Client;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Resumes a webhook, with or without the events that it missed. */
export function ResumeDialog({ teamId, program, webhook, onClose }: ResumeDialogProps) {
  const { setPaused } = useWebhookActions(program, teamId);
  const resume = (missed: 'send' | 'skip') =>
    setPaused.mutate({ webhook, paused: false, held: missed }, { onSuccess: onClose });
  const { held: count } = webhook;
  const events = count === null ? 'More than 10,000 events' : formatCount(count, 'event');
  const pending = setPaused.isPending ? setPaused.variables.held : undefined;
  return (
    <Dialog title={`Resume ${webhookName(webhook)}?`} size="small" onClose={onClose}>
      <p>
        {events} happened while it was paused, counting the last 30 days. Send them now, in their
        order, or skip them for good.
      </p>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={pending === 'skip'} onClick={() => resume('skip')}>
          Skip them
        </Button>
        <Button variant="primary" loading={pending === 'send'} onClick={() => resume('send')}>
          {count === null ? 'Send all events' : `Send ${formatCount(count, 'event')}`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

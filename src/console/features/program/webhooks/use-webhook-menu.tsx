import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import type { Webhook } from './webhooks-queries.ts';

interface OpenDialog {
  readonly kind: 'edit' | 'resume' | 'rotate' | 'delete';
  readonly webhook: Webhook;
}

const INBOX_REASON = "It fills this team's inbox. Pause it instead.";

export function useWebhookMenu(program: Client, teamId: string) {
  const writeReason = useScopeReason('teams:write');
  const { test, setPaused } = useWebhookActions(program, teamId);
  const [dialog, setDialog] = useState<OpenDialog>();
  const props = { teamId, program, onClose: () => setDialog(undefined) };
  return {
    items: (webhook: Webhook) => (
      <>
        <MenuItem
          icon={<Send />}
          disabledReason={writeReason}
          onSelect={() => test.mutate(webhook)}
        >
          Send test
        </MenuItem>
        <MenuItem
          icon={webhook.paused ? <Play /> : <Pause />}
          disabledReason={writeReason}
          isReasonRepeated
          onSelect={() =>
            webhook.paused && webhook.held !== 0
              ? setDialog({ kind: 'resume', webhook })
              : setPaused.mutate({ webhook, paused: !webhook.paused })
          }
        >
          {webhook.paused ? 'Resume' : 'Pause'}
        </MenuItem>
        <MenuItem
          icon={<Pencil />}
          disabledReason={writeReason}
          isReasonRepeated
          onSelect={() => setDialog({ kind: 'edit', webhook })}
        >
          Edit
        </MenuItem>
        <MenuItem
          icon={<KeyRound />}
          disabledReason={writeReason}
          isReasonRepeated
          onSelect={() => setDialog({ kind: 'rotate', webhook })}
        >
          Rotate secret
        </MenuItem>
        <MenuItem
          icon={<Trash2 />}
          danger
          disabledReason={writeReason ?? (webhook.to_inbox ? INBOX_REASON : undefined)}
          isReasonRepeated={writeReason !== undefined}
          onSelect={() => setDialog({ kind: 'delete', webhook })}
        >
          Delete
        </MenuItem>
      </>
    ),
    dialog: dialog && (
      <>
        {dialog.kind === 'edit' && <WebhookDialog {...props} webhook={dialog.webhook} />}
        {dialog.kind === 'resume' && <ResumeDialog {...props} webhook={dialog.webhook} />}
        {dialog.kind === 'rotate' && <RotateSecretDialog {...props} webhook={dialog.webhook} />}
        {dialog.kind === 'delete' && <DeleteWebhookDialog {...props} webhook={dialog.webhook} />}
      </>
    ),
  };
}

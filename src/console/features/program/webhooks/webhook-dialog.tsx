import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { SecretDialog } from '#console/shared/credentials/secret-dialog.tsx';
import { eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { WEBHOOK_EVENT_TYPES } from '#contract/loyalty/webhooks.ts';
import { createWebhook, updateWebhook } from '#contract/program/webhooks.ts';
import { webhookName } from './webhook-labels.ts';
import { type Webhook, webhooksKey } from './webhooks-queries.ts';

type EventType = (typeof WEBHOOK_EVENT_TYPES)[number];

interface WebhookDialogProps {
  readonly teamId: string;
  readonly program: Client;
  /** The webhook to edit; undefined to add one. */
  readonly webhook?: Webhook | undefined;
  readonly onClose: () => void;
}

/** Adds a webhook, and then shows its secret, which is possible only once; or edits one. */
export function WebhookDialog({ teamId, program, webhook, onClose }: WebhookDialogProps) {
  const { withIdToken } = useStepUp();
  const queryClient = useQueryClient();
  const known = webhook?.event_types ?? null;
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [isAll, setIsAll] = useState(known === null);
  const [types, setTypes] = useState<readonly EventType[]>(
    WEBHOOK_EVENT_TYPES.filter((type) => known === null || known.includes(type)),
  );
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [secret, setSecret] = useState<string>();
  const save = useMutation({
    mutationFn: () =>
      withIdToken(async (idToken) => {
        const body = { url: url.trim(), event_types: isAll ? null : [...types] };
        const params = { team_id: teamId };
        if (!webhook) {
          return (await program.request(createWebhook, { params, body, idToken })).data.secret;
        }
        await program.request(updateWebhook, {
          params: { ...params, webhook_id: webhook.id },
          body,
          idToken,
        });
        return undefined;
      }),
    onSuccess: (created) => {
      void queryClient.invalidateQueries({ queryKey: webhooksKey(teamId) });
      if (created !== undefined) {
        setSecret(created);
        return;
      }
      showSuccess(`${webhookName({ url: url.trim() })} was changed`);
      onClose();
    },
  });

  if (secret !== undefined) {
    return (
      <SecretDialog
        label="Secret"
        title="Copy your secret"
        description="You won't see it again. Your receiver verifies the signature of each request with it."
        value={secret}
        onClose={onClose}
      />
    );
  }

  const urlError = url.trim() === '' ? 'Enter a URL' : undefined;
  const typesError = !isAll && types.length === 0 ? 'Choose at least one event' : undefined;

  function handleSubmit() {
    setWasSubmitted(true);
    if (urlError === undefined && typesError === undefined) save.mutate();
  }

  const { fields, formError } = splitFieldErrors(
    save.error,
    ['url'],
    webhook ? "The webhook wasn't changed" : "The webhook wasn't added",
  );
  return (
    <FormDialog
      title={webhook ? `Edit ${webhookName(webhook)}` : 'Add webhook'}
      description="Patron posts each event to this URL, signed with the secret of this webhook."
      action={webhook ? 'Save' : 'Add webhook'}
      isPending={save.isPending}
      error={formError}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2048}
        readOnly={webhook?.to_inbox}
        hint={
          webhook?.to_inbox
            ? "It leads to this team's inbox and can't be changed."
            : 'For example https://shop.example.com/events.'
        }
        value={url}
        error={(wasSubmitted ? urlError : undefined) ?? fields.url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <ChoiceList legend="Events">
        <Choice type="radio" name="events" checked={isAll} onChange={() => setIsAll(true)}>
          All events, also future types
        </Choice>
        <Choice type="radio" name="events" checked={!isAll} onChange={() => setIsAll(false)}>
          Only some events
        </Choice>
      </ChoiceList>
      {!isAll && (
        <ChoiceList legend="Which events">
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Choice
              key={type}
              type="checkbox"
              checked={types.includes(type)}
              onChange={({ target }) =>
                setTypes((chosen) =>
                  WEBHOOK_EVENT_TYPES.filter((each) =>
                    each === type ? target.checked : chosen.includes(each),
                  ),
                )
              }
            >
              {eventTypeLabel(type)}
            </Choice>
          ))}
        </ChoiceList>
      )}
      {wasSubmitted && typesError !== undefined && <ErrorNotice error={{ title: typesError }} />}
    </FormDialog>
  );
}

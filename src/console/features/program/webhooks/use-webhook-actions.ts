import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { clearSuccess, showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import { retryWebhookDelivery } from '#contract/program/deliveries.ts';
import { switchWebhookSecret, testWebhook, updateWebhook } from '#contract/program/webhooks.ts';
import { webhookName } from './webhook-labels.ts';
import { type Delivery, type Webhook, webhooksKey } from './webhooks-queries.ts';

type Missed = 'send' | 'skip';

/** What can be done with a webhook without a dialog. Toasts say what came of it. */
export function useWebhookActions(program: Client, teamId: string) {
  const { withIdToken } = useStepUp();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksKey(teamId) });
  const failed = (title: string) => (error: Error) => {
    const message = toUserFacingError(error, title);
    if (message) showError(message);
  };
  const paramsOf = ({ id }: Webhook) => ({ team_id: teamId, webhook_id: id });

  const test = useMutation({
    mutationFn: (webhook: Webhook) =>
      withIdToken((idToken) =>
        program.request(testWebhook, { params: paramsOf(webhook), idToken }),
      ),
    onMutate: clearSuccess,
    onSuccess: ({ data: { ok, status, error, duration_ms: duration } }, webhook) => {
      const name = webhookName(webhook);
      if (ok) {
        showSuccess(`${name} received the test event`, undefined, {
          detail: `It responded in ${formatNumber(duration)} ms.`,
        });
        return;
      }
      showError({
        title: `${name} didn't accept the test event`,
        detail:
          status === null
            ? `${error ?? 'No response'}. Check that the URL is right and that Patron can reach it.`
            : `It responded with ${status} instead of 200. Check that it verifies the signature with the current secret.`,
      });
    },
    onError: failed("The test event wasn't sent"),
    onSettled: refresh,
  });

  const setPaused = useMutation({
    mutationFn: ({ webhook, ...body }: { webhook: Webhook; paused: boolean; held?: Missed }) =>
      withIdToken((idToken) =>
        program.request(updateWebhook, { params: paramsOf(webhook), body, idToken }),
      ),
    onSuccess: async (_response, { webhook, paused }) => {
      await refresh();
      const name = webhookName(webhook);
      showSuccess(
        paused
          ? `${name} is paused. You can send the events that it misses when you resume it.`
          : `${name} receives events again`,
      );
    },
    onError: (error, { paused }) =>
      failed(paused ? "The webhook wasn't paused" : "The webhook wasn't resumed")(error),
  });

  const retry = useMutation({
    mutationFn: ({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) =>
      withIdToken((idToken) =>
        program.request(retryWebhookDelivery, {
          params: { ...paramsOf(webhook), delivery_id: delivery.id },
          idToken,
        }),
      ),
    onSuccess: async ({ data: { retried } }) => {
      await refresh();
      showSuccess(`${formatCount(retried, 'delivery', 'deliveries')} will be sent again`);
    },
    onError: failed("The delivery wasn't sent again"),
  });

  const switchSecret = useMutation({
    mutationFn: (webhook: Webhook) =>
      withIdToken((idToken) =>
        program.request(switchWebhookSecret, { params: paramsOf(webhook), idToken }),
      ),
    onSuccess: async (_response, webhook) => {
      await refresh();
      showSuccess(`${webhookName(webhook)} is signed with its new secret`);
    },
    onError: failed("The secret wasn't switched"),
  });

  return { test, setPaused, retry, switchSecret };
}

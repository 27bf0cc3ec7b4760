import { requestUrl } from '#console/api/request-url.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { INBOX_DELIVERY_PATH } from '#contract/gateway/inbox.ts';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';
import styles from './delivery-instructions.module.css';

export function DeliveryInstructions() {
  const teamId = useTeamId();
  const { inbox } = useConfig();
  const url = requestUrl(
    new URL(inbox?.baseUrl ?? '/', location.origin).href,
    { path: INBOX_DELIVERY_PATH },
    { team_id: teamId },
    {},
  );
  return (
    <div className={styles.instructions}>
      <p>Your loyalty program posts its events to this URL:</p>
      <CopyField label="Webhook URL" value={url} />
      <p>
        Each request needs two headers. <code>{WEBHOOK_NONCE_HEADER}</code> is the Unix time in
        milliseconds. <code>{WEBHOOK_SIGNATURE_HEADER}</code> is the HMAC-SHA512, in hex, of the
        exact body, a colon and the nonce, with this team's secret as the key. Requests signed more
        than 30 minutes ago are rejected.
      </p>
    </div>
  );
}

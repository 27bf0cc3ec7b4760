import { requestUrl } from '#console/api/request-url.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { INBOX_DELIVERY_PATH } from '#contract/gateway/inbox.ts';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';
import styles from './delivery-instructions.module.css';

/** Where the loyalty program has to deliver its events, and how it has to sign them. */
export function DeliveryInstructions() {
  const teamId = useTeamId();
  const { inbox } = useConfig();
  const address = requestUrl(
    new URL(inbox?.baseUrl ?? '/', location.origin).href,
    { path: INBOX_DELIVERY_PATH },
    { team_id: teamId },
    {},
  );
  return (
    <div className={styles.instructions}>
      <p>The loyalty program posts its events to this address:</p>
      <CopyField label="Delivery address" value={address} />
      <p>
        The header <code>{WEBHOOK_NONCE_HEADER}</code> is the Unix time in milliseconds, and{' '}
        <code>{WEBHOOK_SIGNATURE_HEADER}</code> the HMAC-SHA512, in hex, of the body as it is sent,
        a colon and the nonce, made with this team's secret. A request older than 5 minutes is
        refused.
      </p>
    </div>
  );
}

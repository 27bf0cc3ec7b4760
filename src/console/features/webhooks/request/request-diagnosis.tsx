import styles from '#console/features/webhooks/item-page.module.css';
import { CardSection } from '#console/ui/card.tsx';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';
import { diagnoseRequest } from './diagnose-request.ts';

/** What was made of a request, why, and what the cause probably is. */
export function RequestDiagnosis({ request }: { readonly request: InboxDelivery }) {
  const { meaning, likely } = diagnoseRequest(request);
  return (
    <CardSection title="What happened">
      <p className={styles.strong}>{meaning}</p>
      {request.reason && <p>{request.reason}</p>}
      {likely.length > 0 && (
        <>
          <h3 className={styles.label}>What it probably is</h3>
          <ul className={styles.causes}>
            {likely.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </>
      )}
    </CardSection>
  );
}

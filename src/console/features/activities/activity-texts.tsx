import { CardSection } from '#console/ui/card.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import styles from './activity-page.module.css';

/** What members read about the activity. HTML is shown as its source, never run. */
export function ActivityTexts({ activity }: { readonly activity: Activity }) {
  const short = activity.enduser_activity_short_description;
  const html = activity.enduser_activity_description_html;
  return (
    <CardSection title="What members read">
      <p>{short || '—'}</p>
      {html && (
        <>
          <h3 className={styles.label}>Description (HTML)</h3>
          <pre className={styles.source}>{html}</pre>
        </>
      )}
    </CardSection>
  );
}

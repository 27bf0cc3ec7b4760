import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { LoyaltyRelativeTime } from '#console/shared/loyalty/loyalty-relative-time.tsx';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import styles from './activity-page.module.css';

/** Switches, dates and metadata of an activity. */
export function ActivityDetails({ activity }: { readonly activity: Activity }) {
  const image = activity.activity_card_background_image_url;
  return (
    <>
      <CardSection title="Details">
        <DescriptionList
          items={[
            { term: 'Counts for tiers', value: yesOrNo(activity.is_qualified_for_tier_upgrade) },
            {
              term: 'Points expiry',
              value: expiryWords(activity.is_points_expiry_reset_activity),
            },
            { term: 'Shown to guests', value: yesOrNo(activity.show_on_guest_dashboard) },
            { term: 'Card image', value: image && <ExternalLink url={image} /> },
            { term: 'Created', value: <LoyaltyDate value={activity.created_date} /> },
            { term: 'Changed', value: <LoyaltyRelativeTime value={activity.last_modified_date} /> },
            { term: 'Service ID', value: <code>{activity.id}</code> },
          ]}
        />
      </CardSection>
      <Entries title="Metadata" values={activity.metadata} />
      <Entries title="Extra configuration" values={activity.extra_config} />
    </>
  );
}

function yesOrNo(value: boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value ? 'Yes' : 'No';
}

function expiryWords(resets: boolean | undefined): string | undefined {
  if (resets === undefined) return undefined;
  return resets ? 'Starts anew for all points' : 'Stays as it is';
}

interface EntriesProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

function Entries({ title, values = {} }: EntriesProps) {
  const entries = Object.entries(values);
  return (
    <CardSection title={title}>
      {entries.length === 0 ? (
        <p className={styles.muted}>None.</p>
      ) : (
        <DescriptionList
          items={entries.map(([term, value]) => ({
            term,
            value: typeof value === 'string' ? value : JSON.stringify(value),
          }))}
        />
      )}
    </CardSection>
  );
}

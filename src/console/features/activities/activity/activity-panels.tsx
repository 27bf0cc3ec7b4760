import { useState } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { HtmlPreview } from '#console/shared/html-preview.tsx';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { formatPointsConfig } from '#console/shared/loyalty/loyalty-points.ts';
import { LoyaltyRelativeTime } from '#console/shared/loyalty/loyalty-relative-time.tsx';
import { inactiveReason, ruleSentence, ruleTitle } from '#console/shared/loyalty/rule-sentence.ts';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { Figures } from '#console/ui/chart/figures.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { Tag } from '#console/ui/tag.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import type { Rule } from '#contract/loyalty/rules.ts';
import {
  ACTIVITY_USE_DAYS,
  type ActivityUse as ActivityUseCounts,
} from '#contract/points/points.ts';
import styles from './activity-page.module.css';

interface ActivityPointsProps {
  readonly activity: Activity;
  /** Lately; undefined if the loyalty service doesn't count it. */
  readonly use: Pick<ActivityUseCounts, 'times' | 'points'> | undefined;
}

/** The points before any rules apply, and what became of them. */
export function ActivityPoints({ activity, use }: ActivityPointsProps) {
  const { points_config: config } = activity;
  const benefit = benefitLabel(activity.activity_benefit_type);
  const approval = approvalLabel(activity.approval_method);
  return (
    <CardSection title="Points">
      <Figures
        items={[
          {
            label: 'Earns',
            value: formatPointsConfig(config) ?? '—',
            note: [
              computationLabel(config?.points_computation_type),
              benefit && `Gives ${benefit.toLowerCase()}`,
              approval,
            ]
              .filter(Boolean)
              .join(' · '),
          },
          ...(use
            ? [
                {
                  label: 'Earned',
                  value: formatNumber(use.times),
                  note: `times in the last ${ACTIVITY_USE_DAYS} days`,
                },
                {
                  label: 'Points',
                  value: formatNumber(use.points),
                  note: `issued in the last ${ACTIVITY_USE_DAYS} days`,
                },
              ]
            : []),
        ]}
      />
    </CardSection>
  );
}

function computationLabel(type: string | undefined): string | undefined {
  if (type === 'fixed_points') return 'Fixed';
  return type === 'multiplier_based' ? 'Based on amount' : type;
}

const BENEFITS: Readonly<Record<string, string>> = {
  points: 'Points',
  points_and_coupon_code: 'Points and a coupon code',
};

const APPROVALS: Readonly<Record<string, string>> = {
  immediate: 'Approved automatically',
  manual: 'Approved by hand',
};

/** Unknown values are shown unchanged. */
function benefitLabel(benefit: string | undefined): string | undefined {
  return benefit === undefined ? undefined : (BENEFITS[benefit] ?? benefit);
}

/** Unknown values are shown unchanged. */
function approvalLabel(approval: string | undefined): string | undefined {
  return approval === undefined ? undefined : (APPROVALS[approval] ?? approval);
}

/** The rules as sentences, in the order in which they apply. */
export function ActivityRules({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <CardSection title="Rules">
      {rules.length === 0 ? (
        <p className={styles.muted}>No rules. The points above apply without a limit.</p>
      ) : (
        <ol>
          {rules.map((rule, index) => {
            const inactive = inactiveReason(rule);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id and are identified by their order
              <li key={index} className={styles.rule} data-inactive={inactive}>
                <p className={styles.sentence}>{ruleSentence(rule)}</p>
                <p className={styles.muted}>
                  {ruleTitle(rule)} {inactive && <Tag>{inactive}</Tag>}
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </CardSection>
  );
}

/** The card's image and the texts, as members see them. Nothing without any of them. */
export function ActivityTexts({ activity }: { readonly activity: Activity }) {
  const image = activity.activity_card_background_image_url;
  const short = activity.enduser_activity_short_description;
  const html = activity.enduser_activity_description_html;
  if (!image && !short && !html) return null;
  return (
    <CardSection title="Shown to members">
      <div className={styles.texts}>
        {image && <CardImage key={image} url={image} />}
        {short && <p>{short}</p>}
        {html && <HtmlPreview label="Description" html={html} size="short" />}
      </div>
    </CardSection>
  );
}

/** The console's policy allows images over HTTPS only. */
function CardImage({ url }: { readonly url: string }) {
  const [isFailed, setIsFailed] = useState(!/^https:/i.test(url));
  if (isFailed) {
    return (
      <p className={styles.muted}>
        The card image can't be shown here. Its address is under Details.
      </p>
    );
  }
  return (
    <img
      src={url}
      alt="Card"
      decoding="async"
      referrerPolicy="no-referrer"
      className={styles.image}
      onError={() => setIsFailed(true)}
    />
  );
}

export function ActivityDetails({ activity }: { readonly activity: Activity }) {
  const image = activity.activity_card_background_image_url;
  return (
    <>
      <CardSection title="Details">
        <DescriptionList
          items={[
            { term: 'Counts toward tiers', value: yesOrNo(activity.is_qualified_for_tier_upgrade) },
            {
              term: 'Points expiry',
              value: expiryLabel(activity.is_points_expiry_reset_activity),
            },
            { term: 'Shown to guests', value: yesOrNo(activity.show_on_guest_dashboard) },
            { term: 'Card image', value: image && <ExternalLink url={image} /> },
            { term: 'Created', value: <LoyaltyDate value={activity.created_date} /> },
            {
              term: 'Last updated',
              value: <LoyaltyRelativeTime value={activity.last_modified_date} />,
            },
            { term: 'Internal ID', value: <code>{activity.id}</code> },
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

function expiryLabel(resets: boolean | undefined): string | undefined {
  if (resets === undefined) return undefined;
  return resets ? 'Resets the expiry of all points' : 'No change';
}

interface EntriesProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/** Renders nothing without values. */
function Entries({ title, values = {} }: EntriesProps) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <CardSection title={title}>
      <DescriptionList
        items={entries.map(([term, value]) => ({
          term,
          value: typeof value === 'string' ? value : JSON.stringify(value),
        }))}
      />
    </CardSection>
  );
}

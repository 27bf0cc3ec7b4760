import { formatAmount, formatNumber } from '#console/lib/format/format-number.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-page.module.css';
import { type MemberDetails, NotLoadedSection } from './not-loaded.tsx';

interface MemberPurchasesProps {
  readonly member: Member;
  readonly details: MemberDetails;
}

/** Purchases, redemptions and activities. Amounts have no currency: the API doesn't return one. */
export function MemberPurchases({ member, details }: MemberPurchasesProps) {
  if (details !== 'loaded') {
    return <NotLoadedSection title="Purchases and activity" details={details} height={112} />;
  }
  return (
    <CardSection title="Purchases and activity">
      <div className={styles.pairs}>
        <DescriptionList
          items={[
            { term: 'Purchases', value: optionalNumber(member.number_of_purchases) },
            { term: 'Revenue', value: optionalAmount(member.revenue) },
            { term: 'Average order', value: optionalAmount(member.aov) },
          ]}
        />
        <DescriptionList
          items={[
            { term: 'First purchase', value: <LoyaltyDate value={member.first_purchase_date} /> },
            { term: 'Last purchase', value: <LoyaltyDate value={member.last_purchase_date} /> },
            { term: 'Redemptions', value: optionalNumber(member.number_of_redemptions) },
            { term: 'Activities completed', value: numericText(member.number_of_activities) },
          ]}
        />
      </div>
      {(member.revenue !== undefined || member.aov !== undefined) && (
        <p className={styles.missing}>The program doesn't report a currency.</p>
      )}
    </CardSection>
  );
}

function optionalNumber(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatNumber(value);
}

function optionalAmount(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatAmount(value);
}

/** Formats a number that the API returns as text. Other text stays unchanged. */
function numericText(text: string | undefined): string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? formatNumber(Number(text)) : text;
}

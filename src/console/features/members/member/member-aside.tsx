import { formatLoyaltyValue } from '#console/shared/loyalty/format-loyalty-value.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { LoyaltyRelativeTime } from '#console/shared/loyalty/loyalty-relative-time.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { TagList } from '#console/ui/tag.tsx';
import type { Address, Member } from '#contract/loyalty/members/member.ts';
import { formatAttribute } from './format-attribute.ts';
import styles from './member-page.module.css';
import { MemberReferral } from './member-referral.tsx';

/** The side column: details, tags, custom attributes and referral. */
export function MemberAside({ member }: { readonly member: Member }) {
  const attributes = Object.entries(member.custom_attributes ?? {});
  const tags = member.member_tags ?? [];
  const { email_address: email, email_subscription_status: status } = member;
  const subscription = formatLoyaltyValue('email_subscription_status', status);
  return (
    <>
      <CardSection title="Details">
        <DescriptionList
          items={[
            { term: 'Email', value: email && <Breakable text={email} /> },
            { term: 'Email marketing', value: subscription },
            { term: 'Phone', value: member.phone_number },
            { term: 'Birthday', value: <LoyaltyDate value={member.birthdate} /> },
            { term: 'Anniversary', value: <LoyaltyDate value={member.anniversary_date} /> },
            { term: 'Gender', value: formatLoyaltyValue('gender', member.gender) },
            { term: 'Language', value: member.preferred_language },
            { term: 'Instagram', value: member.instagram_handle },
            { term: 'Twitter', value: member.twitter_handle },
            { term: 'Address', value: <AddressLines address={member.address} /> },
            {
              term: 'Last updated',
              value: <LoyaltyRelativeTime value={member.last_modified_date} />,
            },
            { term: 'Internal ID', value: <code>{member.id}</code> },
          ]}
        />
      </CardSection>
      <CardSection title="Tags">
        {tags.length > 0 ? <TagList tags={tags} wrap /> : <p className={styles.muted}>No tags.</p>}
      </CardSection>
      <CardSection title="Custom attributes">
        {attributes.length > 0 ? (
          <DescriptionList
            items={attributes.map(([name, value]) => ({
              term: name,
              value: formatAttribute(value),
            }))}
          />
        ) : (
          <p className={styles.muted}>No custom attributes.</p>
        )}
      </CardSection>
      <MemberReferral member={member} />
    </>
  );
}

function AddressLines({ address = {} }: { readonly address: Address | undefined }) {
  const { line1, line2, city, state, postal_code: postalCode, country } = address;
  const region = [state, postalCode].filter(Boolean).join(' ');
  const lines = [line1, line2, [city, region].filter(Boolean).join(', '), country].filter(Boolean);
  if (lines.length === 0) return '—';
  return lines.map((line) => <div key={line}>{line}</div>);
}

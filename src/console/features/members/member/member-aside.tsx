import type { ReactNode } from 'react';
import { formatLoyaltyValue } from '#console/shared/loyalty/format-loyalty-value.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { LoyaltyRelativeTime } from '#console/shared/loyalty/loyalty-relative-time.tsx';
import { MEMBER_FIELD_LABELS as LABELS } from '#console/shared/loyalty/member-field-labels.ts';
import { CardSection } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { Copyable } from '#console/ui/data/copyable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { TagList } from '#console/ui/tag.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { addressLines } from './address-lines.ts';
import { formatCustomAttribute } from './format-custom-attribute.ts';
import styles from './member-page.module.css';
import { MemberReferral } from './member-referral.tsx';
import { type MemberDetails, NotLoadedSection } from './not-loaded.tsx';

interface MemberAsideProps {
  readonly member: Member;
  /** Until all fields are loaded, those that lists have are shown. */
  readonly details: MemberDetails;
}

export function MemberAside({ member, details }: MemberAsideProps) {
  const attributes = Object.entries(member.custom_attributes ?? {});
  const tags = member.member_tags ?? [];
  const { email_address: email, email_subscription_status: status, phone_number: phone } = member;
  const subscription = formatLoyaltyValue('email_subscription_status', status);
  const address = addressLines(member.address ?? {});
  const given = (term: string, value: string | null | undefined, shown: ReactNode = value) => ({
    term,
    value: shown,
    isGiven: Boolean(value),
  });
  const fields = [
    given(
      LABELS.email_address,
      email,
      email && (
        <Copyable what="email" value={email}>
          <a href={`mailto:${email}`}>
            <Breakable text={email} />
          </a>
        </Copyable>
      ),
    ),
    given(LABELS.email_subscription_status, subscription),
    given(
      LABELS.phone_number,
      phone,
      phone && (
        <Copyable what="phone number" value={phone}>
          <a href={`tel:${phone.replace('-', '')}`}>{phone}</a>
        </Copyable>
      ),
    ),
    given(LABELS.birthdate, member.birthdate, <LoyaltyDate value={member.birthdate} />),
    given(
      LABELS.anniversary_date,
      member.anniversary_date,
      <LoyaltyDate value={member.anniversary_date} />,
    ),
    given('Gender', formatLoyaltyValue('gender', member.gender)),
    given(LABELS.preferred_language, member.preferred_language),
    given(LABELS.instagram_handle, member.instagram_handle),
    given(LABELS.twitter_handle, member.twitter_handle),
    given(
      'Address',
      address.join('\n'),
      address.map((line) => <div key={line}>{line}</div>),
    ),
    given(
      'Last updated',
      member.last_modified_date,
      <LoyaltyRelativeTime value={member.last_modified_date} />,
    ),
    {
      ...given(
        'Internal ID',
        member.id,
        <Copyable what="internal ID" value={member.id}>
          <code>
            <Breakable text={member.id} />
          </code>
        </Copyable>,
      ),
      isBelow: true,
    },
  ];
  const missing = fields.filter(({ isGiven }) => !isGiven).map(({ term }) => term);
  const isLoaded = details === 'loaded';
  return (
    <>
      <CardSection title="Details">
        <DescriptionList items={fields.filter(({ isGiven }) => isGiven)} />
        {isLoaded && missing.length > 0 && (
          <p className={styles.missing}>Not set: {missing.join(', ')}.</p>
        )}
        {details === 'loading' && <Skeleton height={112} />}
        {details === 'failed' && <p className={styles.missing}>Other details are not loaded.</p>}
      </CardSection>
      <CardSection title="Tags">
        {tags.length > 0 ? <TagList tags={tags} wrap /> : <p className={styles.muted}>No tags.</p>}
      </CardSection>
      {isLoaded ? (
        <>
          <CardSection title="Custom attributes">
            {attributes.length > 0 ? (
              <DescriptionList
                items={attributes.map(([name, value]) => ({
                  term: name,
                  value: <CustomAttribute value={value} />,
                }))}
              />
            ) : (
              <p className={styles.muted}>No custom attributes.</p>
            )}
          </CardSection>
          <MemberReferral member={member} />
        </>
      ) : (
        <>
          <NotLoadedSection title="Custom attributes" details={details} height={60} />
          <NotLoadedSection title="Referral" details={details} height={60} />
        </>
      )}
    </>
  );
}

/** Items of a list are tags: a comma in one would look like two items. */
function CustomAttribute({ value }: { readonly value: unknown }) {
  if (!Array.isArray(value) || value.length === 0) return formatCustomAttribute(value);
  return <TagList tags={[...new Set(value.map(formatCustomAttribute))]} wrap />;
}

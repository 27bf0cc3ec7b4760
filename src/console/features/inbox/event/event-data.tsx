import { Fragment, type ReactNode, useMemo } from 'react';
import { formatCount } from '#console/lib/format/format-number.ts';
import { formatLoyaltyValue } from '#console/shared/loyalty/format-loyalty-value.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { AttributeValue } from '#console/ui/data/attribute-list.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { MEMBER_TIER_UPGRADE } from '#contract/loyalty/webhooks.ts';
import styles from './event-data.module.css';
import { type EventSection, eventSections, isCustom, valueLabel } from './event-sections.ts';
import { changesSince, isAboutMember } from './member-changes-since.ts';

interface EventDataProps {
  readonly type: string;
  readonly data: unknown;
  /** The tier before an upgrade, where it is known. */
  readonly previousTier?: string | undefined;
  /** The event's member as they are now; undefined if there is none or it isn't known. */
  readonly member: Member | undefined;
  readonly isMemberLoading: boolean;
}

/**
 * An event's data as sections of labels and values. Of the member, only what has changed since the event
 * is shown at first.
 */
export function EventData(props: EventDataProps) {
  const { type, data, previousTier, member, isMemberLoading } = props;
  const sections = useMemo(() => eventSections(data), [data]);
  const tier = type === MEMBER_TIER_UPGRADE && sections.find(({ title }) => title === 'Tier');
  const ofMember = sections.filter(isAboutMember);
  const isFolded = isMemberLoading || member !== undefined;
  const others = sections.filter((section) => !isFolded || !isAboutMember(section));
  return (
    <Card>
      {tier && <ReachedTier tier={tier} previous={previousTier} />}
      {others.map(
        (section) =>
          section !== tier && (
            <CardSection key={section.title} title={section.title}>
              <SectionValues section={section} />
            </CardSection>
          ),
      )}
      {isFolded && ofMember.length > 0 && (
        <CardSection title="Member at the time">
          {member ? <MemberThen sections={ofMember} member={member} /> : <Skeleton height={120} />}
        </CardSection>
      )}
      {sections.length === 0 && (
        <CardSection title="Data">
          <p>Nothing to list here. See the raw JSON below.</p>
        </CardSection>
      )}
    </Card>
  );
}

interface ReachedTierProps {
  readonly tier: EventSection;
  readonly previous: string | undefined;
}

function ReachedTier({ tier, previous }: ReachedTierProps) {
  const { loyalty_tier_name: name, qualified_points: points } = tier.attributes;
  const { current_period_start: start, current_period_end: end } = tier.attributes;
  return (
    <CardSection title="Tier">
      <p className={styles.figure}>
        {typeof name === 'string' ? name : '—'}
        {previous !== undefined && <span className={styles.muted}> from {previous}</span>}
      </p>
      <p className={styles.muted}>
        {typeof points === 'number' && formatCount(points, 'qualified point')}
        {typeof start === 'string' && typeof end === 'string' && (
          <>
            {' · Period '}
            <LoyaltyDate value={start} /> – <LoyaltyDate value={end} />
          </>
        )}
      </p>
    </CardSection>
  );
}

interface MemberThenProps {
  readonly sections: readonly EventSection[];
  readonly member: Member;
}

/** What has changed since the event, and folded all that the event says about the member. */
function MemberThen({ sections, member }: MemberThenProps) {
  const changes = sections.flatMap((section) =>
    changesSince(section, member).map(({ name, before, now }) => ({
      term: name === 'loyalty_tier_name' ? 'Tier' : valueLabel(name, section),
      value: (
        <>
          {sectionValue(name, before, section)}{' '}
          <span className={styles.now}>now {formatNow(name, now, section)}</span>
        </>
      ),
    })),
  );
  return (
    <>
      {changes.length > 0 ? (
        <DescriptionList items={changes} />
      ) : (
        <p className={styles.muted}>Nothing has changed since.</p>
      )}
      <details className={styles.all}>
        <summary>All values at the time</summary>
        {sections.map((section) => (
          <Fragment key={section.title}>
            <h3>{section.title === 'Member at the time' ? 'Member' : section.title}</h3>
            <SectionValues section={section} />
          </Fragment>
        ))}
      </details>
    </>
  );
}

function SectionValues({ section }: { readonly section: EventSection }) {
  return (
    <DescriptionList
      items={Object.entries(section.attributes).map(([name, value]) => ({
        term: valueLabel(name, section),
        value: sectionValue(name, value, section),
      }))}
    />
  );
}

function formatNow(name: string, now: unknown, section: EventSection): ReactNode {
  const isNone = now === null || now === '' || (Array.isArray(now) && now.length === 0);
  return isNone ? 'not set' : sectionValue(name, now, section);
}

/** Dates are recognized by name, because the loyalty API has several date formats. */
function sectionValue(name: string, value: unknown, section: EventSection) {
  if (isCustom(section)) return <AttributeValue value={value} />;
  const isDate = typeof value === 'string' && /(date|_start|_end)$/.test(name);
  if (isDate) return <LoyaltyDate value={value} />;
  const formatted = formatLoyaltyValue(name, value);
  if (formatted !== undefined) return formatted;
  const isId = typeof value === 'string' && /(^|_)id$/i.test(name);
  return isId ? <code>{value}</code> : <AttributeValue value={value} />;
}

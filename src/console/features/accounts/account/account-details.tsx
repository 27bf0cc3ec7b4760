import {
  accountFeedNames,
  accountSubaccountNames,
  type NamedResource,
} from '#console/features/accounts/account-feeds.ts';
import { capabilityLabel } from '#console/features/accounts/account-type.ts';
import { AccountUsage } from '#console/features/accounts/account-usage.tsx';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { accountTypeOf } from '#console/shared/accounts/account-name.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { ItemChanges } from '#console/shared/audit/item-changes.tsx';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { AttributeList } from '#console/ui/data/attribute-list.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { TagList } from '#console/ui/tag.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { metaAttributes, otherAttributes } from './account-attributes.ts';
import styles from './account-details.module.css';

interface AccountDetailsProps {
  readonly account: Account;
  readonly included: readonly AnyResource[];
}

export function AccountDetails({ account, included }: AccountDetailsProps) {
  const { attributes } = account;
  const meta = metaAttributes(attributes.meta);
  const others = otherAttributes(attributes);
  const feeds = accountFeedNames(account, included);
  return (
    <div className={styles.columns}>
      <Card>
        {accountTypeOf(account) !== 'sftp' && (
          <CardSection title="Audience">
            <dl className={styles.figures}>
              <Figure term="followers" value={attributes.followers_count} />
              <Figure term="following" value={attributes.follows_count} />
              <Figure term="media" value={attributes.media_count} />
              <Figure term="likes" value={attributes.likes_count} />
            </dl>
          </CardSection>
        )}
        <CardSection title="Feeds and boards">
          {feeds.length === 0 ? (
            <p className={styles.none}>No feeds use this account.</p>
          ) : (
            <AccountUsage feeds={feeds} />
          )}
        </CardSection>
        <CardSection title="Subaccounts">
          <NameList
            names={accountSubaccountNames(account, included)}
            emptyText="No pages, channels or shops."
          />
        </CardSection>
        <AccountChanges accountId={account.id} />
      </Card>
      <Card>
        <CardSection title="Details">
          <DescriptionList
            items={[
              ...(attributes.site ? [{ term: 'Site', value: attributes.site }] : []),
              {
                term: 'Capabilities',
                value: attributes.capabilities.length > 0 && (
                  <TagList tags={attributes.capabilities.map(capabilityLabel)} wrap />
                ),
              },
              {
                term: 'Expires',
                value:
                  attributes.expires_at === null ? 'Never' : relativeTime(attributes.expires_at),
              },
              { term: 'Connected', value: relativeTime(attributes.created_at) },
              { term: 'Last updated', value: relativeTime(attributes.updated_at) },
              ...(attributes.image_url
                ? [
                    {
                      term: 'Picture',
                      value: <ExternalLink url={attributes.image_url}>View picture</ExternalLink>,
                    },
                  ]
                : []),
              { term: 'ID', value: <code>{account.id}</code> },
              {
                term: 'External ID',
                isBelow: true,
                value: attributes.external_id && (
                  <CopyField label="External ID" value={attributes.external_id} />
                ),
              },
            ]}
          />
        </CardSection>
        {Object.keys(others).length > 0 && (
          <CardSection title="More">
            <AttributeList attributes={others} />
          </CardSection>
        )}
        {Object.keys(meta).length > 0 && (
          <CardSection title="Meta">
            <AttributeList attributes={meta} />
          </CardSection>
        )}
      </Card>
    </div>
  );
}

function relativeTime(at: string | null | undefined) {
  return !at ? undefined : <RelativeTime at={at} />;
}

/** The latest changes of the account, for administrators. */
function AccountChanges({ accountId }: { readonly accountId: string }) {
  const teamId = useTeamId();
  const audit = useReadableAudit();
  if (!audit) return null;
  return (
    <CardSection title="Changes">
      <ItemChanges
        audit={audit}
        subject={{ type: 'account', id: accountId }}
        itemsKey={accountsKey(teamId)}
      />
    </CardSection>
  );
}

function Figure({
  term,
  value,
}: {
  readonly term: string;
  readonly value: number | null | undefined;
}) {
  return (
    <div className={styles.figure}>
      <dt>{term}</dt>
      <dd>{value === null || value === undefined ? '—' : formatNumber(value)}</dd>
    </div>
  );
}

interface NamesProps {
  readonly names: readonly NamedResource[];
  /** Shown without names. */
  readonly emptyText: string;
}

function NameList({ names, emptyText }: NamesProps) {
  if (names.length === 0) return <p className={styles.none}>{emptyText}</p>;
  return (
    <ul className={styles.names}>
      {names.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}

import {
  accountFeedNames,
  accountSubaccountNames,
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
import { Breakable } from '#console/ui/data/breakable.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { type DescriptionItem, DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { RowItem, RowList } from '#console/ui/row/row-list.tsx';
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
  const more = { ...otherAttributes(attributes), ...metaAttributes(attributes.meta) };
  const feeds = accountFeedNames(account, included);
  const subaccounts = accountSubaccountNames(account, included);
  return (
    <DetailColumns>
      <Card>
        <CardSection title="Feeds and boards">
          {feeds.length === 0 ? (
            <p className={styles.none}>No feeds use this account.</p>
          ) : (
            <AccountUsage feeds={feeds} />
          )}
        </CardSection>
        {subaccounts.length > 0 && (
          <CardSection title="Subaccounts">
            <RowList>
              {subaccounts.map(({ id, name }) => (
                <RowItem key={id} title={<Breakable text={name} />} />
              ))}
            </RowList>
          </CardSection>
        )}
        <AccountChanges accountId={account.id} />
      </Card>
      <Card>
        <CardSection title="Details">
          <DescriptionList
            items={[
              ...audience(account),
              ...(attributes.site ? [{ term: 'Site', value: attributes.site }] : []),
              ...(attributes.capabilities.length > 0
                ? [
                    {
                      term: 'Capabilities',
                      value: <TagList tags={attributes.capabilities.map(capabilityLabel)} wrap />,
                    },
                  ]
                : []),
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
              ...(attributes.external_id
                ? [
                    {
                      term: 'External ID',
                      isBelow: true,
                      value: <CopyField label="External ID" value={attributes.external_id} />,
                    },
                  ]
                : []),
            ]}
          />
        </CardSection>
        {Object.keys(more).length > 0 && (
          <CardSection title="More">
            <AttributeList attributes={more} />
          </CardSection>
        )}
      </Card>
    </DetailColumns>
  );
}

/** The figures that the network reports. A file server has none. */
function audience(account: Account): DescriptionItem[] {
  if (accountTypeOf(account) === 'sftp') return [];
  const { attributes } = account;
  const figures = {
    Followers: attributes.followers_count,
    Following: attributes.follows_count,
    Media: attributes.media_count,
    Likes: attributes.likes_count,
  };
  return Object.entries(figures).flatMap(([term, value]) =>
    value == null ? [] : [{ term, value: formatNumber(value) }],
  );
}

function relativeTime(at: string | null | undefined) {
  return !at ? undefined : <RelativeTime at={at} />;
}

function AccountChanges({ accountId }: { readonly accountId: string }) {
  const teamId = useTeamId();
  const audit = useReadableAudit();
  if (!audit) return null;
  return (
    <ItemChanges
      audit={audit}
      subject={{ type: 'account', id: accountId }}
      itemsKey={accountsKey(teamId)}
    />
  );
}

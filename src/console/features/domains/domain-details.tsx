import type { Client } from '#console/api/client.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemChanges } from '#console/shared/audit/item-changes.tsx';
import { domainsKey } from '#console/shared/domains/domains-query.ts';
import { useUndoDomainChange } from '#console/shared/domains/use-undo-domain-change.ts';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';

/** Facts that are rarely needed. */
export function DomainAttributes({ domain }: { readonly domain: Domain }) {
  const { created_at: createdAt, updated_at: updatedAt } = domain.attributes;
  return (
    <DescriptionList
      items={[
        { term: 'Added', value: createdAt && <RelativeTime at={createdAt} /> },
        { term: 'Last updated', value: updatedAt && <RelativeTime at={updatedAt} /> },
        { term: 'ID', value: <code>{domain.id}</code> },
      ]}
    />
  );
}

interface DomainChangesProps {
  readonly domain: Domain;
  /** See `useReadableAudit`. */
  readonly audit: Client;
}

/** The latest changes of a domain. Its default experience can be set back. */
export function DomainChanges({ domain, audit }: DomainChangesProps) {
  const teamId = useTeamId();
  const undo = useUndoDomainChange();
  return (
    <ItemChanges
      audit={audit}
      subject={{ type: 'domain', id: domain.id }}
      itemsKey={domainsKey(teamId)}
      undo={undo}
    />
  );
}

import { DomainStatus } from '#console/features/domains/domain-status.tsx';
import { domainName, toUnicodeDomain } from '#console/shared/domains/display-domain-name.ts';
import {
  defaultExperience,
  type KnownExperience,
} from '#console/shared/domains/known-experiences.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import styles from './domain-columns.module.css';

/** @param experiences the experiences included in the list */
export function domainColumns(experiences: readonly KnownExperience[]): Column<Domain>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (domain) => <DomainName domain={domain} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: '220px',
      card: 'fact',
      cell: (domain) => <DomainStatus domain={domain} />,
    },
    {
      id: 'default-experience',
      header: 'Default experience',
      width: '28%',
      card: 'footer',
      cell: (domain) => defaultExperience(domain, experiences)?.title ?? <NoExperience />,
    },
    {
      id: 'created',
      header: 'Added',
      width: '140px',
      hideBelow: 'narrow',
      cell: ({ attributes: { created_at: at } }) => at && <RelativeTime at={at} />,
    },
  ];
}

/** An internationalized name with its ASCII form, because letters of several scripts look alike. */
function DomainName({ domain }: { readonly domain: Domain }) {
  const { name = domainName(domain) } = domain.attributes;
  const unicode = toUnicodeDomain(name);
  if (unicode === undefined) return <span className={styles.name}>{name}</span>;
  return (
    <>
      <bdi>{unicode}</bdi> <span className={styles.ascii}>{name}</span>
    </>
  );
}

function NoExperience() {
  return <span className={styles.none}>No default experience</span>;
}

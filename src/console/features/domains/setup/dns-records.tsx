import { Check, ClipboardList } from 'lucide-react';
import { Button } from '#console/ui/button/button.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { useCopy } from '#console/ui/data/use-copy.ts';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { tableRoles } from '#console/ui/table/table-roles.ts';
import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import styles from './dns-records.module.css';
import { setupMessage } from './setup-message.ts';

export interface ShownRecord extends Record<'type' | 'name' | 'host' | 'value', string> {
  /** Undefined if the deployment can't look records up. */
  readonly status: DomainRecord['status'] | undefined;
  readonly found: readonly string[];
}

interface DnsRecordsProps {
  readonly domain: string;
  /** The registered domain that the hosts are relative to. */
  readonly zone: string;
  readonly records: readonly ShownRecord[];
}

/** The records to set, one per row, with values to copy, and a text to send to a colleague. */
export function DnsRecords({ domain, zone, records }: DnsRecordsProps) {
  const { copied, copy } = useCopy(setupMessage(domain, zone, records));
  const hasStatus = records.some(({ status }) => status !== undefined);
  return (
    <div className={styles.container}>
      <table {...tableRoles.table} className={styles.records} aria-label="DNS records">
        <thead {...tableRoles.rowGroup}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.columnHeader}>Type</th>
            <th {...tableRoles.columnHeader}>Name</th>
            <th {...tableRoles.columnHeader}>Value</th>
            {hasStatus && <th {...tableRoles.columnHeader}>Status</th>}
          </tr>
        </thead>
        <tbody {...tableRoles.rowGroup}>
          {records.map((record) => (
            <tr key={`${record.type} ${record.name} ${record.value}`} {...tableRoles.row}>
              <td {...tableRoles.cell}>{record.type}</td>
              <td {...tableRoles.cell} data-label="Name">
                <CopyField label={`Name of the ${record.type} record`} value={record.host} />
                {record.host !== record.name && <p className={styles.note}>{record.name}</p>}
              </td>
              <td {...tableRoles.cell} data-label="Value">
                <CopyField label={`Value of the ${record.type} record`} value={record.value} />
                {record.host === '@' && record.type === 'CNAME' && (
                  <p className={styles.note}>
                    A domain without a prefix can't have a CNAME record. Use your DNS provider's
                    ALIAS, ANAME or CNAME flattening instead.
                  </p>
                )}
              </td>
              {hasStatus && (
                <td {...tableRoles.cell} data-label="Status">
                  <RecordStatus record={record} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Button
          size="small"
          icon={copied ? <Check /> : <ClipboardList />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy instructions for a colleague'}
        </Button>
        <span role="status">{copied === false && " Your browser didn't allow copying."}</span>
      </div>
    </div>
  );
}

function RecordStatus({ record: { status, found } }: { readonly record: ShownRecord }) {
  if (status === 'found') return <StatusDot tone="good">Found</StatusDot>;
  if (status === 'missing') return <StatusDot tone="soon">Missing</StatusDot>;
  if (status === 'wrong') {
    return (
      <StatusDot tone="broken">
        <span className={styles.wrong}>
          Wrong: we found <code>{found.join(', ')}</code>
        </span>
      </StatusDot>
    );
  }
  return <StatusDot tone="off">Couldn't be looked up</StatusDot>;
}

/** Shown where the deployment's configuration doesn't say which records it needs. */
export function AskForRecords() {
  return <p>Ask your Patron administrator which DNS records to set for this domain.</p>;
}

import { Check, ClipboardList } from 'lucide-react';
import { Button } from '#console/ui/button/button.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { useCopy } from '#console/ui/data/use-copy.ts';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import styles from './domain-setup.module.css';
import { setupMessage } from './setup-message.ts';

interface ShownRecord extends Record<'type' | 'name' | 'host' | 'value', string> {
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

/** The records to set, each with its state and values to copy, and a text to send to a colleague. */
export function DnsRecords({ domain, zone, records }: DnsRecordsProps) {
  const { copied, copy } = useCopy(setupMessage(domain, zone, records));
  return (
    <>
      <ul className={styles.records}>
        {records.map((record) => (
          <li key={`${record.type} ${record.name} ${record.value}`} className={styles.record}>
            <RecordStatus record={record} />
            <dl className={styles.parts}>
              <dt>Type</dt>
              <dd>{record.type}</dd>
              <dt>Name</dt>
              <dd>
                <CopyField label={`Name of the ${record.type} record`} value={record.host} />
                {record.host !== record.name && <p className={styles.note}>{record.name}</p>}
              </dd>
              <dt>Value</dt>
              <dd>
                <CopyField label={`Value of the ${record.type} record`} value={record.value} />
              </dd>
            </dl>
            {record.host === '@' && record.type === 'CNAME' && (
              <p className={styles.note}>
                A domain without a prefix can't have a CNAME record. Use your DNS provider's ALIAS,
                ANAME or CNAME flattening instead.
              </p>
            )}
          </li>
        ))}
      </ul>
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
    </>
  );
}

function RecordStatus({ record: { status, found } }: { readonly record: ShownRecord }) {
  if (status === undefined) return null;
  if (status === 'found') return <StatusDot tone="good">Found</StatusDot>;
  if (status === 'missing') return <StatusDot tone="soon">Missing</StatusDot>;
  if (status === 'wrong') {
    return (
      <StatusDot tone="broken">
        Wrong: we found <code>{found.join(', ')}</code>
      </StatusDot>
    );
  }
  return <StatusDot tone="off">Couldn't be looked up</StatusDot>;
}

/** Shown where the deployment's configuration doesn't say which records it needs. */
export function AskForRecords() {
  return <p>Ask your Patron administrator which DNS records to set for this domain.</p>;
}

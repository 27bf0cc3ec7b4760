import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRelative } from '#console/lib/dates/format-date.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { Spinner } from '#console/ui/spinner.tsx';
import type { DomainSetup } from '#contract/advocacy/domain-setup.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import { CheckNow } from './check-now.tsx';
import { dnsAdvice } from './dns-advice.ts';
import { AskForRecords, DnsRecords } from './dns-records.tsx';
import styles from './domain-setup.module.css';
import { areRecordsFound } from './domain-setup-queries.ts';

interface SetupStagesProps {
  readonly domain: Domain;
  readonly setup: DomainSetup;
  /** When `setup` was fetched, in ms since 1970. */
  readonly checkedAt: number;
  readonly onRefetch: () => Promise<unknown>;
}

/** The steps of a pending domain: DNS records, certificate, live. */
export function SetupStages({ domain, setup, checkedAt, onRefetch }: SetupStagesProps) {
  const now = useNow();
  const { name = '', created_at: createdAt } = domain.attributes;
  const { records, zone, certificate } = setup.attributes;
  const hasRecords = areRecordsFound(records);
  const isKnown = records.length > 0;
  const isFailed = certificate.status === 'failed' && hasRecords;
  return (
    <ol className={styles.stages}>
      <Stage
        state={isKnown && hasRecords ? 'done' : 'waiting'}
        title={isKnown && hasRecords ? 'DNS records found' : 'Set the DNS records'}
      >
        {isKnown ? <DnsRecords domain={name} zone={zone} records={records} /> : <AskForRecords />}
        {!(isKnown && hasRecords) && (
          <>
            <p>{dnsAdvice({ zone, records, createdAt, now })}</p>
            <CheckNow
              domainId={domain.id}
              checkedAt={checkedAt}
              label="Check now"
              retriesCertificate={false}
              onRefetch={onRefetch}
            />
          </>
        )}
      </Stage>
      <Stage
        state={isFailed ? 'failed' : hasRecords ? 'running' : 'waiting'}
        title={isFailed ? "The certificate couldn't be issued" : 'Issue the certificate'}
      >
        {isFailed ? (
          <>
            <p>{certificate.error}</p>
            {certificate.next_attempt_at !== null && (
              <p>We'll try again {formatRelative(new Date(certificate.next_attempt_at), now)}.</p>
            )}
            <CheckNow
              domainId={domain.id}
              checkedAt={checkedAt}
              label="Try again"
              retriesCertificate
              onRefetch={onRefetch}
            />
          </>
        ) : (
          <p>{hasRecords ? 'Usually within a minute.' : 'Starts when the records are found.'}</p>
        )}
      </Stage>
      <Stage state="waiting" title="Live">
        <p>
          Visitors can open <code>https://{name}</code> once the certificate is issued. This page
          updates by itself, and you can leave it.
        </p>
      </Stage>
    </ol>
  );
}

interface StageProps {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly title: string;
  readonly children: ReactNode;
}

const ICONS = { waiting: Circle, done: CircleCheck, failed: CircleAlert };

function Stage({ state, title, children }: StageProps) {
  const Icon = state === 'running' ? undefined : ICONS[state];
  return (
    <li className={styles.stage} data-state={state}>
      {Icon ? <Icon /> : <Spinner />}
      <div className={styles.body}>
        <strong className={styles.title}>{title}</strong>
        {children}
      </div>
    </li>
  );
}

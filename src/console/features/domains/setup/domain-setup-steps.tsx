import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatRelative } from '#console/lib/dates/format-date.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { isOverdue } from '#console/shared/domains/domains-query.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { DomainSetup } from '#contract/advocacy/domain-setup.ts';
import type { Domain } from '#contract/advocacy/domains.ts';
import { CheckNow } from './check-now.tsx';
import { dnsAdvice } from './dns-advice.ts';
import { DnsObstacles } from './dns-obstacles.tsx';
import { AskForRecords, DnsRecords } from './dns-records.tsx';
import styles from './domain-setup.module.css';
import { domainSetupQuery } from './domain-setup-queries.ts';
import { recordsOfTemplates } from './records-of-templates.ts';
import { SetupStepper } from './setup-stepper.tsx';
import { setupSteps } from './setup-steps.ts';

export function DomainSetupSteps({ domain }: { readonly domain: Domain }) {
  const api = useApi();
  const { extensions } = useConfig();
  const setup = useQuery(domainSetupQuery(api, useTeamId(), domain.id));
  const { name = '' } = domain.attributes;

  if (!api.domainSetup) {
    const records = recordsOfTemplates(extensions?.domain_setup?.records ?? [], name);
    return (
      <div className={styles.setup}>
        <SetupStepper steps={setupSteps(domain, undefined)} />
        {records.length === 0 ? (
          <AskForRecords />
        ) : (
          <DnsRecords domain={name} zone={name} records={records} />
        )}
      </div>
    );
  }
  const error = toUserFacingError(setup.error, "Couldn't check the DNS records");
  return (
    <div className={styles.setup}>
      {error && <ErrorNotice error={error} />}
      {!setup.data && setup.isPending && <Skeleton height={160} />}
      {setup.data && (
        <KnownSetup
          domain={domain}
          setup={setup.data.attributes}
          checkedAt={setup.dataUpdatedAt}
          onRefetch={() => setup.refetch()}
        />
      )}
    </div>
  );
}

interface KnownSetupProps {
  readonly domain: Domain;
  readonly setup: DomainSetup['attributes'];
  /** When `setup` was fetched, in ms since 1970. */
  readonly checkedAt: number;
  readonly onRefetch: () => Promise<unknown>;
}

function KnownSetup({ domain, setup, checkedAt, onRefetch }: KnownSetupProps) {
  const now = useNow();
  const { name = '', created_at: createdAt } = domain.attributes;
  const { records, zone, obstacles = [], certificate } = setup;
  const steps = setupSteps(domain, setup);
  const [recordsStep, certificateStep] = steps;
  const check = { domainId: domain.id, checkedAt, onRefetch };
  return (
    <>
      <SetupStepper steps={steps} />
      {certificateStep.state === 'failed' && (
        <>
          <p>{certificate.error}</p>
          {certificate.next_attempt_at !== null && (
            <p>We'll try again {formatRelative(new Date(certificate.next_attempt_at), now)}.</p>
          )}
          <CheckNow {...check} label="Try again" retriesCertificate />
        </>
      )}
      {certificateStep.state === 'running' && <p>This usually takes less than a minute.</p>}
      <DnsObstacles obstacles={obstacles} />
      {records.length > 0 && <DnsRecords domain={name} zone={zone} records={records} />}
      {records.length === 0 && recordsStep.state === 'current' && <AskForRecords />}
      {records.length > 0 && recordsStep.state === 'current' && (
        <>
          <DnsAdvice facts={{ zone, records, createdAt, now }} isOverdue={isOverdue(domain, now)} />
          <CheckNow {...check} label="Check now" retriesCertificate={false} />
        </>
      )}
    </>
  );
}

interface DnsAdviceProps {
  readonly facts: Parameters<typeof dnsAdvice>[0];
  readonly isOverdue: boolean;
}

/** What to check next. Amber once it has taken longer than DNS does. */
function DnsAdvice({ facts, isOverdue: isLate }: DnsAdviceProps) {
  const advice = dnsAdvice(facts);
  if (!isLate) return <p>{advice}</p>;
  return (
    <Banner tone="amber" title="The DNS records still aren't there">
      <p>{advice}</p>
    </Banner>
  );
}

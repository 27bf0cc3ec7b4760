import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { domainsKey } from '#console/shared/domains/domains-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import { retryDomainCertificate } from '#contract/advocacy/domain-setup.ts';
import styles from './domain-setup.module.css';
import { CHECK_SECONDS } from './domain-setup-queries.ts';

/** The service looks records up at most this often. */
const FIRST_WAIT_SECONDS = 10;
const MAX_WAIT_SECONDS = 60;

interface CheckNowProps {
  readonly domainId: string;
  /** When the records were last checked, in ms since 1970. */
  readonly checkedAt: number;
  readonly label: string;
  /** Whether the certificate is tried again, too; found records start it anyway. */
  readonly retriesCertificate: boolean;
  readonly onRefetch: () => Promise<unknown>;
}

/** When the last and the next check are, and a button for one now; each makes the next wait longer. */
export function CheckNow(props: CheckNowProps) {
  const { domainId, checkedAt, label, retriesCertificate, onRefetch } = props;
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const canRetry = useScopeReason('domains:write') === undefined;
  const [wait, setWait] = useState({ seconds: FIRST_WAIT_SECONDS, until: 0 });
  const blockedFor = useCountdown(wait.until);
  const nextIn = useCountdown(checkedAt + CHECK_SECONDS * 1000);

  const check = useMutation({
    mutationFn: async () => {
      if (retriesCertificate && canRetry && api.domainSetup) {
        const params = { team_id: teamId, domain_id: domainId };
        await api.domainSetup.request(retryDomainCertificate, { params });
      }
      await onRefetch();
    },
    onSettled: () => {
      setWait({
        seconds: Math.min(wait.seconds * 2, MAX_WAIT_SECONDS),
        until: Date.now() + wait.seconds * 1000,
      });
      return queryClient.invalidateQueries({ queryKey: domainsKey(teamId) });
    },
  });
  const error = toUserFacingError(check.error, "Couldn't check now");

  return (
    <>
      {error && <ErrorNotice error={error} />}
      <div className={styles.checks}>
        <Button
          size="small"
          icon={<RefreshCw />}
          loading={check.isPending}
          disabledReason={
            blockedFor > 0
              ? `Just checked. Try again in ${formatCount(blockedFor, 'second')}.`
              : undefined
          }
          onClick={() => check.mutate()}
        >
          {label}
        </Button>
        <span>
          Checked {CHECK_SECONDS - nextIn} s ago
          {nextIn > 0 && `, next in ${nextIn} s`}
        </span>
      </div>
    </>
  );
}

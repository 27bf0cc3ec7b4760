import { queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import styles from '#console/features/webhooks/item-page.module.css';
import { useTeamId } from '#console/session/team.ts';
import { inboxKey } from '#console/shared/webhooks/inbox-key.ts';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';
import { checkWebhook, type SignatureCheck } from '#contract/gateway/webhook-checks.ts';
import { diagnoseRequest } from './diagnose-request.ts';

/** Why a request was rejected: checked by the service, which has the secret, or else the usual causes. */
export function RequestCauses({ request }: { readonly request: InboxDelivery }) {
  const checks = useApi().webhookChecks;
  const isChecked = checks && ['bad_signature', 'stale'].includes(request.verdict);
  return isChecked ? (
    <CheckedCause checks={checks} request={request} />
  ) : (
    <LikelyCauses request={request} />
  );
}

interface CheckedCauseProps {
  readonly checks: Client;
  readonly request: InboxDelivery;
}

function CheckedCause({ checks, request }: CheckedCauseProps) {
  const { data, isError } = useQuery(checkQuery(checks, useTeamId(), request.id));
  if (isError || data?.cause === 'body_not_stored') return <LikelyCauses request={request} />;
  return (
    <>
      <h3 className={styles.label}>Cause</h3>
      {data ? <SignatureResult check={data} /> : <Skeleton width="60%" />}
    </>
  );
}

/** What a check found, and what has to be signed. */
export function SignatureResult({ check }: { readonly check: SignatureCheck }) {
  return (
    <>
      <p role="status">{check.explanation}</p>
      {!check.valid && check.expected_over !== null && (
        <>
          <h3 className={styles.label}>Sign this text with HMAC-SHA512</h3>
          <CodeBlock label="Text to sign" text={check.expected_over} wrap />
        </>
      )}
    </>
  );
}

function LikelyCauses({ request }: { readonly request: InboxDelivery }) {
  const { causes } = diagnoseRequest(request);
  if (causes.length === 0) return null;
  return (
    <>
      <h3 className={styles.label}>{causes.length === 1 ? 'Likely cause' : 'Likely causes'}</h3>
      <ul className={styles.causes}>
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
    </>
  );
}

function checkQuery(checks: Client, teamId: string, requestId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'check', requestId] as const,
    queryFn: ({ signal }) => {
      const params = { team_id: teamId };
      const body = { webhook_request_id: requestId };
      return checks.request(checkWebhook, { params, body, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

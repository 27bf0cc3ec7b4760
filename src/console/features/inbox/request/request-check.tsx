import { queryOptions, useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import styles from '#console/features/inbox/item-page.module.css';
import { outcomeLabel } from '#console/features/inbox/outcome-labels.ts';
import { useTeamId } from '#console/session/team.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { CardSection } from '#console/ui/card.tsx';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { type InboxDelivery, REJECTED_OUTCOMES } from '#contract/gateway/inbox.ts';
import { checkWebhook, type SignatureCheck } from '#contract/gateway/webhook-checks.ts';
import { diagnoseRequest } from './diagnose-request.ts';

/** What happened to a request. Why it was rejected is checked by the service, which has the secret. */
export function RequestDiagnosis({ request }: { readonly request: InboxDelivery }) {
  const checks = useApi().webhookChecks;
  const isChecked = checks && ['bad_signature', 'stale'].includes(request.verdict);
  return (
    <CardSection title="What happened">
      {isChecked ? (
        <CheckedCause checks={checks} request={request} />
      ) : (
        <LikelyCauses request={request} />
      )}
    </CardSection>
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
      <RejectedBanner request={request} cause={data?.explanation} />
      {data && <TextToSign check={data} />}
    </>
  );
}

interface RejectedBannerProps {
  readonly request: InboxDelivery;
  /** The reason that was stored with the request if undefined. */
  readonly cause?: string | undefined;
}

function RejectedBanner({ request, cause }: RejectedBannerProps) {
  const { verdict, reason } = request;
  return (
    <Banner tone="red" title={cause ?? reason ?? outcomeLabel(verdict).label}>
      {diagnoseRequest(request).summary}
    </Banner>
  );
}

/** What a check found, and what has to be signed. */
export function SignatureResult({ check }: { readonly check: SignatureCheck }) {
  return (
    <>
      <p role="status">{check.explanation}</p>
      <TextToSign check={check} />
    </>
  );
}

function TextToSign({ check }: { readonly check: SignatureCheck }) {
  if (check.valid || check.expected_over === null) return null;
  return (
    <>
      <h3 className={styles.label}>Sign this text with HMAC-SHA512</h3>
      <CodeBlock label="Text to sign" text={check.expected_over} wrap />
    </>
  );
}

/** Shown without a check: the outcome, and its usual causes. */
function LikelyCauses({ request }: { readonly request: InboxDelivery }) {
  const { summary, causes } = diagnoseRequest(request);
  return (
    <>
      {isRejected(request) ? (
        <RejectedBanner request={request} />
      ) : (
        <>
          <p className={styles.strong}>{summary}</p>
          {request.reason && <p>{request.reason}</p>}
        </>
      )}
      {causes.length > 0 && (
        <>
          <h3 className={styles.label}>{causes.length === 1 ? 'Likely cause' : 'Likely causes'}</h3>
          <ul className={styles.causes}>
            {causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function isRejected({ verdict }: InboxDelivery): boolean {
  return REJECTED_OUTCOMES.some((outcome) => outcome === verdict);
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

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { InboxGuard } from '#console/features/inbox/inbox-guard.tsx';
import { outcomeLabel } from '#console/features/inbox/outcome-labels.ts';
import { DeliveryInstructions } from '#console/features/inbox/setup/delivery-instructions.tsx';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { sendTestWebhook, WEBHOOK_TEST_CASES } from '#contract/gateway/webhook-checks.ts';
import { WEBHOOK_EVENT_TYPES } from '#contract/loyalty/webhooks.ts';
import { CodeSamples } from './code-samples.tsx';
import styles from './setup-page.module.css';
import { SignatureCheckForm } from './signature-check-form.tsx';

const TITLE = 'Set up webhooks';
const DESCRIPTION = 'Where to send events, how to sign them, and tools to test it.';

/** Everything that an integrator needs: the URL, code, test events and a signature check. */
export function SetupPage() {
  const { webhookChecks: checks, program } = useApi();
  const programPath = `${paths.program(useTeamId())}?tab=developers`;
  return (
    <InboxGuard title={TITLE} description={DESCRIPTION}>
      {() => (
        <PageStack>
          <PageHeader title={TITLE} description={DESCRIPTION} />
          <div className={styles.sections}>
            <Card>
              <CardSection title="Webhook URL">
                <DeliveryInstructions />
              </CardSection>
              <CardSection title="Signing secret">
                <p>
                  Patron's own loyalty service gets the secret when the team is connected: there is
                  nothing to enter.
                  {program && (
                    <>
                      {' '}
                      You can rotate it on the page <Link to={programPath}>Program</Link>.
                    </>
                  )}{' '}
                  For another loyalty service, your Patron administrator sets it with{' '}
                  <code>npm run admin -- connections create</code> or replaces it with{' '}
                  <code>connections rotate</code>, and then enters the same secret in that service.
                </p>
              </CardSection>
              <CardSection title="Code">
                <p className={styles.introduction}>
                  To receive events on your own server,{' '}
                  {program ? (
                    <>
                      add a webhook on the page <Link to={programPath}>Program</Link>.
                    </>
                  ) : (
                    <>
                      run <code>npm run admin -- webhooks create</code>.
                    </>
                  )}{' '}
                  Its secret is shown once.
                </p>
                <CodeSamples />
              </CardSection>
            </Card>
            {checks && (
              <Card>
                <CardSection title="Check a signature">
                  <SignatureCheckForm checks={checks} />
                </CardSection>
                <CardSection title="Send a test event">
                  <TestEvents checks={checks} />
                </CardSection>
              </Card>
            )}
          </div>
        </PageStack>
      )}
    </InboxGuard>
  );
}

interface ToolProps {
  readonly checks: Client;
}

type TestCase = (typeof WEBHOOK_TEST_CASES)[number];

const CASE_LABELS: Readonly<Record<TestCase, string>> = {
  good: 'A valid request',
  duplicate: 'The same request twice',
  bad_signature: 'A wrong signature',
  stale: 'Signed 36 minutes ago',
  batch: 'Three events in one request',
};

/** Sends test events to the team's own inbox. */
function TestEvents({ checks }: ToolProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const [eventType, setEventType] = useState<string>(WEBHOOK_EVENT_TYPES[0]);
  const [memberId, setMemberId] = useState('');
  const [testCase, setTestCase] = useState<TestCase>('good');
  const send = useMutation({
    mutationFn: () => {
      const params = { team_id: teamId };
      const member = memberId.trim();
      const body = {
        event_type: eventType,
        case: testCase,
        ...(member === '' ? {} : { member_id: member }),
      };
      return checks.request(sendTestWebhook, { params, body });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: inboxKey(teamId) }),
  });
  const error = toUserFacingError(send.error, "Couldn't send the test event");
  return (
    <div className={styles.fields}>
      <p>Test events are marked as tests and never change what Patron knows about a member.</p>
      <SelectField
        label="Type"
        value={eventType}
        onChange={({ target }) => setEventType(target.value)}
      >
        {WEBHOOK_EVENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {eventTypeLabel(type)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Case"
        value={testCase}
        onChange={({ target }) =>
          setTestCase(WEBHOOK_TEST_CASES.find((known) => known === target.value) ?? 'good')
        }
      >
        {WEBHOOK_TEST_CASES.map((value) => (
          <option key={value} value={value}>
            {CASE_LABELS[value]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Member ID"
        optional
        autoComplete="off"
        value={memberId}
        onChange={({ target }) => setMemberId(target.value)}
      />
      <div>
        <Button
          icon={<Send />}
          loading={send.isPending}
          disabledReason={useScopeReason('webhooks:write')}
          onClick={() => send.mutate()}
        >
          Send test event
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
      <div role="status">
        {send.data?.data.deliveries.map(({ webhook_request_id: id, verdict }) => (
          <p key={id}>
            <Link to={paths.webhookRequest(teamId, id)}>Request #{id}</Link>:{' '}
            {outcomeLabel(verdict).label}
          </p>
        ))}
      </div>
    </div>
  );
}

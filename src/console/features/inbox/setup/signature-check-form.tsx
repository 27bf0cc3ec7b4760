import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { SignatureResult } from '#console/features/inbox/request/request-check.tsx';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { TextareaField, TextField } from '#console/ui/form/text-field.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { checkWebhook } from '#contract/gateway/webhook-checks.ts';
import { WEBHOOK_OTHER_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';
import styles from './setup-page.module.css';

export function SignatureCheckForm({ checks }: { readonly checks: Client }) {
  const teamId = useTeamId();
  const [body, setBody] = useState('');
  const [nonce, setNonce] = useState('');
  const [signature, setSignature] = useState('');
  const [other, setOther] = useState('');
  const check = useMutation({
    mutationFn: () => {
      const params = { team_id: teamId };
      return checks.request(checkWebhook, {
        params,
        body: { body, nonce, signature, other_signature: other },
      });
    },
  });
  const error = toUserFacingError(check.error, "Couldn't check the signature");
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    check.mutate();
  }
  return (
    <form noValidate className={styles.fields} onSubmit={handleSubmit}>
      <p>Paste a request of your own. It is not sent to the inbox.</p>
      <TextareaField
        label="Body"
        hint="The exact bytes that you signed, with every space and line break."
        rows={5}
        spellCheck={false}
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      <TextField
        label="Nonce"
        autoComplete="off"
        value={nonce}
        onChange={({ target }) => setNonce(target.value)}
      />
      <TextField
        label="Signature"
        autoComplete="off"
        spellCheck={false}
        value={signature}
        onChange={({ target }) => setSignature(target.value)}
      />
      <TextField
        label="Other signature"
        optional
        hint={`While a secret is replaced, ${WEBHOOK_OTHER_SIGNATURE_HEADER} has the signature with the other secret.`}
        autoComplete="off"
        spellCheck={false}
        value={other}
        onChange={({ target }) => setOther(target.value)}
      />
      <div>
        <Button type="submit" variant="primary" loading={check.isPending}>
          Check signature
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
      {check.data && (
        <section aria-label="Result" className={styles.fields}>
          <StatusDot tone={check.data.valid ? 'good' : 'broken'}>
            {check.data.valid ? 'Valid' : 'Not valid'}
          </StatusDot>
          <SignatureResult check={check.data} />
        </section>
      )}
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import styles from '#console/features/security/factor-form.module.css';
import { invalidateFactors } from '#console/features/security/factors-queries.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { CodeField } from '#console/ui/form/code-field.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import {
  type AuthenticationFactor,
  verifyAuthenticationFactor,
} from '#contract/advocacy/authentication-factors.ts';

/** Every code has this many digits (decisions.md, 18). */
const CODE_LENGTH = 6;

interface VerifyFormProps {
  readonly factor: AuthenticationFactor;
  /** The attribute that carries the code (decisions.md, 17). */
  readonly attribute: 'otp_attempt' | 'challenge';
  /** The hint after a wrong code. */
  readonly wrongHint: string;
  readonly onVerified: (factor: AuthenticationFactor) => void;
  readonly onClose: () => void;
  /** Shown between the field and the buttons. */
  readonly children?: ReactNode;
}

/** Asks for the code that makes a pending factor active. After a wrong one the user can try again. */
export function VerifyForm(props: VerifyFormProps) {
  const { factor, attribute, wrongHint, onVerified, onClose, children } = props;
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);

  const verify = useMutation({
    mutationFn: (typed: string) =>
      stepUp.withIdToken((idToken) =>
        api.advocacy.request(verifyAuthenticationFactor, {
          params: { authentication_factor_id: factor.id },
          body: {
            data: {
              type: 'authentication_factor',
              id: factor.id,
              attributes: { [attribute]: typed },
            },
          },
          idToken,
        }),
      ),
    onSuccess: async ({ data }) => {
      await invalidateFactors(queryClient);
      onVerified(data);
    },
    onError: async (error) => {
      form.current?.querySelector('input')?.select();
      // It is no longer pending: the list shows what happened to it.
      if (error instanceof ApiError && error.status === 404) {
        await invalidateFactors(queryClient);
      }
    },
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setIsIncomplete(code.length !== CODE_LENGTH);
    if (code.length !== CODE_LENGTH) form.current?.querySelector('input')?.focus();
    else if (!verify.isPending) verify.mutate(code);
  }

  const { fields, formError } = splitFieldErrors(
    verify.error,
    [attribute],
    "Couldn't verify this method",
  );
  const codeError = fields[attribute];
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
      {formError && <ErrorNotice error={formError} />}
      <CodeField
        label="Code"
        name="code"
        value={code}
        error={
          isIncomplete
            ? `Enter all ${CODE_LENGTH} digits`
            : codeError && 'That code is wrong or has expired'
        }
        hint={codeError === undefined ? undefined : wrongHint}
        onChange={(event) => {
          setCode(event.target.value);
          setIsIncomplete(false);
        }}
      />
      {children}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          loading={verify.isPending}
          disabledReason={useScopeReason('authentication_factors:write')}
        >
          Verify
        </Button>
      </DialogFooter>
    </form>
  );
}

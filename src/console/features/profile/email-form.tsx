import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { CURRENT_USER_KEY, type CurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { useLeaveConfirmation } from '#console/ui/form/use-leave-confirmation.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { emailAddressSchema, updateCurrentUser } from '#contract/advocacy/users.ts';
import styles from './email-form.module.css';

const formSchema = z.object({ email: emailAddressSchema, repeated: z.string() }).check(
  z.refine(({ email, repeated }) => email === repeated, {
    path: ['repeated'],
    error: 'The two addresses are different',
  }),
);
type FormValues = z.output<typeof formSchema>;

/** Changes the user's email address, after a review of the old and the new one. */
export function EmailForm({ user }: { readonly user: CurrentUser }) {
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const errorRef = useRef<HTMLDivElement>(null);
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const { register, handleSubmit, reset, watch, formState, setError } = useForm<FormValues>({
    resolver: standardSchemaResolver(formSchema),
    // Follows changes in another tab, unless something was typed here.
    values: { email: user.email, repeated: '' },
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  useEffect(() => {
    if (submitError) errorRef.current?.focus();
  }, [submitError]);

  const change = useMutation({
    mutationFn: ({ email }: FormValues) =>
      stepUp.withIdToken((idToken) =>
        api.advocacy.request(updateCurrentUser, {
          body: { data: { type: 'user', id: user.id, attributes: { email } } },
          idToken,
        }),
      ),
    onSuccess: ({ data }) => {
      const { email } = data.attributes;
      showSuccess(`You now sign in with ${email}.`);
      reset({ email, repeated: '' });
      queryClient.setQueryData<CurrentUser>(CURRENT_USER_KEY, { ...user, email });
      return queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    },
    onError: (error) => {
      const { fields, formError } = splitFieldErrors(
        error,
        ['email'],
        "Your email address wasn't changed",
      );
      setSubmitError(formError);
      if (fields.email) setError('email', { message: fields.email }, { shouldFocus: !formError });
    },
  });

  const typed = watch('email').trim();
  const isChanged = typed !== user.email;
  const isReviewable = isChanged && emailAddressSchema.safeParse(typed).success;
  const { question } = useLeaveConfirmation(isChanged, change.isPending);
  const writeReason = useScopeReason('identity:write');
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((values) => {
        setSubmitError(undefined);
        change.mutate(values);
      })}
    >
      {submitError && <ErrorNotice ref={errorRef} error={submitError} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="For signing in and for messages about your account."
        error={formState.errors.email?.message}
        {...register('email', { setValueAs: (text: string) => text.trim() })}
      />
      {isChanged && (
        <TextField
          label="Type it again"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="A typo would lock you out."
          error={formState.errors.repeated?.message}
          {...register('repeated', { setValueAs: (text: string) => text.trim() })}
        />
      )}
      {isReviewable && <EmailChange from={user.email} to={typed} />}
      <div>
        <Button
          type="submit"
          variant="primary"
          loading={change.isPending}
          disabledReason={writeReason ?? (isChanged ? undefined : 'No changes to save')}
        >
          Save
        </Button>
      </div>
      {question && (
        <ConfirmDialog
          title="Discard your changes?"
          action="Discard changes"
          pending={false}
          error={undefined}
          onConfirm={question.confirm}
          onCancel={question.cancel}
        >
          <p>Your email address has not been changed.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

interface EmailChangeProps {
  readonly from: string;
  readonly to: string;
}

/** The current and the new address, to review before saving. */
function EmailChange({ from, to }: EmailChangeProps) {
  return (
    <div className={styles.change}>
      <dl className={styles.addresses}>
        <dt>Current</dt>
        <dd>
          <s>{from}</s>
        </dd>
        <dt>New</dt>
        <dd>
          <strong>{to}</strong>
        </dd>
      </dl>
      <p className={styles.consequences}>
        You'll sign in with the new address and get codes by email there. We'll notify both
        addresses.
      </p>
    </div>
  );
}

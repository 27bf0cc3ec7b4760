import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { CURRENT_USER_KEY, type CurrentUser } from '#console/session/current-user.ts';
import { profileQuery } from '#console/session/profile-query.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { peopleKey } from '#console/shared/people/people-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { DiscardDialog } from '#console/ui/form/discard-dialog.tsx';
import { keepButtonsInPlace } from '#console/ui/form/form-shell.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { useLeaveConfirmation } from '#console/ui/form/use-leave-confirmation.ts';
import { type Profile, updateProfile, userNameSchema } from '#contract/account/profile.ts';
import { updateCurrentUser } from '#contract/advocacy/update-user.ts';
import { emailAddressSchema } from '#contract/email-address.ts';
import styles from './profile-form.module.css';

/** What is saved stays valid: a name may be older than the rules for new ones. */
function createFormSchema(saved: { readonly name: string; readonly email: string }) {
  const isValidName = (name: string) => userNameSchema.safeParse(name).success;
  return z
    .object({
      name: z.string().check(
        z.refine((name) => name === saved.name || isValidName(name), {
          error: ({ input }) => userNameSchema.safeParse(input).error?.issues[0]?.message,
        }),
      ),
      email: emailAddressSchema,
      repeated: z.string(),
    })
    .check(
      z.refine(({ email, repeated }) => email === saved.email || email === repeated, {
        path: ['repeated'],
        error: ({ input }) =>
          (input as { repeated: string }).repeated === ''
            ? 'Enter the new address again'
            : "The addresses don't match",
      }),
    );
}
type FormValues = z.output<ReturnType<typeof createFormSchema>>;

interface ProfileFormProps {
  readonly user: CurrentUser;
  /** Null if the deployment has no names: the form has only the email address then. */
  readonly profile: Profile | null;
}

/** Changes the user's name, and the email address after a review of the old and the new one. */
export function ProfileForm({ user, profile }: ProfileFormProps) {
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const errorRef = useRef<HTMLDivElement>(null);
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const saved = { name: profile?.name.trim() ?? '', email: user.email };
  const { register, handleSubmit, reset, watch, formState, setError } = useForm<FormValues>({
    resolver: standardSchemaResolver(createFormSchema(saved)),
    // Follows changes in another tab, unless something was typed here.
    values: { ...saved, repeated: '' },
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  useEffect(() => {
    if (submitError) errorRef.current?.focus();
  }, [submitError]);

  async function saveEmail(email: string) {
    const { data } = await stepUp.withIdToken((idToken) =>
      api.advocacy.request(updateCurrentUser, {
        body: { data: { type: 'user', id: user.id, attributes: { email } } },
        idToken,
      }),
    );
    const { email: newEmail } = data.attributes;
    queryClient.setQueryData<CurrentUser>(CURRENT_USER_KEY, {
      ...user,
      email: newEmail,
      isEmailVerified: data.meta?.email_verified !== false,
    });
    showSuccess(`You now sign in with ${newEmail}`);
  }
  async function saveName(name: string) {
    const response = await api.account?.request(updateProfile, { body: { name } });
    if (!response) return;
    queryClient.setQueryData(profileQuery(api).queryKey, response.data);
    showSuccess(`Your name is now ${response.data.name}`);
  }

  const change = useMutation({
    mutationFn: async ({ name, email }: FormValues) => {
      if (email !== saved.email) await saveEmail(email);
      if (name !== saved.name) await saveName(name);
    },
    onSuccess: (_, { name, email }) => {
      reset({ name, email, repeated: '' });
      // Others see both, and administrators are named everywhere.
      const keys = [CURRENT_USER_KEY, ...user.teams.map(({ id }) => peopleKey(id))];
      return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error, { email }) => {
      const current = queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY);
      const what = email === current?.email ? 'name' : 'email address';
      const { fields, formError } = splitFieldErrors(
        error,
        ['name', 'email'],
        `Your ${what} wasn't changed`,
      );
      setSubmitError(formError);
      for (const field of ['name', 'email'] as const) {
        const message = fields[field];
        if (message) setError(field, { message }, { shouldFocus: !formError });
      }
    },
  });

  const typedEmail = watch('email').trim();
  const isEmailChanged = typedEmail !== saved.email;
  const isReviewable = isEmailChanged && emailAddressSchema.safeParse(typedEmail).success;
  const isChanged = isEmailChanged || watch('name').trim() !== saved.name;
  const { question } = useLeaveConfirmation(isChanged, change.isPending);
  const writeReason = useScopeReason('identity:write');
  return (
    <form
      noValidate
      className={styles.form}
      {...keepButtonsInPlace}
      onSubmit={handleSubmit((values) => {
        setSubmitError(undefined);
        change.mutate(values);
      })}
    >
      {submitError && <ErrorNotice ref={errorRef} error={submitError} />}
      {profile && (
        <TextField
          label="Name"
          autoComplete="name"
          hint="How others on your team see you."
          error={formState.errors.name?.message}
          {...register('name', { setValueAs: trim })}
        />
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="For signing in and for messages about your account."
        error={formState.errors.email?.message}
        {...register('email', { setValueAs: trim })}
      />
      {isEmailChanged && (
        <TextField
          // Without the word "email", which names the field above.
          label="Confirm new address"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="A typo would lock you out."
          error={formState.errors.repeated?.message}
          {...register('repeated', { setValueAs: trim })}
        />
      )}
      {isReviewable && <EmailChange from={saved.email} to={typedEmail} />}
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
      <DiscardDialog question={question} submitting={change.isPending} />
    </form>
  );
}

const trim = (text: string) => text.trim();

interface EmailChangeProps {
  readonly from: string;
  readonly to: string;
}

/** The current and the new address, to review before saving. */
function EmailChange({ from, to }: EmailChangeProps) {
  // Another service may send no email.
  const { account } = useApi();
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
        You'll sign in with the new address and get codes by email there.
        {account && " We'll notify both addresses."}
      </p>
    </div>
  );
}

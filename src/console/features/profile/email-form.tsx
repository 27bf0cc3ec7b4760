import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useApi } from '#console/api/api-context.ts';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { CURRENT_USER_KEY, type CurrentUser } from '#console/session/current-user.ts';
import { useScopeReason, useStepUp } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { emailAddressSchema, updateCurrentUser } from '#contract/advocacy/users.ts';
import { EmailChange } from './email-change.tsx';
import styles from './email-form.module.css';

const formSchema = z.object({ email: emailAddressSchema });
type FormValues = z.output<typeof formSchema>;

/** Changes the address that the person signs in with; old and new stand side by side before. */
export function EmailForm({ user }: { readonly user: CurrentUser }) {
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const problemRef = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<UserFacingError>();
  const { register, handleSubmit, reset, watch, formState, setError } = useForm<FormValues>({
    resolver: standardSchemaResolver(formSchema),
    // Changed in another tab it is so here too, unless something has been typed.
    values: { email: user.email },
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  useEffect(() => {
    if (problem) problemRef.current?.focus();
  }, [problem]);

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
      showSuccess(`You sign in with ${email} from now on.`);
      reset({ email });
      queryClient.setQueryData<CurrentUser>(CURRENT_USER_KEY, { ...user, email });
      return queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    },
    onError: (error) => {
      const { fields, formError: whole } = splitFieldErrors(
        error,
        ['email'],
        "Your email address wasn't changed",
      );
      setProblem(whole);
      if (fields.email) setError('email', { message: fields.email }, { shouldFocus: !whole });
    },
  });

  const typed = watch('email').trim();
  const isChanged = typed !== user.email;
  const isReviewable = isChanged && formSchema.safeParse({ email: typed }).success;
  const writeReason = useScopeReason('identity:write');
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((values) => {
        setProblem(undefined);
        change.mutate(values);
      })}
    >
      {problem && <ErrorNotice ref={problemRef} error={problem} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="You sign in with it, and notices about your account go to it."
        error={formState.errors.email?.message}
        {...register('email', { setValueAs: (text: string) => text.trim() })}
      />
      {isReviewable && <EmailChange from={user.email} to={typed} />}
      <div>
        <Button
          type="submit"
          variant="primary"
          loading={change.isPending}
          disabledReason={writeReason ?? (isChanged ? undefined : 'Nothing is changed yet')}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import styles from '#console/features/security/factor-form.module.css';
import type { FactorKind } from '#console/features/security/factor-kinds.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import {
  type AuthenticationFactor,
  type NewAuthenticationFactorAttributes,
  newAuthenticationFactorAttributesSchema,
} from '#contract/advocacy/authentication-factors.ts';
import { toE164 } from './factor-numbers.ts';
import { newFactorAttributes, useCreateFactor } from './use-create-factor.ts';

interface NumberFormProps {
  readonly kind: FactorKind;
  readonly label: string;
  readonly onCreated: (factor: AuthenticationFactor) => void;
  readonly onBack: () => void;
}

/** Asks for a number, and has a code sent to it. */
export function NumberForm({ kind, label, onCreated, onBack }: NumberFormProps) {
  const [problem, setProblem] = useState<UserFacingError>();
  const { register, handleSubmit, formState, setError } =
    useForm<NewAuthenticationFactorAttributes>({
      resolver: standardSchemaResolver(newAuthenticationFactorAttributesSchema),
      defaultValues: newFactorAttributes(kind, ''),
      mode: 'onTouched',
    });
  const create = useCreateFactor({
    onCreated,
    onError: (error) => {
      const what = "The factor wasn't added";
      const { fields, formError: whole } = splitFieldErrors(error, ['external_id'], what);
      setProblem(whole);
      if (fields.external_id) setError('external_id', { message: fields.external_id });
    },
  });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((attributes) => {
        setProblem(undefined);
        create.mutate(attributes);
      })}
    >
      {problem && <ErrorNotice error={problem} />}
      <TextField
        label={label}
        type="tel"
        autoComplete="tel"
        hint="With its country code, such as +1 555 010 0134."
        error={formState.errors.external_id?.message}
        {...register('external_id', { setValueAs: toE164 })}
      />
      <DialogFooter>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          variant="primary"
          loading={create.isPending}
          disabledReason={useScopeReason('authentication_factors:write')}
        >
          Send code
        </Button>
      </DialogFooter>
    </form>
  );
}

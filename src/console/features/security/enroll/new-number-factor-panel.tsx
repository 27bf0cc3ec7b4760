import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import styles from '#console/features/security/factor-form.module.css';
import { FACTOR_KINDS, type FactorKind } from '#console/features/security/factor-kinds.ts';
import { useSecurityOutlet } from '#console/features/security/security-outlet.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import {
  type AuthenticationFactor,
  type NewAuthenticationFactorAttributes,
  newAuthenticationFactorAttributesSchema,
} from '#contract/advocacy/authentication-factors.ts';
import { toE164 } from './factor-numbers.ts';
import { newFactorAttributes, useCreateFactor } from './use-create-factor.ts';

export function NewNumberFactorPanel() {
  const navigate = useNavigate();
  const close = useClosePanel(paths.security());
  const { kindId } = usePathParams();
  const { onCreated } = useSecurityOutlet();
  const kind = FACTOR_KINDS.find(({ id }) => id === kindId);
  if (kind?.numberLabel === undefined) return <Navigate to={paths.newFactor()} replace />;
  return (
    <Dialog
      title={`Set up ${kind.methodName.toLowerCase()}`}
      description="We'll send a six-digit code to check it."
      closesOnBackdrop={false}
      onClose={close}
    >
      <NumberForm
        kind={kind}
        label={kind.numberLabel}
        onCreated={onCreated}
        onBack={() => void navigate(paths.newFactor(), { replace: true })}
      />
    </Dialog>
  );
}

interface NumberFormProps {
  readonly kind: FactorKind;
  readonly label: string;
  readonly onCreated: (factor: AuthenticationFactor) => void;
  readonly onBack: () => void;
}

/** Creating the factor sends a code to the number. */
function NumberForm({ kind, label, onCreated, onBack }: NumberFormProps) {
  const [submitError, setSubmitError] = useState<UserFacingError>();
  const { register, handleSubmit, formState, setError } =
    useForm<NewAuthenticationFactorAttributes>({
      resolver: standardSchemaResolver(newAuthenticationFactorAttributesSchema),
      defaultValues: newFactorAttributes(kind, ''),
      mode: 'onTouched',
    });
  const create = useCreateFactor({
    onCreated,
    onError: (error) => {
      const title = "Couldn't add this method";
      const { fields, formError } = splitFieldErrors(error, ['external_id'], title);
      setSubmitError(formError);
      if (fields.external_id) {
        setError('external_id', { message: fields.external_id }, { shouldFocus: !formError });
      }
    },
  });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((attributes) => {
        setSubmitError(undefined);
        create.mutate(attributes);
      })}
    >
      {submitError && <ErrorNotice error={submitError} />}
      <TextField
        label={label}
        type="tel"
        autoComplete="tel"
        hint="Include the country code, e.g. +1 555 010 0134."
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

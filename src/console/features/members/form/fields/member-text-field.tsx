import type { ComponentProps, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { FIELD_LABELS } from '#console/features/members/form/field-labels.ts';
import { fieldMessage } from '#console/features/members/form/member-form-errors.ts';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import type { MemberFieldName } from '#console/shared/loyalty/member-field-labels.ts';
import { TextField } from '#console/ui/form/text-field.tsx';

export interface MemberTextFieldProps
  extends Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'list'> {
  readonly name: Exclude<
    MemberFieldName,
    'member_status' | 'member_tags' | 'email_subscription_status'
  >;
  readonly hint?: ReactNode;
  /** An error that only the service knows. */
  readonly error?: string | undefined;
  readonly notice?: string | undefined;
}

export function MemberTextField({ name, error, notice, ...input }: MemberTextFieldProps) {
  const { register, getFieldState, formState } = useFormContext<MemberFormValues>();
  const message = fieldMessage(getFieldState(name, formState).error);
  return (
    <TextField
      type="text"
      {...input}
      label={FIELD_LABELS[name]}
      autoComplete="off"
      error={message.error ?? error}
      notice={message.notice ?? notice}
      {...register(name)}
    />
  );
}

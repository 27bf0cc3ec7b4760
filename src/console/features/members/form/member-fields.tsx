import type { HTMLInputTypeAttribute } from 'react';
import { useFormContext } from 'react-hook-form';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { AttributeRows } from './attributes/attribute-rows.tsx';
import { FIELD_LABELS, type MemberFieldName } from './field-labels.ts';
import styles from './member-fields.module.css';
import type { MemberFormValues } from './member-form-values.ts';
import { TagsField } from './tags-field.tsx';
import { TierField } from './tier-field.tsx';

type TextName = Exclude<
  MemberFieldName,
  'member_status' | 'member_tags' | 'email_subscription_status'
>;

interface TextProps {
  readonly name: TextName;
  readonly hint?: string;
  readonly type?: HTMLInputTypeAttribute;
}

/** A text field of the form. */
export function MemberTextField({ name, hint, type = 'text' }: TextProps) {
  const { register, getFieldState, formState } = useFormContext<MemberFormValues>();
  return (
    <TextField
      {...{ hint, type }}
      label={FIELD_LABELS[name]}
      autoComplete="off"
      error={getFieldState(name, formState).error?.message}
      {...register(name)}
    />
  );
}

interface MemberFieldsProps {
  /** How many custom attributes the member already has. */
  readonly existingAttributes: number;
  /** Names of attributes that can't be edited here. */
  readonly otherAttributes: readonly string[];
}

const DATE_HINT = 'MM/DD/YYYY or MM/DD.';

/** The fields of both forms, for new and for existing members. */
export function MemberFields({ existingAttributes, otherAttributes }: MemberFieldsProps) {
  const { register, formState } = useFormContext<MemberFormValues>();
  return (
    <>
      <div className={styles.pair}>
        <MemberTextField name="first_name" />
        <MemberTextField name="last_name" />
      </div>
      <MemberTextField name="email_address" type="email" />
      <SelectField
        label={FIELD_LABELS.email_subscription_status}
        error={formState.errors.email_subscription_status?.message}
        {...register('email_subscription_status')}
      >
        <option value="subscribed">Subscribed</option>
        <option value="unsubscribed">Unsubscribed</option>
      </SelectField>
      <MemberTextField
        name="phone_number"
        type="tel"
        hint="Include the country code, e.g. +33. US (+1) if omitted."
      />
      <div className={styles.pair}>
        <MemberTextField name="birthdate" hint={DATE_HINT} />
        <MemberTextField name="anniversary_date" hint={DATE_HINT} />
      </div>
      <MemberTextField name="preferred_language" />
      <TagsField />
      <TierField />
      <MemberTextField
        name="referrer_code"
        hint="The referral code of the member who referred them."
      />

      <h3 className={styles.heading}>Address</h3>
      <MemberTextField name="address.line1" />
      <MemberTextField name="address.line2" />
      <div className={styles.pair}>
        <MemberTextField name="address.city" />
        <MemberTextField name="address.state" />
        <MemberTextField name="address.postal_code" />
        <MemberTextField name="address.country" />
      </div>

      <h3 className={styles.heading}>Social</h3>
      <div className={styles.pair}>
        <MemberTextField name="instagram_handle" />
        <MemberTextField name="twitter_handle" />
      </div>

      <h3 className={styles.heading}>Custom attributes</h3>
      <AttributeRows existing={existingAttributes} others={otherAttributes} />
    </>
  );
}

import type { HTMLInputTypeAttribute } from 'react';
import { useFormContext } from 'react-hook-form';
import { SelectField } from '#console/ui/select-field.tsx';
import { TextField } from '#console/ui/text-field.tsx';
import { AttributeRows } from './attribute-rows.tsx';
import styles from './member-fields.module.css';
import type { MemberFormValues } from './member-form-values.ts';
import { TierField } from './tier-field.tsx';

type TextName =
  | Exclude<
      keyof MemberFormValues,
      'address' | 'custom_attributes' | 'email_subscription_status' | 'member_status'
    >
  | `address.${keyof MemberFormValues['address']}`;

interface TextProps {
  readonly name: TextName;
  readonly label: string;
  readonly hint?: string;
  readonly type?: HTMLInputTypeAttribute;
}

/** A line of text of the form. */
export function MemberTextField({ name, label, hint, type = 'text' }: TextProps) {
  const { register, getFieldState, formState } = useFormContext<MemberFormValues>();
  return (
    <TextField
      {...{ label, hint, type }}
      autoComplete="off"
      error={getFieldState(name, formState).error?.message}
      {...register(name)}
    />
  );
}

interface MemberFieldsProps {
  /** Custom attributes that the member has already. */
  readonly existingAttributes: number;
  readonly otherAttributes: readonly string[];
}

const DAY_HINT = 'MM/DD/YYYY, or MM/DD.';

/** What a new member and one that is edited have in common. */
export function MemberFields({ existingAttributes, otherAttributes }: MemberFieldsProps) {
  const { register } = useFormContext<MemberFormValues>();
  return (
    <>
      <div className={styles.pair}>
        <MemberTextField name="first_name" label="First name" />
        <MemberTextField name="last_name" label="Last name" />
      </div>
      <MemberTextField name="email_address" label="Email" type="email" />
      <SelectField label="Subscription" {...register('email_subscription_status')}>
        <option value="subscribed">Gets e-mails</option>
        <option value="unsubscribed">Unsubscribed from e-mails</option>
      </SelectField>
      <MemberTextField
        name="phone_number"
        label="Phone"
        type="tel"
        hint="+ and the country code; without one it is +1."
      />
      <div className={styles.pair}>
        <MemberTextField name="birthdate" label="Birthday" hint={DAY_HINT} />
        <MemberTextField name="anniversary_date" label="Anniversary" hint={DAY_HINT} />
      </div>
      <MemberTextField name="preferred_language" label="Language" />
      <MemberTextField name="member_tags" label="Tags" hint="Separated by commas." />
      <TierField />

      <h3 className={styles.heading}>Address</h3>
      <MemberTextField name="address.line1" label="Line 1" />
      <MemberTextField name="address.line2" label="Line 2" />
      <div className={styles.pair}>
        <MemberTextField name="address.city" label="City" />
        <MemberTextField name="address.state" label="State" />
        <MemberTextField name="address.postal_code" label="Postal code" />
        <MemberTextField name="address.country" label="Country" />
      </div>

      <h3 className={styles.heading}>Social</h3>
      <div className={styles.pair}>
        <MemberTextField name="instagram_handle" label="Instagram" />
        <MemberTextField name="twitter_handle" label="Twitter" />
      </div>

      <h3 className={styles.heading}>Custom attributes</h3>
      <AttributeRows existing={existingAttributes} others={otherAttributes} />
    </>
  );
}

import { memo, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { FoldedFormSection, FormSection, WideField } from '#console/ui/form/form-section.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { EMAIL_SUBSCRIPTION_STATUSES, type Member } from '#contract/loyalty/members/member.ts';
import { parsePhone } from '#contract/loyalty/members/phone.ts';
import { AttributeRows } from './attributes/attribute-rows.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import { AddressFields } from './fields/address-fields.tsx';
import { ContactField } from './fields/contact-field.tsx';
import { MemberTextField, type MemberTextFieldProps } from './fields/member-text-field.tsx';
import { TagsField } from './fields/tags-field.tsx';
import { TierField } from './fields/tier-field.tsx';
import { fieldMessage } from './member-form-errors.ts';
import type { MemberFormValues } from './member-form-values.ts';
import { describeTypedDate } from './typed-dates.ts';

/** A text field with a hint that follows what is typed. Errors say what to type themselves. */
function PreviewedField({
  name,
  preview,
  ...field
}: MemberTextFieldProps & { readonly preview: (typed: string) => ReactNode }) {
  const { control, getFieldState, formState } = useFormContext<MemberFormValues>();
  const hint = preview(String(useWatch({ control, name })));
  const { error } = fieldMessage(getFieldState(name, formState).error);
  return <MemberTextField {...field} name={name} hint={error === undefined ? hint : undefined} />;
}

function previewDate(typed: string): string {
  const date = describeTypedDate(typed);
  return date === undefined ? 'Without a year: MM/DD.' : `Will be saved as ${date}.`;
}

function previewPhone(typed: string): string {
  const phone = parsePhone(typed);
  return phone.ok
    ? `Will be saved as ${phone.value}.`
    : 'Include the country code, e.g. +33-612345678. US (+1) if omitted.';
}

function SubscriptionField() {
  const { register, formState } = useFormContext<MemberFormValues>();
  const saved = formState.defaultValues?.email_subscription_status ?? '';
  const isKnown = EMAIL_SUBSCRIPTION_STATUSES.some((status) => status === saved);
  return (
    <SelectField
      label={FIELD_LABELS.email_subscription_status}
      {...fieldMessage(formState.errors.email_subscription_status)}
      {...register('email_subscription_status')}
    >
      {!isKnown && <option value={saved}>{attributeLabel(saved) || 'Not set'}</option>}
      {EMAIL_SUBSCRIPTION_STATUSES.map((status) => (
        <option key={status} value={status}>
          {attributeLabel(status)}
        </option>
      ))}
    </SelectField>
  );
}

interface MemberFieldsProps {
  /** The saved member; undefined for a new one. */
  readonly member?: Member;
  /** How many custom attributes the member already has. */
  readonly existingAttributes: number;
  /** Names of attributes that can't be edited here. */
  readonly otherAttributes: readonly string[];
}

/** Not rendered again when the form is sent, unless the state of a field changes. */
export const MemberFields = memo(function MemberFields(props: MemberFieldsProps) {
  const { member, existingAttributes, otherAttributes } = props;
  const { defaultValues, errors } = useFormContext<MemberFormValues>().formState;
  const hasAddress = Object.values(defaultValues?.address ?? {}).some(Boolean);
  const hasHandle = Boolean(defaultValues?.instagram_handle || defaultValues?.twitter_handle);
  return (
    <>
      <FormSection title="Person">
        <MemberTextField name="first_name" />
        <MemberTextField name="last_name" />
        <PreviewedField name="birthdate" placeholder="MM/DD/YYYY" preview={previewDate} />
        <PreviewedField name="anniversary_date" placeholder="MM/DD/YYYY" preview={previewDate} />
        <MemberTextField name="preferred_language" />
      </FormSection>

      <FormSection title="Contact">
        <ContactField name="email_address" type="email" memberId={member?.id} />
        <SubscriptionField />
        <ContactField name="phone_number" type="tel" memberId={member?.id} preview={previewPhone} />
      </FormSection>

      <FormSection title="Program">
        <TierField member={member} />
        <MemberTextField
          name="referrer_code"
          hint="The referral code of the member who referred them. The program checks it when you save."
        />
        <WideField>
          <TagsField />
        </WideField>
      </FormSection>

      <FoldedFormSection title="Address" isOpen={hasAddress || errors.address !== undefined}>
        <AddressFields />
      </FoldedFormSection>

      <FoldedFormSection
        title="Social"
        isOpen={
          hasHandle || errors.instagram_handle !== undefined || errors.twitter_handle !== undefined
        }
      >
        <MemberTextField name="instagram_handle" />
        <MemberTextField name="twitter_handle" />
      </FoldedFormSection>

      <FormSection title="Custom attributes">
        <WideField>
          <AttributeRows existing={existingAttributes} others={otherAttributes} />
        </WideField>
      </FormSection>
    </>
  );
});

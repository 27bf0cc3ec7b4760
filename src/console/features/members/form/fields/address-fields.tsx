import { memo, useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import { US_STATES } from '#console/shared/members/us-states.ts';
import { listCountries } from './countries.ts';
import { MemberTextField } from './member-text-field.tsx';

/** The postal address. Countries and states are suggested by code; any other text is valid, too. */
export function AddressFields() {
  const [countries] = useState(listCountries);
  const { control } = useFormContext<MemberFormValues>();
  const country = useWatch({ control, name: 'address.country' });
  const isInUs = /^(|us|usa|united states)$/i.test(country.trim());
  return (
    <>
      <MemberTextField name="address.line1" />
      <MemberTextField name="address.line2" />
      <MemberTextField name="address.city" />
      <CodeField name="address.state" names={isInUs ? US_STATES : NO_NAMES} />
      <MemberTextField name="address.postal_code" />
      <CodeField name="address.country" names={countries} />
    </>
  );
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

interface CodeFieldProps {
  readonly name: 'address.state' | 'address.country';
  /** The names of the suggested codes. */
  readonly names: ReadonlyMap<string, string>;
}

/** Suggests codes by name, and names the one that was typed. */
function CodeField({ name, names }: CodeFieldProps) {
  const listId = useId();
  const { control } = useFormContext<MemberFormValues>();
  const code = useWatch({ control, name }).trim().toUpperCase();
  return (
    <>
      <MemberTextField name={name} list={listId} hint={names.get(code)} />
      <datalist id={listId}>
        <CodeOptions names={names} />
      </datalist>
    </>
  );
}

/** There are hundreds of countries, which don't change while the form is filled in. */
const CodeOptions = memo(({ names }: Pick<CodeFieldProps, 'names'>) =>
  [...names].map(([value, label]) => <option key={value} value={value} label={label} />),
);

import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { AttributeValueField } from '#console/features/members/form/attribute-value-field.tsx';
import styles from '#console/features/members/form/member-fields.module.css';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import { Button } from '#console/ui/button/button.tsx';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { ATTRIBUTE_KIND_LABELS, ATTRIBUTE_KINDS } from './attribute-fields.ts';

interface AttributeRowsProps {
  /** Attributes that the member has: their names stay, as the API takes none away. */
  readonly existing: number;
  /** Names of attributes of types that can't be edited here. */
  readonly others: readonly string[];
}

/** Custom attributes, each edited by its type. */
export function AttributeRows({ existing, others }: AttributeRowsProps) {
  const { control } = useFormContext<MemberFormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'custom_attributes' });
  const addRef = useRef<HTMLButtonElement>(null);
  function removeRow(index: number) {
    // The button that was pressed goes with its row.
    addRef.current?.focus();
    remove(index);
  }
  return (
    <>
      {fields.map((field, index) => (
        <AttributeRow
          key={field.id}
          index={index}
          onRemove={index < existing ? undefined : () => removeRow(index)}
        />
      ))}
      {others.length > 0 && (
        <p className={styles.note}>
          Can't be edited here, and stay as they are: {others.join(', ')}.
        </p>
      )}
      <div>
        <Button
          ref={addRef}
          icon={<Plus />}
          onClick={() => append({ name: '', kind: 'text', text: '' })}
        >
          Add attribute
        </Button>
      </div>
    </>
  );
}

interface AttributeRowProps {
  readonly index: number;
  /** Left out for an attribute that the member has already. */
  readonly onRemove: (() => void) | undefined;
}

function AttributeRow({ index, onRemove }: AttributeRowProps) {
  const { register, watch, formState } = useFormContext<MemberFormValues>();
  const { name, kind } = watch(`custom_attributes.${index}`);
  const errors = formState.errors.custom_attributes?.[index];
  const isNew = onRemove !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid everywhere
    <div role="group" aria-label={name || 'New attribute'} className={styles.attribute}>
      {isNew && (
        <>
          <TextField
            label="Name"
            autoComplete="off"
            spellCheck={false}
            error={errors?.name?.message}
            {...register(`custom_attributes.${index}.name`)}
          />
          <IconButton
            label="Remove attribute"
            icon={<X />}
            className={styles.remove}
            onClick={onRemove}
          />
        </>
      )}
      <AttributeValueField
        label={isNew ? 'Value' : name}
        kind={kind}
        error={errors?.text?.message ?? (isNew ? undefined : errors?.name?.message)}
        {...register(`custom_attributes.${index}.text`)}
      />
      <SelectField
        label="Type"
        {...register(`custom_attributes.${index}.kind`, {
          // What was wrong as the one type may be right as the other.
          deps: `custom_attributes.${index}.text`,
        })}
      >
        {ATTRIBUTE_KINDS.map((one) => (
          <option key={one} value={one}>
            {ATTRIBUTE_KIND_LABELS[one]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

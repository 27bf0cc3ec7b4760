import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { type UseFormRegisterReturn, useFieldArray, useFormContext } from 'react-hook-form';
import { fieldMessage } from '#console/features/members/form/member-form-errors.ts';
import { Button } from '#console/ui/button/button.tsx';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import type { FieldProps } from '#console/ui/form/field.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextareaField, TextField } from '#console/ui/form/text-field.tsx';
import {
  ATTRIBUTE_KIND_LABELS,
  ATTRIBUTE_KINDS,
  type AttributeField,
  type AttributeKind,
} from './attribute-fields.ts';
import styles from './attribute-rows.module.css';

interface AttributeRowsProps {
  /** How many attributes the member already has. The API can't remove them. */
  readonly existing: number;
  /** Names of attributes of types that can't be edited here. */
  readonly others: readonly string[];
}

/** The part of the form that this component edits. */
interface AttributesForm {
  custom_attributes: AttributeField[];
}

export function AttributeRows({ existing, others }: AttributeRowsProps) {
  const { control } = useFormContext<AttributesForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'custom_attributes' });
  const addRef = useRef<HTMLButtonElement>(null);
  function removeRow(index: number) {
    // The pressed button disappears with its row; move focus first.
    addRef.current?.focus();
    remove(index);
  }
  return (
    <>
      {fields.length > 0 && (
        <div className={styles.table}>
          <div aria-hidden="true" className={styles.head}>
            <span>Name</span>
            <span>Value</span>
            <span>Type</span>
          </div>
          {fields.map((field, index) => (
            <AttributeRow
              key={field.id}
              index={index}
              onRemove={index < existing ? undefined : () => removeRow(index)}
            />
          ))}
        </div>
      )}
      {others.length > 0 && <p className={styles.note}>Not editable here: {others.join(', ')}.</p>}
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
  /** Undefined for an attribute that the member already has. */
  readonly onRemove: (() => void) | undefined;
}

function AttributeRow({ index, onRemove }: AttributeRowProps) {
  const { register, watch, formState } = useFormContext<AttributesForm>();
  const { name, kind } = watch(`custom_attributes.${index}`);
  const errors = formState.errors.custom_attributes?.[index];
  const isNew = onRemove !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser can lay out a fieldset as a grid
    <div role="group" aria-label={name || 'New attribute'} className={styles.attribute}>
      {isNew ? (
        <TextField
          label="Name"
          autoComplete="off"
          spellCheck={false}
          error={errors?.name?.message}
          {...register(`custom_attributes.${index}.name`)}
        />
      ) : (
        <span aria-hidden="true" className={styles.name}>
          {name}
        </span>
      )}
      <AttributeValueField
        label={isNew ? 'Value' : name}
        kind={kind}
        {...fieldMessage(errors?.text ?? (isNew ? undefined : errors?.name))}
        {...register(`custom_attributes.${index}.text`)}
      />
      <SelectField
        label="Type"
        {...register(`custom_attributes.${index}.kind`, {
          // A value that is invalid for one type may be valid for another.
          deps: `custom_attributes.${index}.text`,
        })}
      >
        {ATTRIBUTE_KINDS.map((option) => (
          <option key={option} value={option}>
            {ATTRIBUTE_KIND_LABELS[option]}
          </option>
        ))}
      </SelectField>
      {isNew && (
        <IconButton
          label="Remove attribute"
          icon={<X />}
          className={styles.remove}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

const HINTS: Partial<Record<AttributeKind, string>> = {
  texts: 'One per line.',
  numbers: 'One per line.',
  json: 'Text and numbers, e.g. ["tea", 3].',
};

interface AttributeValueFieldProps
  extends UseFormRegisterReturn,
    Pick<FieldProps, 'label' | 'error' | 'notice'> {
  readonly kind: AttributeKind;
}

function AttributeValueField({ kind, ...field }: AttributeValueFieldProps) {
  if (kind === 'number') {
    return <TextField {...field} inputMode="decimal" autoComplete="off" />;
  }
  // Text may have several lines, which a one-line input would lose.
  return (
    <TextareaField
      {...field}
      hint={HINTS[kind]}
      rows={kind === 'text' ? 1 : 3}
      spellCheck={kind !== 'json'}
    />
  );
}

import { type FormEvent, useRef, useState } from 'react';
import { splitFieldErrors } from '#console/api/errors/field-errors.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Choice } from '#console/ui/form/choice-list.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { VIEW_NAME_MAX_LENGTH } from '#contract/account/saved-views.ts';
import styles from './view-options.module.css';

interface ViewNameFormProps {
  readonly label: string;
  readonly hint?: string;
  /** The label of the button. */
  readonly action: string;
  /** The name before it is edited. */
  readonly name: string;
  /** Whether another view has the name. */
  readonly isTaken?: (name: string) => boolean;
  /** The title if it fails. */
  readonly errorTitle: string;
  readonly disabledReason: string | undefined;
  /** Whether the view is shared with the team, before it is edited; undefined where views can't be. */
  readonly shared: boolean | undefined;
  readonly onSubmit: (name: string, shared: boolean | undefined) => Promise<unknown>;
  readonly onDone: (name: string) => void;
  /** The field has the focus if the form can be canceled. */
  readonly onCancel?: () => void;
}

/** Names a view, and shares it with the team. */
export function ViewNameForm(props: ViewNameFormProps) {
  const { label, hint, action, isTaken, errorTitle, disabledReason, onSubmit, onDone, onCancel } =
    props;
  // Who shared it before may still stop sharing.
  const canShare = useScopeReason('teams:write') === undefined || props.shared === true;
  const [name, setName] = useState(props.name);
  const [shared, setShared] = useState(props.shared);
  const [isPending, setPending] = useState(false);
  const [fieldError, setFieldError] = useState<string>();
  const [formError, setFormError] = useState<UserFacingError>();
  const wasFocused = useRef(false);

  async function submit(trimmed: string) {
    setPending(true);
    try {
      await onSubmit(trimmed, shared);
      onDone(trimmed);
    } catch (error) {
      const { fields, formError } = splitFieldErrors(error, ['name'], errorTitle);
      setFieldError(fields.name);
      setFormError(formError);
    } finally {
      setPending(false);
    }
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isPending || disabledReason !== undefined) return;
    const trimmed = name.trim();
    const isUsed = isTaken?.(trimmed) ?? false;
    setFormError(undefined);
    setFieldError(
      trimmed === '' ? 'Enter a name' : isUsed ? 'Another view has this name' : undefined,
    );
    if (trimmed !== '' && !isUsed) void submit(trimmed);
  }
  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit}>
      {formError && <ErrorNotice error={formError} />}
      <TextField
        ref={(input) => {
          if (onCancel && !wasFocused.current) input?.focus();
          wasFocused.current = true;
        }}
        label={label}
        hint={hint}
        autoComplete="off"
        maxLength={VIEW_NAME_MAX_LENGTH}
        error={fieldError}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {shared !== undefined && canShare && (
        <Choice
          type="checkbox"
          checked={shared}
          onChange={({ target }) => setShared(target.checked)}
        >
          Share with the team
        </Choice>
      )}
      <div className={onCancel && styles.buttons}>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" loading={isPending} disabledReason={disabledReason}>
          {action}
        </Button>
      </div>
    </form>
  );
}

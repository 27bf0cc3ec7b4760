import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { frequentTags } from '#console/features/members/frequent-tags.ts';
import { useCachedMembers } from '#console/features/members/members-queries.ts';
import { splitTags } from '#console/features/members/members-view.ts';
import { useTeamId } from '#console/session/team.ts';
import { Field } from '#console/ui/form/field.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import type { MemberFormValues } from './member-form-values.ts';
import styles from './tags-field.module.css';

/** Edits tags. Enter or a comma adds the typed text as a tag; Backspace removes the last one. */
export function TagsField() {
  const { control } = useFormContext<MemberFormValues>();
  const { field, fieldState } = useController({ control, name: 'member_tags' });
  const [text, setText] = useState('');
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const suggestions = useKnownTags().filter((tag) => !field.value.includes(tag));

  function addTags(typed: string) {
    const added = splitTags(typed).filter((tag) => !field.value.includes(tag));
    if (added.length > 0) field.onChange([...field.value, ...added]);
    setText('');
  }
  function removeTag(tag: string) {
    field.onChange(field.value.filter((other) => other !== tag));
    inputRef.current?.focus();
  }
  function handleKeyDown(event: KeyboardEvent) {
    const last = field.value.at(-1);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && text.trim() !== '') {
      // Enter completes the tag; don't submit the form.
      event.preventDefault();
      addTags(text);
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) {
      removeTag(last);
    }
  }

  return (
    <Field
      label={FIELD_LABELS.member_tags}
      hint="Press Enter or a comma to add a tag."
      error={fieldState.error?.message}
      control={(props) => (
        <div className={styles.box}>
          {field.value.map((tag) => (
            <span key={tag} className={styles.tag}>
              <span className={styles.label}>{tag}</span>
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                className={styles.remove}
                onClick={() => removeTag(tag)}
              >
                <X />
              </button>
            </span>
          ))}
          <input
            {...props}
            ref={(input) => {
              inputRef.current = input;
              field.ref(input);
            }}
            type="text"
            list={listId}
            autoComplete="off"
            className={styles.input}
            value={text}
            onChange={({ target }) => {
              if (target.value.includes(',')) addTags(target.value);
              else setText(target.value);
            }}
            onKeyDown={handleKeyDown}
            onBlur={() => {
              addTags(text);
              field.onBlur();
            }}
          />
          <datalist id={listId}>
            {suggestions.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </div>
      )}
    />
  );
}

/** The tags of the loaded members. The API has no list of tags. */
function useKnownTags(): string[] {
  return frequentTags(useCachedMembers(useTeamId()));
}

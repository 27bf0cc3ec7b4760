import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { frequentTags } from '#console/features/members/list/frequent-tags.ts';
import { splitTags } from '#console/features/members/list/members-view.ts';
import { useCachedMembers } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { Field } from '#console/ui/form/field.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import type { MemberFormValues } from './member-form-values.ts';
import styles from './tags-field.module.css';

/** The tags of a member: each can be taken off, and Enter or a comma puts on what was typed. */
export function TagsField() {
  const { control } = useFormContext<MemberFormValues>();
  const { field, fieldState } = useController({ control, name: 'member_tags' });
  const [typed, setTyped] = useState('');
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const known = useKnownTags().filter((tag) => !field.value.includes(tag));

  function addTags(text: string) {
    const added = splitTags(text).filter((tag) => !field.value.includes(tag));
    if (added.length > 0) field.onChange([...field.value, ...added]);
    setTyped('');
  }
  function removeTag(tag: string) {
    field.onChange(field.value.filter((other) => other !== tag));
    inputRef.current?.focus();
  }
  function handleKeyDown(event: KeyboardEvent) {
    const last = field.value.at(-1);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && typed.trim() !== '') {
      // It is the tag that is ready, not the form.
      event.preventDefault();
      addTags(typed);
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      removeTag(last);
    }
  }

  return (
    <Field
      label={FIELD_LABELS.member_tags}
      hint="Enter or a comma adds a tag."
      error={fieldState.error?.message}
      control={(props) => (
        <div className={styles.box}>
          {field.value.map((tag) => (
            <span key={tag} className={styles.tag}>
              <span className={styles.word}>{tag}</span>
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
            value={typed}
            onChange={({ target }) => {
              if (target.value.includes(',')) addTags(target.value);
              else setTyped(target.value);
            }}
            onKeyDown={handleKeyDown}
            onBlur={() => {
              addTags(typed);
              field.onBlur();
            }}
          />
          <datalist id={listId}>
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </div>
      )}
    />
  );
}

/** Tags of the members that were read so far: the API has no list of them. */
function useKnownTags(): string[] {
  return frequentTags(useCachedMembers(useTeamId()));
}

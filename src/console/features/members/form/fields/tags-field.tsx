import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { FIELD_LABELS } from '#console/features/members/form/field-labels.ts';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import { frequentTags } from '#console/features/members/frequent-tags.ts';
import { useCachedMembers } from '#console/features/members/members-queries.ts';
import { splitTags } from '#console/features/members/members-view.ts';
import { TagSuggestions } from '#console/features/members/tag-suggestions.tsx';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { Field } from '#console/ui/form/field.tsx';
import { foldText } from '#contract/gateway/fold-text.ts';
import styles from './tags-field.module.css';

const MAX_SUGGESTIONS = 6;

/** The history state that opens the form with the focus in its tags. */
export interface EditTagsState {
  readonly editTags: true;
}

/** Edits tags. Enter or a comma adds the typed text as a tag; Backspace removes the last one. */
export function TagsField() {
  const { control } = useFormContext<MemberFormValues>();
  const { field, fieldState } = useController({ control, name: 'member_tags' });
  const [text, setText] = useState('');
  const inputRef = useRef<HTMLInputElement>(null);
  const { state } = useLocation();
  const shouldFocus = (state as Partial<EditTagsState> | null)?.editTags === true;
  useEffect(() => {
    // After the dialog has focused its first field.
    if (shouldFocus) inputRef.current?.focus();
  }, [shouldFocus]);
  const suggestions = useKnownTags()
    .filter((tag) => !field.value.includes(tag))
    .filter((tag) => foldText(tag).includes(foldText(text)))
    .slice(0, MAX_SUGGESTIONS);

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

  /** Text that was typed becomes a tag, unless a suggestion replaces it. */
  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    addTags(text);
    field.onBlur();
  }

  return (
    <Field
      label={FIELD_LABELS.member_tags}
      hint="Press Enter or a comma to add a tag."
      error={fieldState.error?.message}
      control={(props) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the blur of its fields
        <div className={styles.field} onBlur={handleBlur}>
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
              autoComplete="off"
              className={styles.input}
              value={text}
              onChange={({ target }) => {
                if (target.value.includes(',')) addTags(target.value);
                else setText(target.value);
              }}
              onKeyDown={handleKeyDown}
            />
          </div>
          <TagSuggestions
            label="Suggestions"
            tags={suggestions}
            onChoose={(tag) => {
              addTags(tag);
              inputRef.current?.focus();
            }}
          />
        </div>
      )}
    />
  );
}

/** The most frequent tags of the directory, or else of the loaded members. */
function useKnownTags(): string[] {
  const teamId = useTeamId();
  const { data: facets } = useQuery(facetsQuery(useApi(), teamId));
  const loaded = frequentTags(useCachedMembers(teamId));
  // A comma would separate two tags.
  return facets?.tags.map(({ value }) => value).filter((tag) => !tag.includes(',')) ?? loaded;
}

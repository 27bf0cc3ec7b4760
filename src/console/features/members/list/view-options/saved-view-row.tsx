import { Check, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { CopyButton } from '#console/ui/data/copy-button.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { type SavedView, VIEW_NAME_MAX_LENGTH } from './saved-views.ts';
import styles from './view-options.module.css';

interface SavedViewRowProps {
  readonly view: SavedView;
  readonly isCurrent: boolean;
  /** The address that shows it. */
  readonly link: string;
  readonly onChoose: () => void;
  /**
   * Undefined for the view that is always there.
   * @returns false if another view has the name
   */
  readonly onRename?: (name: string) => boolean;
  readonly onDelete?: () => void;
}

/** A view, and what can be done with it. */
export function SavedViewRow(props: SavedViewRowProps) {
  const { view, isCurrent, link, onChoose, onRename, onDelete } = props;
  const { name } = view;
  const [isRenaming, setRenaming] = useState(false);
  const wasRenaming = useRef(false);
  if (isRenaming && onRename) {
    return (
      <li>
        <RenameForm
          name={name}
          onRename={onRename}
          onClose={() => {
            wasRenaming.current = true;
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className={styles.view}>
      <button
        ref={(button) => {
          if (button && wasRenaming.current) button.focus();
          wasRenaming.current = false;
        }}
        type="button"
        aria-current={isCurrent || undefined}
        className={styles.name}
        onClick={onChoose}
      >
        {name}
        {isCurrent && <Check aria-hidden="true" />}
      </button>
      {onRename && (
        <>
          <CopyButton what={`link to ${name}`} value={link} />
          <IconButton
            size="small"
            label={`Rename ${name}`}
            icon={<Pencil />}
            onClick={() => setRenaming(true)}
          />
          <IconButton
            size="small"
            label={`Delete ${name}`}
            icon={<Trash2 />}
            onClick={({ currentTarget }) => {
              // The pressed button disappears with its row; move focus first.
              currentTarget.closest('ul')?.querySelector('button')?.focus();
              onDelete?.();
            }}
          />
        </>
      )}
    </li>
  );
}

interface RenameFormProps {
  readonly name: string;
  readonly onRename: (name: string) => boolean;
  readonly onClose: () => void;
}

function RenameForm({ name, onRename, onClose }: RenameFormProps) {
  const [text, setText] = useState(name);
  const [error, setError] = useState<string>();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const next = text.trim();
    if (next === '') setError('Enter a name');
    else if (onRename(next)) onClose();
    else setError('Another view has this name');
  }
  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit}>
      <TextField
        ref={(input) => input?.focus()}
        label="New name"
        autoComplete="off"
        maxLength={VIEW_NAME_MAX_LENGTH}
        error={error}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary">
          Rename
        </Button>
      </div>
    </form>
  );
}

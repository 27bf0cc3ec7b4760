import { useQuery } from '@tanstack/react-query';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { membersCountQuery } from '#console/features/members/members-queries.ts';
import { parseMembersView } from '#console/features/members/members-view.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { CopyButton } from '#console/ui/data/copy-button.tsx';
import type { SavedView } from './saved-views.ts';
import styles from './view-options.module.css';

interface SavedViewRowProps {
  readonly view: SavedView;
  readonly isCurrent: boolean;
  /** The address that shows it; undefined for the view that is always there. */
  readonly link?: string;
  /** Why it can't be changed. */
  readonly disabledReason: string | undefined;
  readonly onChoose: () => void;
  /** Undefined if the user can't change it. */
  readonly editForm?: ((onClose: () => void) => ReactNode) | undefined;
  /** Undefined if the user can't delete it. */
  readonly onDelete?: (() => void) | undefined;
}

/** How many members a view has now, once they are counted. */
function ViewCount({ search }: Pick<SavedView, 'search'>) {
  const { filter } = parseMembersView(new URLSearchParams(search));
  const { data } = useQuery(membersCountQuery(useApi(), useTeamId(), filter, false));
  if (!data) return null;
  return (
    <span className={styles.count}>
      {data.isAbout && 'about '}
      {formatNumber(data.total)}
    </span>
  );
}

/** A view, and what can be done with it. */
export function SavedViewRow(props: SavedViewRowProps) {
  const { view, isCurrent, link, disabledReason, onChoose, editForm, onDelete } = props;
  const { name, shared, sharedBy } = view;
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const wasOpen = useRef(false);
  const close = () => {
    wasOpen.current = true;
    setOpen(undefined);
  };
  if (open === 'edit' && editForm) return <li>{editForm(close)}</li>;
  if (open === 'delete') {
    return (
      <li className={styles.form}>
        <p>
          {sharedBy} shared “{name}”. Deleting it removes it for the whole team.
        </p>
        <div className={styles.buttons}>
          <Button ref={(button) => button?.focus()} variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button variant="danger" disabledReason={disabledReason} onClick={onDelete}>
            Delete view
          </Button>
        </div>
      </li>
    );
  }
  return (
    <li className={styles.view}>
      <button
        ref={(button) => {
          if (button && wasOpen.current) button.focus();
          wasOpen.current = false;
        }}
        type="button"
        aria-current={isCurrent || undefined}
        className={styles.name}
        onClick={onChoose}
      >
        {name}
        {isCurrent && <Check aria-hidden="true" />}
      </button>
      <ViewCount search={view.search} />
      {link !== undefined && <CopyButton what={`link to ${name}`} value={link} />}
      {editForm && (
        <IconButton
          size="small"
          label={`Edit ${name}`}
          icon={<Pencil />}
          disabledReason={disabledReason}
          onClick={() => setOpen('edit')}
        />
      )}
      {onDelete && (
        <IconButton
          size="small"
          label={`Delete ${name}`}
          icon={<Trash2 />}
          disabledReason={disabledReason}
          onClick={({ currentTarget }) => {
            if (sharedBy !== undefined) return setOpen('delete');
            // The pressed button disappears with its row; move focus first.
            currentTarget.closest('ul')?.querySelector('button')?.focus();
            onDelete();
          }}
        />
      )}
      {shared && (
        <span className={styles.shared}>
          {sharedBy === undefined ? 'Shared with the team' : `Shared by ${sharedBy}`}
        </span>
      )}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { viewCountQuery } from '#console/features/members/members-queries.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { CopyButton } from '#console/ui/data/copy-button.tsx';
import type { SavedView } from './saved-views.ts';
import styles from './view-options.module.css';

interface SavedViewRowProps {
  readonly view: SavedView;
  readonly isCurrent: boolean;
  /** The address that shows it. */
  readonly link: string;
  /** Why it can't be changed. */
  readonly disabledReason: string | undefined;
  readonly onChoose: () => void;
  /** Undefined for the view that is always there. */
  readonly renameForm?: (onClose: () => void) => ReactNode;
  readonly onDelete?: () => void;
}

/** How many members a view has now, once they are counted. */
function ViewCount({ search }: Pick<SavedView, 'search'>) {
  const { data } = useQuery(viewCountQuery(useApi(), useTeamId(), search));
  return data == null ? null : <span className={styles.note}>{formatNumber(data)}</span>;
}

/** A view, and what can be done with it. */
export function SavedViewRow(props: SavedViewRowProps) {
  const { view, isCurrent, link, disabledReason, onChoose, renameForm, onDelete } = props;
  const { name } = view;
  const [isRenaming, setRenaming] = useState(false);
  const wasRenaming = useRef(false);
  if (isRenaming && renameForm) {
    const close = () => {
      wasRenaming.current = true;
      setRenaming(false);
    };
    return <li>{renameForm(close)}</li>;
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
      <ViewCount search={view.search} />
      {renameForm && (
        <>
          <CopyButton what={`link to ${name}`} value={link} />
          <IconButton
            size="small"
            label={`Rename ${name}`}
            icon={<Pencil />}
            disabledReason={disabledReason}
            onClick={() => setRenaming(true)}
          />
          <IconButton
            size="small"
            label={`Delete ${name}`}
            icon={<Trash2 />}
            disabledReason={disabledReason}
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

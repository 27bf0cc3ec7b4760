import { CircleSlash, Tag, Tags, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { SelectionBar } from '#console/ui/page/selection-bar.tsx';
import { JOB_IDS_MAX, type Job } from '#contract/gateway/job.ts';
import styles from './bulk-bar.module.css';
import { DeleteMembersDialog } from './delete-members-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import type { MemberSelection } from './use-member-selection.ts';
import type { JobDialogProps } from './use-start-job.ts';

interface BulkBarProps {
  readonly selection: MemberSelection;
  /** How many members match the filters. */
  readonly total: number;
  /** The filters that are set: "Status is blocked". */
  readonly filters: readonly string[];
  readonly onStarted: (job: Job) => void;
}

const ACTIONS = [
  { action: 'add-tags', label: 'Add tags', icon: <Tag /> },
  { action: 'remove-tags', label: 'Remove tags', icon: <Tags /> },
  { action: 'status', label: 'Change status', icon: <CircleSlash /> },
  { action: 'delete', label: 'Delete', icon: <Trash2 /> },
] as const;
type BulkAction = (typeof ACTIONS)[number]['action'];

/** How many members are selected, and what can be done with them. */
export function BulkBar({ selection, total, filters, onStarted }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction>();
  const close = () => setAction(undefined);
  const { count, isAll, elsewhere } = selection;
  const scopeReason = useScopeReason('teams:write');
  const limitReason = isAll ? undefined : selectionLimitReason(count, total);
  const handleStarted = (job: Job) => {
    setAction(undefined);
    selection.clear();
    onStarted(job);
  };
  return (
    <>
      <SelectionBar
        count={count}
        onClear={selection.clear}
        actions={
          <>
            {ACTIONS.map(({ action: each, label, icon }) => (
              <Button
                key={each}
                size="small"
                icon={icon}
                disabledReason={scopeReason ?? limitReason}
                onClick={() => setAction(each)}
              >
                {label}
              </Button>
            ))}
            <ExportButton
              size="small"
              selection={selection.forJob}
              total={count}
              disabledReason={limitReason}
              onStarted={handleStarted}
            />
          </>
        }
      >
        {!isAll && (count < total || limitReason !== undefined) && (
          <Button size="small" variant="ghost" onClick={selection.selectAll}>
            Select all {formatNumber(total)} matching
          </Button>
        )}
        {!isAll && (limitReason !== undefined || elsewhere > 0) && (
          <span className={styles.hint}>
            {limitReason ?? `${formatNumber(elsewhere)} on other pages`}
          </span>
        )}
      </SelectionBar>
      {action && (
        <BulkDialog {...{ action, selection, filters }} onStarted={handleStarted} onClose={close} />
      )}
    </>
  );
}

interface BulkDialogProps extends JobDialogProps {
  readonly action: BulkAction;
  readonly filters: readonly string[];
}

/** Asks what to change in the selected members, or whether to delete them. */
function BulkDialog({ action, filters, ...props }: BulkDialogProps) {
  if (action === 'status') return <StatusDialog {...props} />;
  if (action === 'delete') return <DeleteMembersDialog filters={filters} {...props} />;
  return <TagsDialog action={action} {...props} />;
}

/**
 * Why nothing can be done with the selected members, and what can be selected instead.
 *
 * @param count how many members are selected one by one
 * @param total how many match the filters
 */
export function selectionLimitReason(count: number, total: number): string | undefined {
  if (count <= JOB_IDS_MAX) return undefined;
  const [limit, all] = [formatNumber(JOB_IDS_MAX), formatNumber(total)];
  return `You can select up to ${limit} members individually. To include more, select all ${all} matching members.`;
}

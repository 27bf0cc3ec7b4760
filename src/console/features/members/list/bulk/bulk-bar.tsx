import {
  CircleSlash,
  Coins,
  Download,
  Ellipsis,
  Mail,
  Medal,
  SlidersHorizontal,
  Tag,
  Tags,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useScopeReason, useSupportLimits } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Menu } from '#console/ui/overlay/menu.tsx';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { SelectionBar } from '#console/ui/page/selection-bar.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { JOB_IDS_MAX, type Job } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './bulk-bar.module.css';
import { AttributeDialog } from './dialogs/attribute-dialog.tsx';
import { DeleteMembersDialog } from './dialogs/delete-members-dialog.tsx';
import { PointsDialog } from './dialogs/points-dialog.tsx';
import { TagsDialog } from './dialogs/tags-dialog.tsx';
import { ValueDialog } from './dialogs/value-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { MemberSelection } from './use-member-selection.ts';
import type { JobDialogProps } from './use-start-job.ts';

/** In the same lazily loaded file, because jobs are started from the bar. */
export { RunningJobs } from './running-jobs.tsx';

interface BulkBarProps {
  readonly selection: MemberSelection;
  /** How many of the members that match the filters match only with a typo. */
  readonly similar: number;
  /** The filters that are set: "Status is blocked". */
  readonly filters: readonly string[];
  /** The columns of the list. */
  readonly columns: readonly Column<Member>[];
  /** Whether the dialog for an export of the selected members is open; without any, of all that match. */
  readonly isExporting: boolean;
  readonly onExport: (isExporting: boolean) => void;
  readonly onStarted: (job: Job) => void;
  /** Why nothing can be done yet. */
  readonly waitReason: string | undefined;
}

const ACTIONS = [
  { action: 'add-tags', label: 'Add tags', icon: <Tag /> },
  { action: 'remove-tags', label: 'Remove tags', icon: <Tags /> },
  { action: 'points', label: 'Adjust points', icon: <Coins /> },
  { action: 'tier', label: 'Change tier', icon: <Medal /> },
  { action: 'status', label: 'Change status', icon: <CircleSlash /> },
  { action: 'delete', label: 'Delete', icon: <Trash2 /> },
] as const;
/** Rarely used ones, in a menu. */
const MORE_ACTIONS = [
  { action: 'attribute', label: 'Set attribute', icon: <SlidersHorizontal /> },
  { action: 'subscription', label: 'Change subscription', icon: <Mail /> },
] as const;
type BulkAction = (typeof ACTIONS | typeof MORE_ACTIONS)[number]['action'];

/** How many members are selected, and what can be done with them. An export needs no selection. */
export function BulkBar(props: BulkBarProps) {
  const { selection, similar, filters, columns, isExporting, onExport, onStarted } = props;
  const [action, setAction] = useState<BulkAction>();
  const close = () => setAction(undefined);
  const { count, total, isAll, elsewhere } = selection;
  const scopeReason = useScopeReason('teams:write');
  const { exportReason } = useSupportLimits();
  const mayExport = useScopeReason('teams:write', 'createJob');
  const limitReason = isAll ? undefined : selectionLimitReason(count, total);
  const disabledReason = scopeReason ?? props.waitReason ?? limitReason;
  const exportDisabledReason =
    mayExport ?? exportReason(isAll ? undefined : count) ?? props.waitReason ?? limitReason;
  const handleStarted = (job: Job) => {
    setAction(undefined);
    onExport(false);
    selection.clear();
    onStarted(job);
  };
  return (
    <>
      {count > 0 && (
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
                  disabledReason={disabledReason}
                  onClick={() => setAction(each)}
                >
                  {label}
                </Button>
              ))}
              <Button
                size="small"
                icon={<Download />}
                disabledReason={exportDisabledReason}
                onClick={() => onExport(true)}
              >
                Export
              </Button>
              <MoreActions disabledReason={disabledReason} onChoose={setAction} />
            </>
          }
        >
          {!isAll &&
            !props.waitReason &&
            total !== undefined &&
            (count < total || limitReason !== undefined) && (
              <Button size="small" variant="ghost" onClick={selection.selectAll}>
                {selectAllLabel(total, similar)}
              </Button>
            )}
          {!isAll && (limitReason !== undefined || elsewhere > 0) && (
            <span className={styles.hint}>
              {limitReason ?? `${formatNumber(elsewhere)} on other pages`}
            </span>
          )}
        </SelectionBar>
      )}
      {isExporting && (
        <ExportDialog
          selection={count > 0 ? selection.forJob : selection.matching}
          count={count > 0 ? count : total}
          similar={count > 0 ? selection.similar : similar}
          filters={count > 0 && !isAll ? [] : filters}
          listed={columns}
          onStarted={handleStarted}
          onClose={() => onExport(false)}
        />
      )}
      {action && (
        <BulkDialog {...{ action, selection, filters }} onStarted={handleStarted} onClose={close} />
      )}
    </>
  );
}

interface MoreActionsProps {
  readonly disabledReason: string | undefined;
  readonly onChoose: (action: BulkAction) => void;
}

function MoreActions({ disabledReason, onChoose }: MoreActionsProps) {
  return (
    <Menu
      label="More"
      trigger={(props) => (
        <Button {...props} size="small" icon={<Ellipsis />}>
          More
        </Button>
      )}
    >
      {MORE_ACTIONS.map(({ action, label, icon }, index) => (
        <MenuItem
          key={action}
          icon={icon}
          disabledReason={disabledReason}
          isReasonRepeated={index > 0}
          onSelect={() => onChoose(action)}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface BulkDialogProps extends JobDialogProps {
  readonly action: BulkAction;
  readonly filters: readonly string[];
}

function BulkDialog({ action, filters, ...props }: BulkDialogProps) {
  if (action === 'points') return <PointsDialog {...props} />;
  if (action === 'attribute') return <AttributeDialog {...props} />;
  if (action === 'delete') return <DeleteMembersDialog filters={filters} {...props} />;
  if (action === 'add-tags' || action === 'remove-tags') {
    return <TagsDialog action={action} {...props} />;
  }
  return <ValueDialog field={action} {...props} />;
}

/** "Select all 12 matching"; similar members are named, because they don't match what was searched for. */
export function selectAllLabel(total: number, similar: number): string {
  const all = formatNumber(total);
  if (similar === 0) return `Select all ${all} matching`;
  if (similar === total) return `Select all ${all} similar`;
  return `Select all ${all} matching, ${formatNumber(similar)} of them only similar`;
}

/**
 * Why nothing can be done with the selected members, and what can be selected instead.
 *
 * @param count how many members are selected one by one
 * @param total how many match the filters, if they are counted
 */
export function selectionLimitReason(count: number, total = count): string | undefined {
  if (count <= JOB_IDS_MAX) return undefined;
  const [limit, all] = [formatNumber(JOB_IDS_MAX), formatNumber(total)];
  return `You can select up to ${limit} members individually. To include more, select all ${all} matching members.`;
}

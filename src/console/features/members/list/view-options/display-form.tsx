import { useQuery } from '@tanstack/react-query';
import { ChevronDown, GripVertical } from 'lucide-react';
import { useRef } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { attributesQuery } from '#console/features/members/list/filters/filter-values-query.ts';
import { NAME_WIDTH } from '#console/features/members/list/member-columns.tsx';
import {
  type DisplayOptions,
  MAX_WIDTH,
  MIN_WIDTH,
} from '#console/features/members/stored-display.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './display-form.module.css';
import { furtherColumnIds, furtherColumns } from './further-columns.tsx';
import { moveColumn, toggleColumn } from './move-column.ts';
import viewStyles from './view-options.module.css';

export interface DisplayFormProps {
  /** The columns that fit without scrolling; the first is always shown. */
  readonly usualColumns: readonly Column<Member>[];
  readonly options: DisplayOptions;
  /** The ids of the columns that are shown beside the first, in their order. */
  readonly shown: readonly string[];
  /** On a phone, rows are cards, which have one height. */
  readonly isPhone: boolean;
  /** The density without a choice of the user. */
  readonly defaultDensity: 'normal' | 'compact';
  /** @param options undefined for the defaults */
  readonly onChange: (options: DisplayOptions | undefined) => void;
}

const DENSITIES = [
  { value: 'normal', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;
const WIDTH_STEP = 8;
const DEFAULT_WIDTH = 136;

/** Chooses the columns of a table, their order and width, and the height of rows. */
export function DisplayForm(props: DisplayFormProps) {
  const { usualColumns, options, shown, isPhone, defaultDensity, onChange } = props;
  const attributes = useQuery(attributesQuery(useApi(), useTeamId())).data ?? [];
  const ids = furtherColumnIds(attributes.map(({ key }) => key));
  const [name, ...usual] = usualColumns;
  // A shown attribute that no member has any more can still be hidden.
  const columns = [...usual, ...furtherColumns([...new Set([...ids, ...shown])])];
  const byId = new Map(columns.map((column) => [column.id, column]));
  const listRef = useRef<HTMLUListElement>(null);
  const statusRef = useRef<HTMLSpanElement>(null);
  const shownColumns = shown.flatMap((id) => byId.get(id) ?? []);
  const hidden = columns.filter(({ id }) => !shown.includes(id));
  const changeColumns = (next: readonly string[]) => onChange({ ...options, columns: next });

  function move(id: string, to: number) {
    const next = moveColumn(shown, id, to);
    if (next === shown) return;
    changeColumns(next);
    if (statusRef.current) {
      const position = `${next.indexOf(id) + 1} of ${next.length}`;
      statusRef.current.textContent = `${byId.get(id)?.header}: ${position}`;
    }
  }
  /** The position of the row that the pointer is over. */
  function positionAt(y: number): number {
    const rows = [...(listRef.current?.children ?? [])];
    return rows.filter((row) => row.getBoundingClientRect().bottom < y).length;
  }
  const changeWidth = (column: string, width: number) => {
    const others = options.widths?.filter((chosen) => chosen.column !== column) ?? [];
    onChange({ ...options, widths: [...others, { column, width }] });
  };
  const widthOf = (column: Column<Member>) =>
    options.widths?.find((chosen) => chosen.column === column.id)?.width ??
    (Number.parseInt(column.width ?? '', 10) || DEFAULT_WIDTH);
  const widthField = (column: Column<Member>) => (
    <input
      type="range"
      aria-label={`Width of ${column.header}`}
      title="Width"
      className={styles.width}
      min={MIN_WIDTH}
      max={MAX_WIDTH}
      step={WIDTH_STEP}
      value={widthOf(column)}
      aria-valuetext={`${widthOf(column)} pixels`}
      onChange={({ target }) => changeWidth(column.id, target.valueAsNumber)}
    />
  );
  const choicesOf = (some: readonly Column<Member>[]) =>
    some.map((column) => (
      <div key={column.id} className={viewStyles.view}>
        <ColumnChoice column={column} isShown={false} onChange={changeColumns} shown={shown} />
      </div>
    ));
  return (
    <div className={viewStyles.options}>
      <ChoiceList legend="Columns">
        {name && !isPhone && (
          <div className={viewStyles.view}>
            <Choice type="checkbox" checked disabled>
              {name.header}
            </Choice>
            {widthField({ ...name, width: NAME_WIDTH })}
          </div>
        )}
        <ul ref={listRef}>
          {shownColumns.map((column, index) => (
            <li key={column.id} className={viewStyles.view}>
              <button
                type="button"
                className={styles.handle}
                aria-label={`Move ${column.header}`}
                title="Drag, or use the arrow keys"
                onPointerDown={({ currentTarget, pointerId }) =>
                  currentTarget.setPointerCapture(pointerId)
                }
                onPointerMove={({ currentTarget, pointerId, clientY }) => {
                  if (currentTarget.hasPointerCapture(pointerId)) {
                    move(column.id, positionAt(clientY));
                  }
                }}
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                  if (step === undefined) return;
                  event.preventDefault();
                  move(column.id, index + step);
                }}
              >
                <GripVertical size={16} aria-hidden="true" />
              </button>
              <ColumnChoice column={column} isShown onChange={changeColumns} shown={shown} />
              {!isPhone && widthField(column)}
            </li>
          ))}
        </ul>
        {choicesOf(hidden.filter((column) => usual.includes(column)))}
        <details>
          <summary className={viewStyles.name}>
            More columns <ChevronDown aria-hidden="true" />
          </summary>
          {choicesOf(hidden.filter((column) => !usual.includes(column)))}
        </details>
      </ChoiceList>
      <VisuallyHidden>
        <span ref={statusRef} role="status" />
      </VisuallyHidden>
      {!isPhone && (
        <ChoiceList legend="Row height">
          {DENSITIES.map(({ value, label }) => (
            <Choice
              key={value}
              type="radio"
              name="density"
              checked={(options.density ?? defaultDensity) === value}
              onChange={() => onChange({ ...options, density: value })}
            >
              {label}
            </Choice>
          ))}
        </ChoiceList>
      )}
      <Button size="small" onClick={() => onChange(undefined)}>
        Reset
      </Button>
    </div>
  );
}

interface ColumnChoiceProps {
  readonly column: Column<Member>;
  readonly isShown: boolean;
  readonly shown: readonly string[];
  readonly onChange: (shown: readonly string[]) => void;
}

function ColumnChoice({ column: { id, header }, isShown, shown, onChange }: ColumnChoiceProps) {
  return (
    <Choice type="checkbox" checked={isShown} onChange={() => onChange(toggleColumn(shown, id))}>
      {header}
    </Choice>
  );
}

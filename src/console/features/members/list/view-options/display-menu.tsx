import { SlidersHorizontal } from 'lucide-react';
import { Button } from '#console/ui/button/button.tsx';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { Popover } from '#console/ui/popup/popover.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type DisplayOptions, optionalColumns, toggleColumn } from './display-options.ts';
import styles from './view-options.module.css';

interface DisplayMenuProps {
  readonly allColumns: readonly Column<Member>[];
  readonly options: DisplayOptions;
  /** The ids of the columns that aren't shown. */
  readonly hidden: readonly string[];
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

/** Chooses the columns of a table and its density. */
export function DisplayMenu(props: DisplayMenuProps) {
  const { allColumns, options, hidden, isPhone, defaultDensity, onChange } = props;
  return (
    <Popover
      label="Display"
      align="end"
      trigger={(trigger) => (
        <PlainButton size="small" {...trigger}>
          <SlidersHorizontal />
          Display
        </PlainButton>
      )}
    >
      {() => (
        <div className={styles.options}>
          <ChoiceList legend="Columns">
            {optionalColumns(allColumns).map(({ id, header }) => (
              <Choice
                key={id}
                type="checkbox"
                checked={!hidden.includes(id)}
                onChange={() => onChange({ ...options, hidden: toggleColumn(hidden, id) })}
              >
                {header}
              </Choice>
            ))}
          </ChoiceList>
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
      )}
    </Popover>
  );
}

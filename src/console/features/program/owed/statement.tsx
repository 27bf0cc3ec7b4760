import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { ScrollableTable } from '#console/features/program/scrollable-table.tsx';
import { formatMonth, toMonth } from '#console/lib/dates/months.ts';
import { formatChange, formatNumber } from '#console/lib/format/format-number.ts';
import stateStyles from '#console/shared/panel-state.module.css';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { POINTS_STATEMENT_CSV_PATH } from '#contract/gateway/points/points-owed.ts';
import type { MonthStatement } from '#contract/points/points.ts';
import { CsvButton } from './csv-button.tsx';

interface StatementProps {
  readonly teamId: string;
  readonly directory: Client;
  /** Null if it couldn't be read. */
  readonly statement: readonly MonthStatement[] | null;
}

/** Months that are shown at first. */
const SHOWN = 6;

const CHANGES = [
  ['earned', 'Earned'],
  ['redeemed', 'Redeemed'],
  ['expired', 'Expired'],
  ['deducted', 'Deducted'],
  ['adjusted', 'Adjusted'],
] as const satisfies readonly (readonly [keyof MonthStatement, string])[];

/**
 * How the points of all members changed in each month, the newest first. Changes that never happened have
 * no column.
 */
export function Statement({ teamId, directory, statement }: StatementProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (!statement) {
    return (
      <CardSection title="Statement">
        <p role="alert" className={stateStyles.note}>
          Couldn't load the statement: the loyalty service didn't respond as expected. Reload the
          page to try again.
        </p>
      </CardSection>
    );
  }
  const first = statement.findIndex(({ closing, opening, earned }) => closing || opening || earned);
  const months = first < 0 ? [] : statement.slice(first).reverse();
  const changes = CHANGES.filter(([name]) => months.some((month) => month[name] !== 0));
  return (
    <CardSection
      title="Statement"
      action={
        <CsvButton
          teamId={teamId}
          directory={directory}
          path={POINTS_STATEMENT_CSV_PATH}
          fileName="points-statement.csv"
          what="the statement"
        />
      }
    >
      {months.length === 0 ? (
        <p className={stateStyles.note}>
          No points were earned in the last {statement.length} months.
        </p>
      ) : (
        <PageStack>
          <ScrollableTable label="Statement">
            <thead>
              <tr>
                <th scope="col">Month (UTC)</th>
                <th scope="col">Opening</th>
                {changes.map(([name, header]) => (
                  <th key={name} scope="col">
                    {header}
                  </th>
                ))}
                <th scope="col">Closing</th>
              </tr>
            </thead>
            <tbody>
              {months.slice(0, isWhole ? undefined : SHOWN).map((each, index) => (
                <tr key={each.month}>
                  <th scope="row">
                    {formatMonth(toMonth(each.month))}
                    {index === 0 && ' so far'}
                  </th>
                  <td>{formatNumber(each.opening)}</td>
                  {changes.map(([name]) => (
                    <td key={name}>{formatChange(each[name])}</td>
                  ))}
                  <td>{formatNumber(each.closing)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollableTable>
          {months.length > SHOWN && (
            <div>
              <Button
                variant="ghost"
                size="small"
                aria-expanded={isWhole}
                onClick={() => setIsWhole(!isWhole)}
              >
                {isWhole ? 'Show fewer' : `Show all ${months.length} months`}
              </Button>
            </div>
          )}
          <p className={stateStyles.note}>
            The statement includes the points of deleted members until they expire, so it can close
            higher than what is available today.
          </p>
        </PageStack>
      )}
    </CardSection>
  );
}

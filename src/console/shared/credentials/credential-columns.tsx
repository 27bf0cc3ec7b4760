import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';

/** A key or token of a team, without its secret. */
export interface Credential {
  readonly name: string;
  /** Null for keys from before it was stored. */
  readonly last_four: string | null;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly last_used_at: string | null;
}

/** @param header "Key" */
export const endColumn = (header: string): Column<Credential> => ({
  id: 'key',
  header,
  card: 'fact',
  width: '88px',
  cell: ({ last_four: lastFour }) => (lastFour ? `…${lastFour}` : NO_VALUE),
});

export const CREATED_COLUMN: Column<Credential> = {
  id: 'created',
  header: 'Created',
  card: 'detail',
  width: '220px',
  hideBelow: 'narrow',
  cell: ({ created_at: at, created_by: by }) => (
    <>
      <RelativeTime at={at} />
      {by && ` by ${by}`}
    </>
  ),
};

export const LAST_USED_COLUMN: Column<Credential> = {
  id: 'used',
  header: 'Last used',
  card: 'detail',
  width: '120px',
  cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : 'Not yet'),
};

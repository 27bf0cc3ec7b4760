import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** A service-generated integer id. */
export const idColumn = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** A moment in UTC, to the millisecond, as the APIs show it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Bytes, the same from both drivers. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

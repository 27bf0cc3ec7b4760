/** A select of Drizzle that can lock its rows. */
interface Lockable<Locked> {
  for(strength: 'no key update'): Locked;
}

/**
 * Locks the selected rows until the transaction ends, so that changes to them wait for each other. A row
 * that others refer to must not be locked with `for update`: this would wait for each transaction
 * that inserts a reference to it, and make them wait. Deleting a row still takes the stronger lock.
 */
export function lockForUpdate<Locked>(select: Lockable<Locked>): Locked {
  return select.for('no key update');
}

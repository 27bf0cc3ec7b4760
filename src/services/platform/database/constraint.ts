const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether a write failed because of a unique constraint.
 * @param constraint its name, since a table may have several
 */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return violates(error, UNIQUE_VIOLATION, constraint);
}

/**
 * Whether a write failed because of a foreign key: the referenced row is missing, or the deleted row
 * is still referenced.
 * @param constraint the foreign key's name
 */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return violates(error, FOREIGN_KEY_VIOLATION, constraint);
}

function violates(error: unknown, violation: string, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint: name } = cause as { code?: string; constraint?: string };
    if (code === violation && name === constraint) return true;
  }
  return false;
}

/**
 * Whether a write failed because a uniqueness constraint holds already.
 * @param constraint its name, to tell it from others of the same table.
 */
export function violatesUnique(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint: name } = cause as { code?: string; constraint?: string };
    if (code === '23505' && name === constraint) return true;
  }
  return false;
}

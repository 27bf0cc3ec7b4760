/** Indentation grows with the depth: a few KB of brackets would become megabytes of text. */
const MAX_DEPTH = 100;

/** Indented JSON; undefined if it is nested too deeply to be readable. */
export function formatJson(value: unknown): string | undefined {
  return isNestedDeeper(value, MAX_DEPTH) ? undefined : JSON.stringify(value, null, 2);
}

/** Level by level, because recursion would overflow the stack where it matters. */
function isNestedDeeper(value: unknown, maxDepth: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

/** Factors that sign-in asks for: active ones other than recovery codes (decisions.md, 10). */
export function usableFactors(factors: readonly AuthenticationFactor[]): AuthenticationFactor[] {
  return factors.filter(
    ({ attributes }) => attributes.status === 'active' && attributes.type !== 'recovery_code',
  );
}

/**
 * The factor that becomes the default when the default one is deleted: the oldest usable one
 * (decisions.md, 16). Undefined if none is left.
 */
export function nextDefault(
  factors: readonly AuthenticationFactor[],
  deleted: AuthenticationFactor,
): AuthenticationFactor | undefined {
  return usableFactors(factors)
    .filter(({ id }) => id !== deleted.id)
    .sort(
      (a, b) =>
        (a.attributes.created_at ?? '').localeCompare(b.attributes.created_at ?? '') ||
        Number(a.id) - Number(b.id),
    )[0];
}

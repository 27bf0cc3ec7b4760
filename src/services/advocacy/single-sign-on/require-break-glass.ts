import { and, eq, exists, ne, or } from 'drizzle-orm';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { passkeys } from '#services/advocacy/passkeys/passkeys-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { EnvironmentError } from '#services/platform/check-variables.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';

/** Whether somebody could sign in without the provider: a user for emergencies, with a second step. */
export async function hasBreakGlassUser(db: Queries): Promise<boolean> {
  const factors = db
    .select({ id: authenticationFactors.id })
    .from(authenticationFactors)
    .where(
      and(
        eq(authenticationFactors.userId, users.id),
        eq(authenticationFactors.status, 'active'),
        ne(authenticationFactors.type, 'recovery_code'),
      ),
    );
  const ownPasskeys = db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, users.id));
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isBreakGlass, true), or(exists(factors), exists(ownPasskeys))))
    .limit(1);
  return found !== undefined;
}

/** @throws {EnvironmentError} if nobody could sign in while the provider, which is the only way, fails */
export async function requireBreakGlassUser(
  db: Queries,
  oidc: OidcSettings | undefined,
): Promise<void> {
  if (!oidc?.isOnly || (await hasBreakGlassUser(db))) return;
  throw new EnvironmentError(
    'PATRON_OIDC_ONLY: nobody could sign in if the provider fails; first let a user with a second step, for example npm run admin -- users break-glass admin@example.com',
  );
}

import { and, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { userIdentities } from './user-identities-table.ts';
import type { UserRow } from './users-store.ts';
import { users } from './users-table.ts';

/** A person as an OpenID provider knows them. */
export interface Identity {
  issuer: string;
  subject: string;
}

export async function findUserByIdentity(
  db: Queries,
  { issuer, subject }: Identity,
): Promise<UserRow | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)));
  return found?.user;
}

/** Whether the provider that is set knows the user. With none, nobody is linked. */
export async function isLinked(
  db: Queries,
  oidc: Pick<OidcSettings, 'issuer'> | undefined,
  userId: number,
): Promise<boolean> {
  if (!oidc) return false;
  const { userId: owner, issuer } = userIdentities;
  return (await db.$count(userIdentities, and(eq(owner, userId), eq(issuer, oidc.issuer)))) > 0;
}

/** Whether the user can't sign in with anything but the provider (decisions.md, 66). */
export async function signsInByProviderOnly(
  db: Queries,
  oidc: Pick<OidcSettings, 'issuer' | 'isOnly'> | undefined,
  { id, isBreakGlass }: Pick<UserRow, 'id' | 'isBreakGlass'>,
): Promise<boolean> {
  if (!oidc || isBreakGlass) return false;
  return oidc.isOnly || isLinked(db, oidc, id);
}

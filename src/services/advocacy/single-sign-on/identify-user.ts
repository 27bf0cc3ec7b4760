import { emailAddressSchema } from '#contract/email-address.ts';
import { requiredText } from '#contract/text.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { Identification } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import {
  acceptInvitation,
  listInvitationsTo,
  nameOfEmail,
} from '#services/advocacy/people/accept-invitation.ts';
import { isEmailTaken, releaseUnprovenEmail } from '#services/advocacy/users/proven-email.ts';
import {
  findUserByIdentity,
  type Identity,
  isLinked,
} from '#services/advocacy/users/user-identities.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import {
  findUser,
  findUserByProvenEmail,
  type UserRow,
} from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { one } from '#services/platform/database/one.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { NO_PASSWORD } from '#services/platform/secrets/password.ts';
import { entriesFor } from './groups/group-roles.ts';
import { readGroups } from './groups/read-groups.ts';
import type { ProviderClaims } from './identity-provider.ts';

const nameSchema = requiredText(99);

type Dependencies = Pick<ServiceDependencies, 'db' | 'clock' | 'messages'> & {
  settings: OidcSettings;
};

/**
 * Finds the user that the provider signed in, or creates an invited one (decisions.md, 66). The only place
 * that reads a person's claims at sign-in.
 * @param invitationId of the invitation whose page they came from
 */
export async function identifyUser(
  dependencies: Dependencies,
  claims: ProviderClaims,
  invitationId: number | undefined,
): Promise<Identification> {
  const { db, settings } = dependencies;
  const rejected = (reason: string, email?: string) =>
    ({ outcome: 'rejected', email, reason }) as const;
  const missing = Object.entries(settings.require).find(([name, value]) => claims[name] !== value);
  if (missing) return rejected(`the claim ${missing[0]} is not as required`);
  const claimed = readGroups(settings, claims);
  if ('problem' in claimed) return { ...rejected(claimed.problem), isWithoutGroups: true };
  const { groups } = claimed;
  const identity = { issuer: settings.issuer, subject: claims.sub };
  const linked = await findUserByIdentity(db, identity);
  if (linked) return { outcome: 'linked', user: linked, groups };

  const email = provenEmail(settings, claims);
  if (email === undefined) {
    return rejected(`no proven address in the claims ${Object.keys(claims).sort().join(', ')}`);
  }
  const owner = await findUserByProvenEmail(db, email);
  if (owner) {
    return (await isLinked(db, settings, owner.id))
      ? rejected('the owner of the address is linked to another subject')
      : { outcome: 'unlinked', user: owner, groups };
  }
  const hasRole = entriesFor(settings.groupRoles ?? [], groups ?? []).length > 0;
  const user = await createUser(dependencies, { identity, email, claims, invitationId, hasRole });
  if (user) return { outcome: 'linked', user, groups };
  return rejected(
    `the address is not invited${settings.groupRoles ? ', and no group gives a role' : ''}`,
    email,
  );
}

/**
 * The person's address, if the provider has proven it: by its claim, or where that is missing by a domain that
 * the operator named.
 */
function provenEmail(
  { domains }: OidcSettings,
  { email, email_verified: isVerified }: ProviderClaims,
): string | undefined {
  if (!emailAddressSchema.safeParse(email).success) return undefined;
  const address = String(email);
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const isListed = domains?.includes(domain) ?? false;
  if (domains && !isListed) return undefined;
  return isVerified === true || (isVerified === undefined && isListed) ? address : undefined;
}

interface NewPerson {
  identity: Identity;
  email: string;
  claims: ProviderClaims;
  invitationId: number | undefined;
  /** Whether a group gives them a role, so that they need no invitation. */
  hasRole: boolean;
}

/**
 * Accepts the invitation of the page that they came from, or all that their address has. The page names one team, and
 * invitations to others have links of their own. Without any, only somebody whose group gives a role gets an account.
 */
async function createUser(
  { db, clock, messages }: Dependencies,
  { identity, email, claims, invitationId, hasRole }: NewPerson,
): Promise<UserRow | undefined> {
  const name = nameSchema.safeParse(claims.name).data ?? nameOfEmail(email);
  const values = { email, provenEmail: email, name, passwordHash: NO_PASSWORD };
  try {
    const userId = await db.transaction(async (tx) => {
      const created: UserRow[] = [];
      const insertUser = async () => {
        await releaseUnprovenEmail(tx, { clock, messages }, email, { isProven: true });
        const user = one(await tx.insert(users).values(values).returning());
        const { id } = user;
        await tx.insert(userIdentities).values({ userId: id, ...identity, createdAt: clock.now() });
        await recordAudit(tx, {
          action: 'user.link',
          subject: { type: 'user', id, name },
          userId: id,
          actor: { kind: 'user', id: String(id), name },
        });
        created.push(user);
        return user;
      };
      const getUser = async () => created[0] ?? insertUser();
      const invitations = await listInvitationsTo(tx, clock, email);
      for (const { id } of invitations) {
        if (invitationId !== undefined && id !== invitationId) continue;
        await acceptInvitation(tx, { clock, messages }, { id }, getUser);
      }
      if (hasRole) await getUser();
      return created[0]?.id;
    });
    return userId === undefined ? undefined : await findUser(db, userId);
  } catch (error) {
    // The address got an account in the meantime, which the next try finds.
    if (isEmailTaken(error)) return undefined;
    throw error;
  }
}

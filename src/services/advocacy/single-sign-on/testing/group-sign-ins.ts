import type { ProviderSignIn } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import { newAddress, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { startAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { GroupRole } from '#services/platform/oidc/oidc-variables.ts';
import type { TestClock } from '#services/platform/testing/test-clock.ts';
import { startOpenIdProvider } from './openid-provider.ts';
import { openProviderSignIn, signInByProvider } from './provider-sign-in.ts';

/** A service whose provider's groups give roles, and sign-ins of people who are in them. */
export async function startGroupSignIns(storage: Storage, clock: TestClock) {
  const provider = await startOpenIdProvider(clock);
  const entries: GroupRole[] = [];
  const oidc = provider.settings({ groupRoles: entries });
  const service = await startAdvocacy(storage, { oidc }, { clock });
  await service.dependencies.singleSignOn?.metadata.refresh();

  return {
    provider,
    service,
    oidc,
    /** The roles that groups give from now on. */
    give(...given: GroupRole[]) {
      entries.splice(0, entries.length, ...given);
    },
    /** What the provider says of somebody who signs in. */
    signIn: (subject: string, groups: string[]): ProviderSignIn => ({
      ...{ issuer: provider.url, subject, sid: null, hasSecondStep: true },
      groups,
    }),
    /** Somebody with an account at the provider, who signs in with groups. */
    person(email = newAddress()) {
      const claims = { sub: email, email, email_verified: true, name: 'Nora Vale' };
      return {
        email,
        signIn(groups: unknown, more: Record<string, unknown> = {}) {
          provider.claims = { ...claims, groups, ...more };
          return signInByProvider(service, provider);
        },
        /** The page that ends a sign-in. */
        async rejected(groups: unknown, more: Record<string, unknown> = {}) {
          provider.claims = { ...claims, groups, ...more };
          const signIn = await openProviderSignIn(service, provider);
          const response = await signIn.comeBack(signIn.callback());
          return { status: response.status, text: await response.text() };
        },
        /** The role in a team, and the group that gives it; undefined for others. */
        async roleIn(team: PeopleTeam): Promise<[string, string | null | undefined] | undefined> {
          const { data } = await team.list();
          const found = data.find((each) => each.kind === 'user' && each.email === email);
          return found && [found.role, found.group];
        },
      };
    },
    async close() {
      await service.close();
      await provider.close();
    },
  };
}
export type GroupSignIns = Awaited<ReturnType<typeof startGroupSignIns>>;

import type { Identity } from '#services/advocacy/users/user-identities.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** A request to the provider that failed. The message is for the log, and quotes nothing that was sent. */
export class ProviderError extends Error {
  /** `denied`: by the person or the provider. `unavailable`: the provider can't be reached. */
  readonly kind: 'denied' | 'unavailable' | 'invalid';

  constructor(kind: ProviderError['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** A sign-in at the provider. */
export interface ProviderSignIn extends Identity {
  /** The provider's id of its session; null if it has none. */
  sid: string | null;
  /** Whether the sign-in had a second step; true if the settings name no values of `amr`. */
  hasSecondStep: boolean;
  /** The person's groups that give roles; undefined if roles are given by hand only. */
  groups?: string[] | undefined;
}

/** Who signed in at the provider, here. */
export type Identification =
  | { outcome: 'linked'; user: UserRow; groups: string[] | undefined }
  /** The user has proven the same address, and isn't linked yet. */
  | { outcome: 'unlinked'; user: UserRow; groups: string[] | undefined }
  | {
      outcome: 'rejected';
      /** The address that the provider has proven, if it may be invited. */
      email: string | undefined;
      /** Whether it can't be known what groups the person is in. */
      isWithoutGroups?: boolean;
      /** For the log, without values. */
      reason: string;
    };

/** What a person goes to the provider for. */
export interface ProviderRequestSubject {
  purpose: 'sign_in' | 'step_up';
  /** The id of a sign-in, or the user and access token of a confirmation. */
  boundTo: string;
  /** The invitation whose page the person came from. */
  invitationId?: number | undefined;
}

/** Sign-in by an OpenID provider (decisions.md, 66). */
export interface SingleSignOn {
  /**
   * The address of the provider's sign-in page.
   * @param browserSecret of the browser that goes there, and comes back
   * @throws {ProviderError} if the provider wasn't reached yet
   */
  start(
    subject: ProviderRequestSubject,
    browserSecret: string,
    parameters?: Record<string, string>,
  ): Promise<string>;
  /** What a callback is for; undefined if it is another browser's, or too late. */
  findSubject(
    callback: URLSearchParams,
    browserSecret: string | undefined,
  ): ProviderRequestSubject | undefined;
  /**
   * Redeems the code of a sign-in's callback, and finds or creates the user.
   * @throws {ProviderError}
   */
  identify(
    callback: URLSearchParams,
    browserSecret: string,
  ): Promise<Identification & { signIn: ProviderSignIn }>;
  /**
   * Lets the user sign in by the provider from now on. Their other sessions end, and they get an email.
   * @param user locked by `lockUser`
   * @param exceptId the stored id of the sign-in in progress
   * @returns the changed user
   */
  link(tx: Queries, user: UserRow, signIn: ProviderSignIn, exceptId: string): Promise<UserRow>;
  /** Gives a linked user the roles of their groups, and ends those that no group gives any more. */
  applyGroups(user: UserRow, signIn: ProviderSignIn): Promise<void>;
}

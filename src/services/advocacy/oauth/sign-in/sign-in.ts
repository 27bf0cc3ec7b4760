import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { SignInWay } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { AfterResponse } from '#services/platform/http/after-response.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import type { Assets } from './assets.ts';
import { createSignInCookies } from './cookies/sign-in-cookies.ts';
import { createStepErrors, type StepErrors } from './cookies/step-errors.ts';
import type { ErrorPages } from './error-pages.ts';
import { announceBreakGlass, announceNewDevice, hasSignedInBefore } from './new-device.ts';
import {
  PASSKEY_FACTOR,
  type SecondFactors,
  type SignInFactor,
  type SignInPasskeys,
} from './second-factors.ts';
import {
  createSignInInteractions,
  isUnchanged,
  type SignInInteraction,
  type SignInInteractions,
  toVerifiedUser,
} from './sign-in-interaction.ts';
import type { ProviderSignIn, SingleSignOn } from './single-sign-on.ts';
import { ipNetwork } from './throttle/ip-network.ts';
import { createKnownDevices, type KnownDevices } from './throttle/known-devices.ts';
import type { OpenSignIns } from './throttle/open-sign-ins.ts';
import {
  createSignInThrottle,
  type SignInAttempt,
  type SignInThrottle,
} from './throttle/sign-in-throttle.ts';

export interface SignInDependencies extends ServiceDependencies {
  secondFactors: SecondFactors;
  passkeys: SignInPasskeys;
  /** Undefined without `oidc`. */
  singleSignOn?: SingleSignOn | undefined;
}

export interface SignIn {
  dependencies: SignInDependencies;
  assets: Assets;
  errorPages: ErrorPages;
  interactions: SignInInteractions;
  devices: KnownDevices;
  openSignIns: OpenSignIns;
  stepErrors: StepErrors;
  throttle: SignInThrottle;
  afterResponse: AfterResponse;
  /** Uses up the token of a first sign-in: that of a user who has just set their password. */
  consumeFirstSignIn: (token: string) => Promise<UserRow | undefined>;
  /** The id of an open invitation. */
  findInvitationId: (token: string) => Promise<number | undefined>;
}

interface Options
  extends Pick<
    SignIn,
    | 'dependencies'
    | 'assets'
    | 'errorPages'
    | 'openSignIns'
    | 'afterResponse'
    | 'consumeFirstSignIn'
    | 'findInvitationId'
  > {
  provider: Provider;
  attempts: AttemptCounters;
}

export function createSignIn({ provider, attempts, ...options }: Options): SignIn {
  const { baseUrl, publicUrl } = options.dependencies;
  const mountPath = new URL(baseUrl).pathname;
  const cookies = createSignInCookies(provider, publicUrl);
  return {
    ...options,
    interactions: createSignInInteractions(provider, cookies, mountPath),
    stepErrors: createStepErrors(cookies),
    devices: createKnownDevices(cookies, mountPath),
    throttle: createSignInThrottle(attempts),
  };
}

/** The user's known browser, or the IP address. */
export function attemptSource(
  { ip }: FastifyRequest,
  device: string | undefined,
): SignInAttempt['source'] {
  return device === undefined ? { address: ip } : { device };
}

/** A sign-in in which somebody has typed stays open, however many others its network opens. */
export async function recordTyping(
  { devices, openSignIns }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { uid }: SignInInteraction,
): Promise<void> {
  const device = devices.findAny(request, reply);
  await openSignIns.assign(uid, device ? { device } : { typedIn: ipNetwork(request.ip) });
}

/** What the second step can ask for, the default first. Empty: there is no second step. */
export async function listSecondSteps(
  { secondFactors, passkeys }: Pick<SignInDependencies, 'secondFactors' | 'passkeys'>,
  userId: number,
): Promise<SignInFactor[]> {
  const factors = await secondFactors.listForSignIn(userId);
  return (await passkeys.hasUsable(userId)) ? [...factors, PASSKEY_FACTOR] : factors;
}

/** Makes a factor the one to verify, and sends its code, at most every 30 seconds. */
export async function requestFactor(
  { dependencies, interactions, openSignIns }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    interaction,
    user,
    factor: { id, type },
  }: { interaction: SignInInteraction; user: UserRow; factor: SignInFactor },
): Promise<void> {
  const { secondFactors } = dependencies;
  const retryAt = type === 'out_of_band' ? await secondFactors.sendCode(user.id, id) : null;
  await openSignIns.assign(interaction.uid, { userId: user.id });
  await interactions.saveSecondStep(request, reply, interaction, {
    userId: user.id,
    ...toVerifiedUser(user),
    factorId: id,
    retryAt: retryAt?.getTime() ?? null,
  });
}

/**
 * Records the sign-in, announces a browser that the user hasn't used before, remembers it, and redirects
 * to the client. A user who came back from the provider before is linked.
 * @param oldestFactorId the user's oldest factor, if a code or passkey was accepted
 */
export async function finishSignIn(
  { dependencies, devices, interactions, stepErrors }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    interaction,
    user,
    ways,
    oldestFactorId,
    providerSignIn = interaction.pendingLink,
  }: {
    interaction: SignInInteraction;
    user: UserRow;
    ways: SignInWay[];
    oldestFactorId?: number | undefined;
    providerSignIn?: ProviderSignIn | undefined;
  },
) {
  const { db } = dependencies;
  const { pendingLink, uid } = interaction;
  const isNew = !devices.isKnown(request, reply, user) && (await hasSignedInBefore(db, user));
  const signedIn = await db.transaction(async (tx) => {
    await recordSignIn(tx, 'sign_in.success', user);
    if (isNew) await announceNewDevice(tx, dependencies, user, providerSignIn !== undefined);
    if (!providerSignIn) await announceBreakGlass(tx, dependencies, user);
    if (!pendingLink) return user;
    const locked = await lockUser(tx, user.id);
    // Otherwise no session is created.
    if (!isUnchanged(locked, toVerifiedUser(user))) return user;
    return dependencies.singleSignOn?.link(tx, locked, pendingLink, digest(uid)) ?? user;
  });
  if (providerSignIn) await dependencies.singleSignOn?.applyGroups(signedIn, providerSignIn);
  devices.remember(request, reply, user, oldestFactorId);
  stepErrors.clear(request, reply, interaction.address);
  const resumeUrl = await interactions.finish(request, reply, interaction, signedIn, {
    ways: providerSignIn ? [...ways, providerWay(providerSignIn)] : ways,
    providerSignIn,
  });
  return reply.redirect(resumeUrl, 303);
}

const providerWay = ({ hasSecondStep }: ProviderSignIn): SignInWay =>
  hasSecondStep ? 'sso' : 'sso_one_step';

type SignInUser = Pick<UserRow, 'id' | 'name'>;

function recordSignIn(
  db: Queries,
  action: `sign_in.${string}`,
  { id, name }: SignInUser,
): Promise<void> {
  const actor =
    action === 'sign_in.success' ? ({ kind: 'user', id: String(id), name } as const) : undefined;
  const event = { action, subject: { type: 'user', id, name }, userId: id };
  return recordAudit(db, actor ? { ...event, actor } : event);
}

/** Records a failed sign-in after the response, whose timing mustn't reveal that the user exists. */
export function recordFailure(
  { dependencies: { db }, afterResponse }: SignIn,
  reply: FastifyReply,
  user: SignInUser | undefined,
  action: 'sign_in.failure' | 'sign_in.lock',
): void {
  if (user) afterResponse(reply, () => recordSignIn(db, action, user));
}

/** A form field's value; empty if it is missing or repeated. */
export function formField(request: FastifyRequest, name: string): string {
  const body = request.body as Record<string, unknown> | undefined;
  const value = body && Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
}

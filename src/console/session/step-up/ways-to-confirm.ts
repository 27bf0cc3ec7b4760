import { capitalize } from '#console/lib/format/capitalize.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import type { PROVIDER_STEP_UP_ERRORS } from '#contract/account/provider-step-up.ts';

/** How the user can confirm, and what they call the OpenID provider. */
export interface WaysToConfirm {
  readonly ways: readonly string[];
  readonly provider: string;
}

/** Why the provider confirmed nothing. */
type ProviderFailure = (typeof PROVIDER_STEP_UP_ERRORS)[number] | 'blocked' | 'closed';

const OR = new Intl.ListFormat('en', { type: 'disjunction' });

/** What to do first, or instead: "Try again or enter your password." */
export function adviseOtherWays(
  first: string | undefined,
  failed: 'passkey' | 'sso',
  { ways, provider }: WaysToConfirm,
): string {
  const labels = new Map([
    ['sso', `continue with ${provider}`],
    ['password', 'enter your password'],
    ['passkey', 'use a passkey'],
  ]);
  labels.delete(failed);
  const others = [...labels].filter(([way]) => ways.includes(way)).map(([, label]) => label);
  const all = first === undefined ? others : [first, ...others];
  return all.length === 0
    ? 'Ask your Patron administrator for help.'
    : `${capitalize(OR.format(all))}.`;
}

/** @param failure `blocked`, `closed`, or the error in a window's address, which a newer service may have added */
export function providerFailureMessage(failure: string, options: WaysToConfirm): UserFacingError {
  const known = Object.hasOwn(MESSAGES, failure) ? (failure as ProviderFailure) : 'invalid';
  const { title, advice } = MESSAGES[known](options.provider);
  return { title: capitalize(title), detail: adviseOtherWays(advice, 'sso', options) };
}

const MESSAGES: Record<ProviderFailure, (name: string) => { title: string; advice?: string }> = {
  blocked: () => ({
    title: 'Your browser blocked the window',
    advice: 'allow pop-ups for this site and try again',
  }),
  closed: (name) => ({
    title: `The ${name} window was closed`,
    advice: 'if you still see it, finish there. Otherwise, try again',
  }),
  other_account: (name) => ({
    title: `You chose another ${name} account`,
    advice: 'try again with the account that you use for Patron',
  }),
  no_auth_time: (name) => ({ title: `${name} didn't say when you signed in` }),
  old_auth_time: (name) => ({
    title: `${name} didn't ask you to sign in again`,
    advice: `sign out of ${name} and try again`,
  }),
  denied: (name) => ({ title: `${name} didn't confirm that it's you`, advice: 'try again' }),
  unavailable: (name) => ({
    title: `${name} can't be reached right now`,
    advice: 'try again in a minute',
  }),
  invalid: (name) => ({ title: `Confirming with ${name} didn't work`, advice: 'try again' }),
};

import type {
  AuthenticationFactor,
  NewAuthenticationFactorAttributes,
} from '#contract/advocacy/authentication-factors.ts';

export type FactorKindId = 'app' | 'sms' | 'voice' | 'fax' | 'email' | 'recovery';

/** A type and channel of factor, of which a person has at most one. */
export interface FactorKind {
  readonly id: FactorKindId;
  readonly name: string;
  /** What it takes, in the words of the choice. */
  readonly description: string;
  readonly type: NewAuthenticationFactorAttributes['type'];
  readonly channel: NewAuthenticationFactorAttributes['channel'];
  /** What the number is called that its codes go to; undefined where they go to none. */
  readonly numberLabel?: string;
}

/** In the order in which they are offered: the safest first. */
export const FACTOR_KINDS: readonly FactorKind[] = [
  {
    id: 'app',
    name: 'Authenticator app',
    description: 'Six digits from an app on your phone.',
    type: 'one_time_password',
    channel: null,
  },
  {
    id: 'sms',
    name: 'Text message',
    description: 'A code by text to a phone.',
    type: 'out_of_band',
    channel: 'sms',
    numberLabel: 'Phone number',
  },
  {
    id: 'voice',
    name: 'Voice call',
    description: 'A call that reads you the code.',
    type: 'out_of_band',
    channel: 'voice',
    numberLabel: 'Phone number',
  },
  {
    id: 'fax',
    name: 'Fax',
    description: 'A code on paper, for offices without phones.',
    type: 'out_of_band',
    channel: 'fax',
    numberLabel: 'Fax number',
  },
  {
    id: 'email',
    name: 'Email',
    description: 'A code to the address you sign in with.',
    type: 'out_of_band',
    channel: 'email',
  },
  {
    id: 'recovery',
    name: 'Recovery codes',
    description: 'Ten codes on paper, for when the rest is lost.',
    type: 'recovery_code',
    channel: null,
  },
];

/** The kind of a factor; undefined where the service knows one that the console doesn't. */
export function findFactorKind({ attributes }: AuthenticationFactor): FactorKind | undefined {
  return FACTOR_KINDS.find(
    ({ type, channel }) =>
      type === attributes.type && (channel ?? null) === (attributes.channel ?? null),
  );
}

/** What the factor is called on the page; one of an unknown kind as the service calls it. */
export function factorName(factor: AuthenticationFactor): string {
  const { type, channel } = factor.attributes;
  return findFactorKind(factor)?.name ?? [type, channel].filter(Boolean).join(' ');
}

/** The person's factor of a kind. */
export function findFactorOfKind(
  factors: readonly AuthenticationFactor[],
  kind: FactorKind,
): AuthenticationFactor | undefined {
  return factors.find((factor) => findFactorKind(factor) === kind);
}

/** Whether the factor still waits for its first code. */
export function isPending({ attributes }: AuthenticationFactor): boolean {
  return attributes.status === 'pending';
}

/** Whether codes are sent to it. */
export function isOutOfBand({ attributes }: AuthenticationFactor): boolean {
  return attributes.type === 'out_of_band';
}

import { InvalidArgumentError } from '@commander-js/extra-typings';
import { ROLE_KINDS, type RoleKind } from '#contract/roles/role-table.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

export function parseInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return Number(text);
}

/** A number of zero or more, with at most six decimals. */
export function parseDecimal(text: string): number {
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('Must be a number.');
  return Number(text);
}

export function parseIntegerOrNever(text: string): number | 'never' {
  return text === 'never' ? text : parseInteger(text);
}

export function parseOnOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('Must be on or off.');
  return text === 'on';
}

export function parseRoleKind(text: string): RoleKind {
  const kind = ROLE_KINDS.find((each) => each === text);
  if (!kind) throw new InvalidArgumentError(`Must be one of ${ROLE_KINDS.join(', ')}.`);
  return kind;
}

/** Collects the values of a repeatable option. */
export function collect(text: string, previous: string[] = []): string[] {
  return [...previous, text];
}

/** Collects the translations of a repeatable option, each `language=text`. */
export function collectTranslations(
  text: string,
  previous: Record<string, string> = {},
): Record<string, string> {
  const [language = '', ...rest] = text.split('=');
  if (language === '' || rest.length === 0) {
    throw new InvalidArgumentError('Must be a store language and a text, such as Français=Argent.');
  }
  return { ...previous, [language]: rest.join('=') };
}

export function withoutUndefined<Settings extends object>(settings: Settings) {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as { [Name in keyof Settings]?: Exclude<Settings[Name], undefined> };
}

/**
 * The settings to change, without those that were not given.
 * @throws {OperatorError} if no setting was given.
 */
export function requireChanges<Settings extends object>(settings: Settings) {
  const changes = withoutUndefined(settings);
  if (Object.keys(changes).length === 0) {
    throw new OperatorError('Nothing to change: set at least one option (--help lists them)');
  }
  return changes;
}

export const MEMBER_ARGUMENT = ['<member-id>', 'Your ID of the member'] as const;

export const PROGRAM_OPTION = [
  '--program <partner-id>',
  'Partner ID of the loyalty program',
] as const;

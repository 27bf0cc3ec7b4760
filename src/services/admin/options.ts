import { InvalidArgumentError } from '@commander-js/extra-typings';
import { OperatorError } from '#services/platform/operator-error.ts';

/** A whole number of an option or an argument. */
export function integer(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}

/** A number of an option or an argument, with up to six decimals. */
export function decimal(text: string): number {
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('It takes a number.');
  return Number(text);
}

/** A whole number, or `never`. */
export function integerOrNever(text: string): number | 'never' {
  return text === 'never' ? text : integer(text);
}

/** A switch: `on` or `off`. */
export function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It takes on or off.');
  return text === 'on';
}

/** An option that may be given several times. */
export function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

/** `language=text`, which may be given several times. */
export function collectTranslations(
  text: string,
  earlier: Record<string, string> = {},
): Record<string, string> {
  const [language = '', ...rest] = text.split('=');
  if (language === '' || rest.length === 0) {
    throw new InvalidArgumentError('It takes a store language and a text, as Français=Argent.');
  }
  return { ...earlier, [language]: rest.join('=') };
}

/** The settings that were given, without those that were not. */
export function given<Settings extends object>(settings: Settings) {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as { [Name in keyof Settings]?: Exclude<Settings[Name], undefined> };
}

/**
 * The settings that were given to be changed.
 * @throws {OperatorError} when there are none.
 */
export function givenChanges<Settings extends object>(settings: Settings) {
  const changes = given(settings);
  if (Object.keys(changes).length === 0) {
    throw new OperatorError('Nothing to change: name at least one setting; --help lists them');
  }
  return changes;
}

/** The option that names a loyalty program. */
export const PROGRAM = ['--program <partner-id>', 'the loyalty program'] as const;

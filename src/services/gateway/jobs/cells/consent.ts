import { foldText } from '#contract/gateway/fold-text.ts';

// How systems write whether a person agreed to emails, without case, spaces and punctuation.
const YES = 'yes y true t 1 on ja oui si sim vrai wahr verdadero';
const NO = 'no n false f 0 off nein non nao faux falsch falso';
const SUBSCRIBED =
  'subscribed optedin optin doubleoptin singleoptin confirmed consented accepted accepts granted allowed ' +
  'abonniert angemeldet abonne suscrito';
const UNSUBSCRIBED =
  'unsubscribed notsubscribed neversubscribed nonsubscribed optedout optout notoptedin noconsent donotemail ' +
  'donotcontact suppressed cleaned bounced pending unconfirmed declined denied revoked withdrawn invalid ' +
  'redacted none never abgemeldet desabonne';

const meanings = (words: string, isYes: boolean) =>
  words.split(' ').map((word) => [word, isYes] as const);
/** They mean the opposite in a column that says who does not want emails. */
const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ...meanings(YES, true),
  ...meanings(NO, false),
]);
/** They mean the same in any column. */
const STATUSES: ReadonlyMap<string, boolean> = new Map([
  ...meanings(SUBSCRIBED, true),
  ...meanings(UNSUBSCRIBED, false),
]);
/** When somebody unsubscribed. */
const TIME = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})/;

const simplify = (cell: string) => foldText(cell).replace(/[^a-z0-9]/g, '');
const toStatus = (isSubscribed: boolean) => (isSubscribed ? 'subscribed' : 'unsubscribed');

/** A cell of consent as the API writes it; any other text unchanged. */
export function normalizeConsent(cell: string): string {
  const word = simplify(cell);
  const meaning = YES_OR_NO.get(word) ?? STATUSES.get(word);
  return meaning === undefined ? cell : toStatus(meaning);
}

/** The same of a column that says who does not want emails. */
export function normalizeOptOut(cell: string): string {
  const word = simplify(cell);
  const isOptedOut = TIME.test(cell) || YES_OR_NO.get(word);
  const meaning = isOptedOut === undefined ? STATUSES.get(word) : !isOptedOut;
  return meaning === undefined ? cell : toStatus(meaning);
}
